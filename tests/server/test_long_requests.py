"""Requests that may take long are answered beside the event loop, however they are sent."""

import pytest
from service.api.cost import takes_long

SET = ",".join(map(str, range(1, 65)))


@pytest.mark.parametrize(
    ("path", "query", "body"),
    [
        ("/moves", b"", b" " * 17_000),
        ("/move", b"", b'{"piles": [1], "subtraction_set": [%b]}' % SET.encode()),
        ("/move", b"", b'{"piles": [1], "subtraction\\u005fset": [%b]}' % SET.encode()),
        ("/move", b"piles=1&subtraction_set=" + SET.encode(), b""),
        ("/move", b"piles=1&subtraction%5Fset=" + SET.encode(), b""),
        ("/octal", b"", b'{"code": "4.7777", "piles": [1000]}'),
        ("/octal/values", b"code=4.7777&size=1000", b""),
        ("/nimbers/table", b"operation=product&size=256", b""),
        ("/grundy", b"", b" " * 5_000),
    ],
)
def test_a_request_that_may_take_long_is_answered_beside(
    path: str, query: bytes, body: bytes
) -> None:
    assert takes_long(path, query, body)


@pytest.mark.parametrize(
    ("path", "query", "body"),
    [
        ("/move", b"", b'{"piles": [3, 4, 5], "misere": true}'),
        ("/move", b"", b'{"piles": [21], "max_remove": 3}'),
        ("/move", b"piles=3,4,5", b""),
        ("/healthz", b"", b""),
        ("/metrics", b"", b""),
    ],
)
def test_a_quick_request_is_answered_at_once(path: str, query: bytes, body: bytes) -> None:
    assert not takes_long(path, query, body)
