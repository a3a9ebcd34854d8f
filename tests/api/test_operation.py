"""Requests that may take long wait in their client's queue, no matter how they are sent."""

from functools import cache
from ipaddress import ip_network
from typing import Any

import pytest
from flask import Flask

from service.api.operation import LATER, Answer, TypedOperation
from service.app import EXTENSION, create_app
from service.game.meter import spend
from service.limits import LARGEST_EXPLAINED, MAX_INLINE_STEPS
from service.operations.nimbers import RootRequest
from service.settings import Config
from tests.support.wsgi import Request, call, get, post

MANY = ",".join(map(str, [*range(1, 20)] * 3))
PROXY, CLIENT = "10.0.0.1", "203.0.113.7"


@cache
def app() -> Flask:
    return create_app(METRICS=False, TRUSTED_PROXIES=(ip_network(PROXY),))


def queue_key(method: str, path: str, query: str, body: bytes = b"", **environ: str) -> Any:
    headers = {"CONTENT_TYPE": "application/json", "REMOTE_ADDR": CLIENT, **environ}
    request = Request(method, path, query, body, headers)
    return getattr(app().extensions[EXTENSION].handle(request.environ(), body), "queue", None)


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("POST", "/moves", "", b" " * 17_000),
        ("POST", "/move", "", b'{"game": "moore", "max_piles": 7, "piles": [%b]}' % MANY.encode()),
        ("GET", "/move", "game=moore&max_piles=7&piles=" + MANY, b""),
        ("GET", "/nimbers/table", "operation=product&size=256", b""),
        ("GET", "/positions", "piles=1,3,5", b""),
        ("GET", "/values", "game=kayles&size=3", b""),
    ],
)
def test_a_request_that_may_take_long_waits_in_its_clients_queue(
    method: str, path: str, query: str, body: bytes
) -> None:
    assert queue_key(method, path, query, body) == CLIENT


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("POST", "/move", "", b'{"piles": [3, 4, 5], "misere": true}'),
        ("POST", "/grundy", "", b'{"options": {"a": []}}'),
        ("HEAD", "/move", "piles=3,4,5", b""),
        ("GET", "/nowhere", "", b""),
    ],
)
def test_a_quick_request_is_not_queued(method: str, path: str, query: str, body: bytes) -> None:
    assert queue_key(method, path, query, body) is None


def test_the_client_behind_a_trusted_proxy_has_its_own_queue() -> None:
    behind = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": CLIENT}
    assert queue_key("POST", "/moves", "", b" " * 17_000, **behind) == CLIENT


def test_a_drawing_is_made_in_the_thread_even_after_the_same_graph_as_json() -> None:
    query = "piles=2,3"
    for _ in range(2):
        for accept in ("application/json", "text/vnd.graphviz"):
            assert queue_key("GET", "/graph", query, HTTP_ACCEPT=accept) == CLIENT
            assert call(app(), get("/graph", query, HTTP_ACCEPT=accept)).status == "200 OK"


class Counting(TypedOperation[RootRequest, int]):
    """An operation whose work is the number in the request, and the numbers that it has parsed."""

    body, may_be_quick = RootRequest, True

    def __init__(self) -> None:
        super().__init__("/", Config())
        self.parsed: list[int] = []

    def parse(self, request: RootRequest) -> int:
        self.parsed.append(request.operands[0])
        return request.operands[0]

    def handle(self, number: int) -> str:
        spend(number)
        return str(number)


@pytest.mark.parametrize("number", [MAX_INLINE_STEPS, MAX_INLINE_STEPS + 1])
@pytest.mark.parametrize("size", [LARGEST_EXPLAINED, LARGEST_EXPLAINED + 1])
def test_of_a_request_nothing_is_kept_in_the_queue(number: int, size: int) -> None:
    """The request is parsed once more instead."""
    operation = Counting()
    request = post("/", (b'{"operands": [%d]}' % number).ljust(size))
    found = operation.begin(request.environ(), request.body)
    assert found == (Answer(number, str(number)) if number <= MAX_INLINE_STEPS else LATER)
    assert operation.run(request.environ(), request.body).body == b'"%d"' % number
    assert operation.parsed == [number] * 2
