"""A large batch is decoded in pieces with the same result. Other code finds the errors."""

import json

import pytest

from service.api.requests import BodyReader
from service.operations.batch import (
    POSITIONS_AT_ONCE,
    SMALL_BATCH,
    BatchReader,
    BatchRequest,
    NimBatchRequest,
)
from tests.support.rows import rows

decode_batch = BatchReader(BatchRequest).decode

PLAIN = {"piles": [3, 4, 5]}
COUNT = 5_000


def batch(*odd: str, at: int = COUNT - 7) -> bytes:
    """A large batch that contains the given positions."""
    positions = [json.dumps(PLAIN)] * COUNT
    positions[at : at + len(odd)] = odd
    return f'{{"positions": [{", ".join(positions)}]}}'.encode()


@rows("at", [0, POSITIONS_AT_ONCE - 1, POSITIONS_AT_ONCE, COUNT - 1])
@rows(
    ("position", "kind"),
    [
        ('{"piles": [3, 4, 5]}', NimBatchRequest),
        ('{"misere": true, "piles": []}', NimBatchRequest),
        ('{"piles": [1, 2], "game": "wythoff"}', BatchRequest),
        ('{"piles": [1], "max_remove": 3, "game": "nim"}', BatchRequest),
    ],
)
def test_it_is_what_it_would_be_at_once(
    position: str, kind: type[BatchRequest] | type[NimBatchRequest], at: int
) -> None:
    body = batch(position, at=at)
    assert len(body) > SMALL_BATCH
    assert decode_batch(body) == BodyReader(kind).decode(body)
    assert isinstance(decode_batch(body), kind)


@pytest.mark.parametrize(
    "body",
    [
        batch('{"piles": [3], "piles": [4]}'),
        batch('{"piles": [3], "game": "nim", "game": "nim"}'),
        batch('{"piles": [3], "pile": 4}'),
        batch('{"piles": [3], "\\u0067ame": "nim"}'),
        batch('{"piles": [3.0]}'),
        batch('{"piles": [-1]}'),
        batch("[3]"),
        batch("null"),
        batch("{}"),
        batch('{"piles": [3]'),
        batch()[:-1],
        batch()[:-1] + b', "positions": []}',
        batch()[:-1] + b', "position": []}',
        batch() + b"]",
        b"[" * SMALL_BATCH * 2,
        b"\xff" * SMALL_BATCH * 2,
    ],
    ids=lambda body: str(body[-300:-250]),
)
def test_what_is_wrong_or_has_to_be_read_carefully_is_not_decoded(body: bytes) -> None:
    assert decode_batch(body) is None
    assert BodyReader(BatchRequest).decode(body) is None


def test_no_positions_are_a_batch() -> None:
    body = b'{"positions": [' + b" " * SMALL_BATCH + b"]}"
    assert decode_batch(body) == NimBatchRequest(positions=[])
