"""Requests that may take long wait in the queue of their client, however they are sent."""

from functools import cache
from ipaddress import ip_network
from typing import Any

import pytest
from flask import Flask

from service.api.operation import Operation, TypedOperation
from service.app import EXTENSION, create_app
from service.limits import LARGEST_CACHED, LARGEST_EXPLAINED, MAX_INLINE_WORK
from service.operations.nimbers import RootRequest
from tests.support.wsgi import Request, call, get, post

SET = ",".join(map(str, range(1, 65)))
PROXY, CLIENT = "10.0.0.1", "203.0.113.7"


@cache
def app() -> Flask:
    return create_app(METRICS=False, TRUSTED_PROXIES=(ip_network(PROXY),))


def queue_key(method: str, path: str, query: str, body: bytes = b"", **environ: str) -> Any:
    headers = {"CONTENT_TYPE": "application/json", "REMOTE_ADDR": CLIENT, **environ}
    request = Request(method, path, query, body, headers)
    return app().extensions[EXTENSION].prepare(request.environ(), body)[0]


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("POST", "/moves", "", b" " * 17_000),
        ("POST", "/move", "", b'{"piles": [60000], "subtraction_set": [%b]}' % SET.encode()),
        ("GET", "/move", "piles=60000&subtraction%5Fset=" + SET, b""),
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


def test_what_is_written_once_more_is_not_computed_again() -> None:
    """Responses to a query are cached if their operation always takes long."""
    query = "game=kayles&size=7"
    assert queue_key("GET", "/values", query) == CLIENT
    call(app(), get("/values", query))
    assert queue_key("GET", "/values", query) is None


def test_a_large_response_is_computed_again() -> None:
    query = "operation=product&size=64"
    assert len(call(app(), get("/nimbers/table", query)).body) > LARGEST_CACHED
    assert queue_key("GET", "/nimbers/table", query) == CLIENT


def test_the_client_behind_a_trusted_proxy_has_its_own_queue() -> None:
    behind = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": CLIENT}
    assert queue_key("POST", "/moves", "", b" " * 17_000, **behind) == CLIENT


def parsing(method: str) -> tuple[Operation, list[int]]:
    """An operation whose requests have their number as work, and the numbers that it has parsed."""
    parsed: list[int] = []

    def parse(request: RootRequest) -> int:
        parsed.append(request.operands[0])
        return request.operands[0]

    return TypedOperation(method, "/", RootRequest, parse, str, work=lambda n: n), parsed


@pytest.mark.parametrize(
    ("number", "size", "parsed_once"),
    [
        (MAX_INLINE_WORK, LARGEST_EXPLAINED, True),
        (MAX_INLINE_WORK, LARGEST_EXPLAINED + 1, True),
        (MAX_INLINE_WORK + 1, LARGEST_EXPLAINED, True),
        (MAX_INLINE_WORK + 1, LARGEST_EXPLAINED + 1, False),
    ],
)
def test_of_a_large_request_nothing_is_kept_in_the_queue(
    number: int, size: int, parsed_once: bool
) -> None:
    """The request is parsed once more instead."""
    operation, parsed = parsing("POST")
    request = post("/", (b'{"operands": [%d]}' % number).ljust(size))
    in_thread, respond = operation.prepare(request.environ(), request.body)
    assert in_thread == (number > MAX_INLINE_WORK)
    assert respond().body == b'"%d"' % number
    assert parsed == [number] * (1 if parsed_once else 2)
