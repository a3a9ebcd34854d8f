"""Requests that may take long wait for their client's turn, however they are sent."""

from functools import cache
from ipaddress import ip_network
from typing import Any

import pytest
from flask import Flask

from service.app import EXTENSION, create_app
from service.http.clients import URGENT, Clients, Turns
from service.operations.probes import operations
from service.settings import Config
from service.telemetry.metrics import Metrics

SET = ",".join(map(str, range(1, 65)))
PROXY, CLIENT = "10.0.0.1", "203.0.113.7"


@cache
def app() -> Flask:
    return create_app(Config(metrics=False, trusted_proxies=(ip_network(PROXY),)))


def turn(method: str, path: str, query: str, body: bytes = b"", **environ: str) -> Any:
    request = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query}
    return app().extensions[EXTENSION].turns({**request, "REMOTE_ADDR": CLIENT, **environ}, body)


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("POST", "/moves", "", b" " * 17_000),
        ("POST", "/move", "", b'{"piles": [1], "subtraction_set": [%b]}' % SET.encode()),
        ("POST", "/move", "", b'{"piles": [1], "subtraction\\u005fset": [%b]}' % SET.encode()),
        ("GET", "/move", "piles=1&subtraction_set=" + SET, b""),
        ("GET", "/move", "piles=1&subtraction%5Fset=" + SET, b""),
        ("POST", "/octal", "", b'{"code": "4.7777", "piles": [1000]}'),
        ("GET", "/octal/values", "code=4.7777&size=1000", b""),
        ("GET", "/nimbers/table", "operation=product&size=256", b""),
        ("POST", "/grundy", "", b" " * 5_000),
        ("POST", "/grundy", "", b'{"options": {"a": []}, "misere": true}'),
        ("GET", "/positions", "piles=1,3,5", b""),
        ("GET", "/graph", "piles=1,3,5", b""),
        ("POST", "/variant", "", b'{"game": "moore", "piles": [1], "max_piles": 2}'),
        ("GET", "/variant", "game=m%6Fore&piles=1&max_piles=2", b""),
        ("POST", "/variant", "", b" " * 2_000),
        ("POST", "/nowhere", "", b" " * 17_000),
    ],
)
def test_a_request_that_may_take_long_waits_for_its_clients_turn(
    method: str, path: str, query: str, body: bytes
) -> None:
    assert turn(method, path, query, body) == CLIENT


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("POST", "/move", "", b'{"piles": [3, 4, 5], "misere": true}'),
        ("POST", "/move", "", b'{"piles": [21], "max_remove": 3}'),
        ("GET", "/move", "piles=3,4,5", b""),
        ("POST", "/grundy", "", b'{"options": {"a": []}}'),
        ("POST", "/variant", "", b'{"game": "wythoff", "piles": [3, 5]}'),
        ("HEAD", "/move", "piles=3,4,5", b""),
        ("GET", "/healthz", "", b""),
        ("GET", "/nowhere", "", b""),
    ],
)
def test_a_quick_request_is_answered_at_once(
    method: str, path: str, query: str, body: bytes
) -> None:
    assert turn(method, path, query, body) is None


def test_a_scrape_is_made_beside_the_loop_and_before_all_others() -> None:
    turns = Turns(operations(Config(), Metrics(on=False)), Clients(()))
    scrape = {"REQUEST_METHOD": "GET", "PATH_INFO": "/metrics", "QUERY_STRING": ""}
    assert turns({**scrape, "REMOTE_ADDR": CLIENT}, b"") == URGENT


INLINE = {
    **dict.fromkeys(
        ["GET /move", "POST /move", "POST /moves", "GET /healthz", "GET /docs"], 16_384
    ),
    **dict.fromkeys(["GET /nimbers/sum", "GET /nimbers/product", "GET /openapi.json"], 16_384),
    **dict.fromkeys(["GET /explanation", "POST /explanation", "POST /review"], 1_024),
    **dict.fromkeys(["GET /variant", "POST /variant"], 1_024),
    "POST /grundy": 4_096,
    # However small
    **dict.fromkeys(["GET /positions", "GET /graph", "GET /nimbers/table"], -1),
    **dict.fromkeys(["POST /octal", "GET /octal/values"], -1),
}
"""The bytes of the largest request that is answered at once."""


@pytest.mark.parametrize("name", INLINE)
def test_a_request_waits_for_its_turn_from_so_many_bytes_on(name: str) -> None:
    method, path = name.split()
    largest = INLINE[name]
    for size in {max(largest, 0), largest + 1}:
        text = "1" * size
        query, body = (text, b"") if method == "GET" else ("", text.encode())
        assert (turn(method, path, query, body) is None) == (size <= largest), size


def test_the_client_behind_a_trusted_proxy_has_its_own_turn() -> None:
    behind = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": CLIENT}
    assert turn("POST", "/moves", "", b" " * 17_000, **behind) == CLIENT
