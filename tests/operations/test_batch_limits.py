"""Which limit of a batch comes first: its positions, its piles, or its bytes."""

from service.codec import encode
from service.limits import MAX_BATCH_PILES
from service.settings import Config
from tests.support.requests import APP
from tests.support.wsgi import Response, call, post

CONFIG = Config()
SMALL, LARGEST = 99, 2**53 - 1


def moves(count: int, pile: int) -> tuple[int, Response]:
    """The bytes of a batch of positions of ten piles, and its response."""
    body = encode({"positions": [{"piles": [pile] * 10}] * count})
    return len(body), call(APP, post("/moves", body))


def test_the_most_positions_with_the_most_piles_fit_where_piles_are_small() -> None:
    size, response = moves(CONFIG.max_positions, SMALL)
    assert CONFIG.max_positions * 10 == MAX_BATCH_PILES
    assert size < CONFIG.max_body_bytes
    assert response.status == "200 OK"


def test_with_large_piles_the_limit_on_bytes_comes_first() -> None:
    size, response = moves(CONFIG.max_positions, LARGEST)
    assert size > CONFIG.max_body_bytes
    assert response.json == {
        "type": "/docs#error-too-large",
        "title": "The body is too large",
        "status": 413,
        "detail": "The body may be at most 1,048,576 bytes long.",
    }


def test_half_as_many_positions_with_the_largest_piles_fit() -> None:
    size, response = moves(CONFIG.max_positions // 2, LARGEST)
    assert size < CONFIG.max_body_bytes
    assert response.status == "200 OK"


def test_one_position_of_the_most_piles_fits_whatever_their_size() -> None:
    body = encode({"piles": [LARGEST] * CONFIG.max_piles})
    assert len(body) < CONFIG.max_body_bytes
    assert call(APP, post("/move", body)).status == "200 OK"
