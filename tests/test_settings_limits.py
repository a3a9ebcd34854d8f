"""The limits that the environment sets: at the limit, and one beyond it."""

from collections.abc import Iterator

import pytest

from tests.support.clients import CHUNKED, CLOSE, Client, post, post_head
from tests.support.problems import without_codes
from tests.support.servers import Server

pytestmark = pytest.mark.serving


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    with Server(
        WEB_CONCURRENCY=1, NIM_MAX_PILES=3, NIM_MAX_POSITIONS=2, NIM_MAX_BODY_BYTES=1024
    ) as server:
        yield server


@pytest.mark.parametrize(("count", "status"), [(3, 200), (4, 422)])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_piles_of_a_position(small: Server, method: str, count: int, status: int) -> None:
    if method == "POST":
        reply = small.post("/move", {"piles": [1] * count})
    else:
        reply = small.get("/move?piles=" + ",".join("1" * count))
    assert reply.status == status
    if status == 422:
        assert reply.json["errors"][0]["detail"] == "At most 3 piles are allowed."


@pytest.mark.parametrize("path", ["/explanation", "/review"])
@pytest.mark.parametrize(("count", "status"), [(3, 200), (4, 422)])
def test_piles_where_a_fixed_limit_holds_too(
    small: Server, path: str, count: int, status: int
) -> None:
    body: dict[str, list[int]] = {"piles": [1] * count}
    if path == "/review":
        body["moves"] = []
    assert small.post(path, body).status == status


@pytest.mark.parametrize(("count", "status"), [(3, 200), (4, 422)])
def test_the_piles_of_each_position_of_a_batch(small: Server, count: int, status: int) -> None:
    reply = small.post("/moves", {"positions": [{"piles": []}, {"piles": [1] * count}]})
    assert reply.status == status
    if status == 422:
        assert without_codes(reply.json)["errors"] == [
            {"pointer": "#/positions/1/piles", "detail": "At most 3 piles are allowed."}
        ]


@pytest.mark.parametrize(("count", "status"), [(2, 200), (3, 422)])
def test_the_positions_of_a_batch(small: Server, count: int, status: int) -> None:
    reply = small.post("/moves", {"positions": [{"piles": [1]}] * count})
    assert reply.status == status
    if status == 422:
        assert without_codes(reply.json)["errors"] == [
            {"pointer": "#/positions", "detail": "At most 2 positions are allowed."}
        ]


@pytest.mark.parametrize(("size", "status"), [(1024, 200), (1025, 413)])
@pytest.mark.parametrize("chunked", [False, True], ids=["declared", "chunked"])
def test_the_bytes_of_a_body(small: Server, chunked: bool, size: int, status: int) -> None:
    body = b'{"piles": [3]}'.ljust(size)
    if chunked:
        request = post_head(CLOSE, CHUNKED) + b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)
    else:
        request = post(body, CLOSE)
    with Client(small) as client:
        assert client.ask(request).status == status
