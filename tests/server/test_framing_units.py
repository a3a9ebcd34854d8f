"""What has come from a client, cut at the ends of requests: in as few pieces as can be."""

import pytest

from service.server.errors import BodyTooLarge, HeadTooLarge, MalformedRequest
from service.server.framing import Incoming
from tests.support.clients import BODY, MAX_BODY, chunked, post

NEXT = post()


@pytest.fixture
def incoming() -> Incoming:
    """What a connection has."""
    return Incoming(MAX_BODY)


@pytest.mark.parametrize("filling", [b" ", b"\r\n\r\n", b"0\r\n\r\n"])
def test_a_chunked_body_is_one_piece_whatever_is_in_it(incoming: Incoming, filling: bytes) -> None:
    body = chunked(filling * (2**18 // len(filling)), BODY) + b"0\r\n\r\n"
    incoming.unparsed += body + NEXT
    assert incoming.next_chunks() == body


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 1_000])
@pytest.mark.parametrize("last", [b"0\r\n\r\n", b"000;a=b\r\nA: b\r\n\r\n"])
def test_a_chunked_body_ends_where_it_ends_however_it_comes(
    incoming: Incoming, size: int, last: bytes
) -> None:
    body = chunked(b"\r\n\r\n", b"0\r\n\r\n", BODY) + last
    wire, taken = body + NEXT, b""
    for start in range(0, len(wire), size):
        incoming.unparsed += wire[start : start + size]
        while taken != body and (piece := incoming.next_chunks()):
            taken += piece
    assert taken == body
    assert incoming.unparsed == NEXT


@pytest.mark.parametrize(
    ("wire", "error"),
    [
        (b"x\r\n", MalformedRequest),
        (b"5\nhello", MalformedRequest),
        (b"-5\r\n", MalformedRequest),
        (b"5 \r\n", MalformedRequest),
        (b"\r\n", MalformedRequest),
        (b"f" * 17 + b"\r\n", MalformedRequest),
        (b"5;" + b"a" * 20_000, HeadTooLarge),
        (b"5;" + b"a" * 20_000 + b"\r\nhello\r\n0\r\n\r\n", HeadTooLarge),
        (b"0\r\nA: " + b"b" * 20_000, HeadTooLarge),
        (b"0\r\nA: " + b"b" * 20_000 + b"\r\n\r\n", HeadTooLarge),
        (b"0\r\nA: b\n", MalformedRequest),
        (b"f" * 16 + b"\r\n", BodyTooLarge),
        (b"100001\r\n", BodyTooLarge),
        (b"80000\r\n" + b" " * 2**19 + b"\r\n80001\r\n", BodyTooLarge),
    ],
)
def test_what_is_no_chunk_is_rejected(
    incoming: Incoming, wire: bytes, error: type[Exception]
) -> None:
    incoming.unparsed += wire
    with pytest.raises(error):
        incoming.next_chunks()
