"""Bodies: how they are sent, and how they are read whole and within the limit."""

import io
from typing import Any

import pytest

from service.api.body import (
    UnsupportedEncoding,
    UnsupportedMediaType,
    check_media_type,
    read_body,
)
from service.server.errors import BodyTooLarge, IncompleteBody
from tests.support import clients
from tests.support.requests import APP
from tests.support.servers import Server
from tests.support.wsgi import call, get

# --- How a body is sent ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "application/json; charset=US-ASCII",
        "application/json ; charset=utf-8; profile=x",
    ],
)
def test_json_media_types_are_accepted(media_type: str) -> None:
    check_media_type({"CONTENT_TYPE": media_type})


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "application/jsonp",
        "application/json; charset=utf-16",
        "application/json; charset=iso-8859-1",
        "multipart/form-data; boundary=x",
    ],
)
def test_another_media_type_is_quoted(media_type: str) -> None:
    with pytest.raises(UnsupportedMediaType) as caught:
        check_media_type({"CONTENT_TYPE": media_type})
    assert str(caught.value) == (
        f"Send the header 'Content-Type: application/json'; this request has {media_type!r}."
    )


def test_a_body_without_a_media_type_is_rejected() -> None:
    with pytest.raises(UnsupportedMediaType, match=r"this request has no Content-Type\.$"):
        check_media_type({})


@pytest.mark.parametrize("coding", ["identity", " Identity", " ", ""])
def test_the_identity_encoding_is_accepted(coding: str) -> None:
    check_media_type({"CONTENT_TYPE": "application/json", "HTTP_CONTENT_ENCODING": coding})


@pytest.mark.parametrize("coding", ["gzip", "br", "gzip, identity"])
def test_another_encoding_is_quoted(coding: str) -> None:
    with pytest.raises(UnsupportedEncoding) as caught:
        check_media_type({"CONTENT_TYPE": "application/json", "HTTP_CONTENT_ENCODING": coding})
    assert str(caught.value) == (
        f"Send the body without a Content-Encoding; this request has {coding!r}."
    )


# --- How a body is read ---------------------------------------------------------------------------


def read(method: str, sent: bytes, limit: int = 10, **environ: Any) -> bytes:
    """The part of a body that is read from a server's input."""
    return read_body({"REQUEST_METHOD": method, **environ}, limit, io.BytesIO(sent).read)


@pytest.mark.parametrize("length", ["10", "", "\u00b2"], ids=["declared", "none", "no number"])
def test_a_body_is_read_to_its_end_or_to_its_length(length: str) -> None:
    assert read("POST", b"0123456789", CONTENT_LENGTH=length) == b"0123456789"


def test_no_more_is_read_than_is_declared() -> None:
    assert read("POST", b"0123456789", CONTENT_LENGTH="3") == b"012"


@pytest.mark.parametrize("length", ["11", ""], ids=["declared", "chunked"])
def test_a_body_beyond_the_limit_is_rejected_and_not_truncated(length: str) -> None:
    with pytest.raises(BodyTooLarge, match="at most 10 bytes"):
        read("POST", b"0123456789x", CONTENT_LENGTH=length)


def test_a_body_shorter_than_declared_is_incomplete() -> None:
    with pytest.raises(IncompleteBody):
        read("POST", b"01", CONTENT_LENGTH="3")


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_nothing_is_read_of_a_request_without_a_body(method: str) -> None:
    """With some servers the input ends only with the connection."""
    assert read(method, b"more") == b""


def test_a_chunked_body_is_read_whatever_the_method() -> None:
    assert read("GET", b"more", HTTP_TRANSFER_ENCODING="chunked") == b"more"


# --- A body sent with GET -------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "piles=3"])
def test_a_body_sent_with_get_is_rejected(query: str) -> None:
    response = call(APP, get("/move", query)._replace(body=b'{"piles": [3]}'))
    assert response.status == "400 BAD REQUEST"
    assert response.json["type"] == "/docs#error-unexpected-body"


@pytest.mark.parametrize(
    "sent",
    [{"CONTENT_LENGTH": "0"}, {"CONTENT_LENGTH": ""}, {"HTTP_TRANSFER_ENCODING": "chunked"}],
)
def test_an_empty_body_sent_with_get_is_none(sent: dict[str, str]) -> None:
    assert call(APP, get("/move", "piles=3", **sent)) == call(APP, get("/move", "piles=3"))


@pytest.mark.serving
def test_a_body_sent_with_get_is_not_taken_for_the_next_request(server: Server) -> None:
    body = clients.post()
    length = b"Content-Length: %d\r\n" % len(body)
    with clients.Client(server) as client:
        client.send(clients.get(b"/move?piles=3", length), body, clients.get(b"/nothing"))
        assert [client.reply().status for _ in range(2)] == [400, 404]
