"""No byte is searched repeatedly, no matter how few bytes arrive at a time."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.server.body import Body
from service.server.errors import HeadTooLarge, MalformedRequest
from service.server.limits import CHUNKS_AT_ONCE, LARGEST_HEAD
from service.server.request_head import CHUNKED, parse_fields, take_head
from tests.support.clients import CHUNKED as IN_CHUNKS
from tests.support.clients import chunked, get, post, post_head
from tests.support.wires import Wire, World

LONG = LARGEST_HEAD - 100

HEAD = get(b"/", b"A: %b\r\n" % (b"a" * 8_000), b"B: %b\r\n" % (b"b" * 8_000))
FIELDS = get(b"/", *[b"%d: a\r\n" % number for number in range(90)])
EXTENSION = b"5" + b";a=b" * (LONG // 4) + b"\r\nhello\r\n0\r\n\r\n"
TRAILER = b"0\r\n" + b"A: %b\r\n" % (b"a" * 8_000) + b"B: %b\r\n\r\n" % (b"b" * 8_000)
LAST_EXTENSION = b"0" + b";a=b" * (LONG // 4) + b"\r\nA: b\r\n\r\n"


class Watched(bytes):
    """Bytes that count searches."""

    searched = 0

    def find(self, sought: Any, start: Any = 0, *_: Any) -> int:
        Watched.searched += len(self) - start
        return super().find(sought, start)

    def count(self, sought: Any, start: Any = 0, *_: Any) -> int:
        Watched.searched += len(self) - start
        return super().count(sought, start)


def read_head(data: bytes) -> bool:
    searched = 0
    for end in range(1, len(data) + 1):
        head, at = take_head(Watched(data[:end]), 0, searched)
        assert (head is None) == (end < len(data)) == (at == 0)
        searched = end
    return True


def read_chunks(data: bytes) -> bool:
    body, at = Body(CHUNKED, 10_000), 0
    for end in range(1, len(data) + 1):
        at = body.read(Watched(data[:end]), at)
    return body.is_complete


@pytest.mark.parametrize(
    ("read", "data"),
    [
        (read_head, HEAD),
        (read_head, FIELDS),
        (read_chunks, EXTENSION),
        (read_chunks, TRAILER),
        (read_chunks, LAST_EXTENSION),
    ],
)
def test_each_byte_is_searched_only_a_few_times(read: Callable[[bytes], bool], data: bytes) -> None:
    Watched.searched = 0
    assert read(data)
    assert Watched.searched <= 15 * len(data)


@pytest.mark.parametrize("data", [EXTENSION, TRAILER, LAST_EXTENSION, chunked(b"a", b"bc")])
@pytest.mark.parametrize("size", [1, 2, 3, 1_000])
def test_a_body_in_chunks_is_the_same_in_any_pieces(data: bytes, size: int) -> None:
    whole, pieces = Body(CHUNKED, 10_000), Body(CHUNKED, 10_000)
    at = whole_at = 0
    for end in (*range(size, len(data), size), len(data), len(data)):
        at = pieces.read(data[:end], at)
        whole_at = whole.read(data, whole_at)
    assert (at, pieces.take()) == (whole_at, whole.take())


def test_too_many_fields_are_rejected_before_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.server.request_head._FIELD", None)
    for section in (b"a:\r\n" * 101, b"a:\r\n" * 4_050, b"\r\n" * 200):
        with pytest.raises(HeadTooLarge):
            parse_fields(section)


def test_many_small_chunks_take_many_turns(world: World, wire: Wire) -> None:
    count = 10 * CHUNKS_AT_ONCE
    wire.connection.data_received(
        post_head(IN_CHUNKS) + chunked(*[b" "] * count, b'{"piles": [3]}')
    )
    turns = 0
    while world.loop.soon:
        world.loop.look()
        turns += 1
    wire.send(b"0\r\n\r\n")
    assert (wire.statuses, turns) == ([200], 11)


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02\x00\x01", b"\x00", b"<html>", b"\rG", b'"'])
def test_what_can_not_begin_a_request_is_rejected_with_its_first_byte(
    wire: Wire, sent: bytes
) -> None:
    for number in range(len(sent)):
        if not wire.statuses:
            wire.send(sent[number : number + 1])
    assert wire.statuses == [400]


def pieces_of(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


@pytest.mark.parametrize("size", [1, 7, 5_000])
def test_pipelined_requests_are_read_in_any_pieces(wire: Wire, size: int) -> None:
    requests = (get(b"/healthz") + post()) * 20
    for piece in pieces_of(requests, size):
        wire.send(piece)
    assert wire.statuses == [200] * 40


def test_a_bare_line_feed_is_rejected_as_soon_as_it_comes(wire: Wire) -> None:
    for piece in pieces_of(b"GET / HTTP/1.1\r\nHost: a\r\nA: b", 1):
        wire.send(piece)
    assert wire.statuses == []
    wire.send(b"\n")
    assert wire.statuses == [400]


def test_a_bare_line_feed_in_a_trailer_is_rejected_as_soon_as_it_comes() -> None:
    body, data = Body(CHUNKED, 10), b"0\r\nA: b\r\nC: d"
    at = body.read(data[:5], 0)
    at = body.read(data, at)
    with pytest.raises(MalformedRequest):
        body.read(data + b"\n", at)
