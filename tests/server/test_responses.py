"""A response on the wire: the server frames it, no matter what the application returns."""

from http.client import HTTPResponse
from io import BytesIO
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.server.responses import Headers, Response, encode

DATE = "Date: Mon, 23 Nov 2026 12:00:00 GMT\r\n"
CLOSE = "Connection: close\r\n"


NOW, LENGTH = {"Date": DATE[6:-2]}, {"Content-Length": "5"}
NEXT = b"HTTP/1.1 299 The next one\r\n\r\n"


class _Wire(BytesIO):
    """The client's input, which stays open after the first response."""

    def makefile(self, _: str) -> BytesIO:
        return self

    def close(self) -> None:
        pass


def parsed(
    headers: Headers, body: bytes = b"hello", status: str = "200 OK", method: str = "GET"
) -> tuple[int, list[tuple[str, str]], bytes]:
    """The response that Python's own client reads if the next one follows immediately."""
    wire = _Wire(b"".join(encode(Response(status, headers, body), method, CLOSE, DATE)) + NEXT)
    response = HTTPResponse(cast(Any, wire), method=method)
    response.begin()
    content = response.read()
    assert wire.read() == NEXT
    return response.status, response.getheaders(), content


NAMES = st.sampled_from(
    [
        "Content-Length", "content-length", "X-Original-Content-Length", "Content-Length-Of",
        "Date", "date", "X-Release-Date", "Transfer-Encoding", "transfer-encoding", "Connection",
        "Keep-Alive", "Content-Type", "Set-Cookie", "X", "", "a b", "a:b", "Content-Length ",
        " Date", "A\r\nB", "\N{GREEK SMALL LETTER LAMDA}",
    ]
) | st.text(max_size=5)  # fmt: skip
VALUES = st.sampled_from(
    [
        "5",
        "05",
        "0",
        "7",
        "chunked",
        "close",
        "",
        "a",
        "a\r\nContent-Length: 0",
        "a\nb",
        "a\0",
        "\xe9",
    ]
) | st.text(max_size=5)
STATUSES = st.sampled_from(["200 OK", "204 No Content", "304 Not Modified", "404 Not", "500 A"])


NOT_SENT = (AttributeError, TypeError, ValueError)


@example([("Date", "\N{GREEK SMALL LETTER LAMDA}")], "200 OK", "GET")
@given(st.lists(st.tuples(NAMES, VALUES), max_size=4), STATUSES, st.sampled_from(["GET", "HEAD"]))
def test_whatever_the_headers_are_a_client_finds_the_end_of_the_response(
    headers: Headers, status: str, method: str
) -> None:
    try:
        code, found, content = parsed(headers, b"hello", status, method)
    except NOT_SENT:
        return
    names = [name.lower() for name, _ in found]
    no_body = code in {204, 304}
    assert code == int(status[:3])
    assert names.count("content-length") == (not no_body)
    assert names.count("connection") == 1
    assert "transfer-encoding" not in names
    assert "date" in names
    if method == "HEAD" or no_body:
        assert content == b""
    else:
        assert content == b"hello"


@pytest.mark.parametrize(
    ("headers", "status", "left"),
    [
        ([("X-Content-Length", "9")], "200 OK", {"X-Content-Length": "9", **LENGTH, **NOW}),
        ([("X-Release-Date", "1")], "200 OK", {"X-Release-Date": "1", **LENGTH, **NOW}),
        ([("Transfer-Encoding", "chunked")], "200 OK", {**LENGTH, **NOW}),
        ([("content-length", "5"), ("DATE", "1")], "200 OK", {**LENGTH, "DATE": "1"}),
        ([("Content-Length", "0")], "204 No Content", {**NOW}),
    ],
)
def test_headers_are_matched_by_their_names(
    headers: Headers, status: str, left: dict[str, str]
) -> None:
    body = b"" if status.startswith("204") else b"hello"
    _, found, _ = parsed(headers, body, status)
    assert dict(found) == {**left, "Connection": "close"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([("Content-Length", "4")], "200 OK"),
        ([("Content-Length", "5"), ("content-length", "4")], "200 OK"),
        ([("A B", "c")], "200 OK"),
        ([("", "c")], "200 OK"),
        ([("A:", "c")], "200 OK"),
        ([("A", "b\r\nC: d")], "200 OK"),
        ([("A", "b\0c")], "200 OK"),
        ([("A", 5)], "2xx"),
        ([], "100 Continue"),
        ([], "200 OK\r\nA: b"),
    ],
)
def test_what_can_not_be_sent_is_an_error(headers: Any, status: str) -> None:
    with pytest.raises(NOT_SENT):
        parsed(headers, b"hello", status)


def test_to_head_the_length_is_the_one_that_the_application_declares() -> None:
    assert ("Content-Length", "7") in parsed([("Content-Length", "7")], b"", method="HEAD")[1]
    assert ("Content-Length", "5") in parsed([], b"hello", method="HEAD")[1]
