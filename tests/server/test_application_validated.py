"""The application and the server keep to PEP 3333, as wsgiref's validator understands it."""

from collections.abc import Iterator

import pytest

from tests.support.applications import serve
from tests.support.clients import BODY, CHUNKED, Client, chunked, get, post, post_head
from tests.support.servers import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve("application", module="tests.support.validated") as validated:
        yield validated


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (get(b"/healthz"), 200),
        (get(b"/move?piles=3,4,5"), 200),
        (get(b"/move?piles=x"), 422),
        (get(b"/move", b"If-Match: x\r\n"), 422),
        (get(b"/nothing"), 404),
        (get(b"/%ff%00"), 404),
        (get(b"/").replace(b"GET", b"OPTIONS"), 204),
        (get(b"/move").replace(b"GET", b"DELETE"), 405),
        (get(b"/learn"), 200),
        (post(BODY), 200),
        (post(BODY.ljust(300_000)), 200),
        (post(b"["), 400),
        (post_head(CHUNKED) + chunked(BODY) + b"0\r\n\r\n", 200),
        (post_head(CHUNKED) + b"0\r\n\r\n", 400),
    ],
)
def test_neither_side_breaks_a_rule(server: Server, request_: bytes, status: int) -> None:
    with Client(server) as client:
        for _ in range(2):
            assert client.ask(request_).status == status
    assert "AssertionError" not in server.errors
