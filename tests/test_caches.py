"""No cache grows with what clients write, whatever they write."""

import gc
import json
import tracemalloc
from collections.abc import Iterator
from functools import cache

import pytest
from flask import Flask

from service.app import EXTENSION, create_app
from service.server.application import Later
from service.server.errors import RequestError
from service.server.limits import LONGEST_FIELD, LONGEST_HOST
from service.server.request_head import common_environ, take_head
from tests.support.rows import rows
from tests.support.wsgi import call, get, post

REQUESTS = 70
"""As many that two rounds fill every cache that has a bound."""

HEADERS = (
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
    "HTTP_ORIGIN",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_REQUEST_ID",
)
ALLOWED = 150_000
"""Bytes by which the memory may grow: one text of each request would take twice as much."""


def send(app: Flask, kind: str) -> None:
    """Requests of which each has texts of its own in every place."""
    for number in range(REQUESTS):
        text = f"{kind}-{number}-" + "x" * 4_000
        headers = dict.fromkeys([*HEADERS, f"HTTP_{kind}_{number}"], text)
        html = {"HTTP_ACCEPT": f"text/html, text/{text}", "HTTP_HOST": f"{kind}{number}.example"}
        position = {"game": "kayles", "piles": [number, number + 1], text: 1}
        call(app, post("/move", position, **headers))
        call(app, post("/move", {**position, "game": text}))
        call(app, post("/analysis", {"subtraction_set": [1, 3 + number], "piles": [9, 8]}))
        call(app, get("/move", f"piles={number}&{text}=1", **headers))
        call(app, get(f"/{text}", **headers, **html))
        call(app, get("/", **headers, **html))
        call(app, get(f"/play/nim/{number},{number + 2}", **headers, **html))
        call(app, get("/static/qr.svg", f"link=https://{kind}{number}.example/"))


def test_memory_does_not_grow_with_the_texts_of_requests() -> None:
    app = create_app(ACCESS_LOG=False, TRUSTED_PROXIES="192.0.2.0/24")
    send(app, "first")
    tracemalloc.start()
    try:
        send(app, "second")
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        send(app, "third")
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < ALLOWED


LARGEST = 5 * 2**20
"""Bytes that any cache may take, whatever clients write."""


def heads(kind: str) -> Iterator[bytes]:
    """Heads of which each has one text of its own that is as long as the server takes."""
    for number in range(2 * REQUESTS if kind in {"name", "forwarded", "head"} else REQUESTS):
        name = f"h{number}."
        for longest in (8_000, LONGEST_HOST):
            host = "nim"
            if kind in {"page", "game"}:
                host = f"{(name + 'a.' * longest)[: longest - 1]}:{10_000 + number}"
            largest = ",".join(f"{2**53 - 1 - number - i}" for i in range(16))
            target = {
                "page": "/docs",
                "game": "/play/nim/3,4,5",
                "position": f"/play/nim/{','.join(f'{number % 10}' * 16)}?x={'a' * 900}",
                "card": f"/static/x/card.png?piles={','.join([f'{number}'] * 16)}",
                "code": f"/static/qr.svg?link=http://{name}/{'a' * 8_000}",
                "accept": "/graph?piles=1",
                "refused": f"/positions?piles=90,91,92,{100 + number}",
                "move": f"/explanation?piles={largest}",
            }.get(kind, "/healthz")
            value = (f"{number}," + "a" * LONGEST_FIELD)[: LONGEST_FIELD - 10]
            field = {
                "name": f"{value.replace(',', '-')}: 1",
                "forwarded": f"X-Forwarded-For: {value}",
                "head": f"A: {value[:1_900]}",
                "accept": f"Accept: {number}/{'a' * 990}",
            }
            lines = [f"GET {target} HTTP/1.1", f"Host: {host}", field.get(kind, "A: b"), "", ""]
            yield "\r\n".join(lines).encode()


@pytest.mark.parametrize(
    "kind",
    [
        *("page", "game", "position", "card", "code", "name", "forwarded", "head"),
        *("accept", "refused", "move"),
    ],
)
def test_no_cache_takes_much_memory_whatever_clients_write(kind: str) -> None:
    service = create_app(ACCESS_LOG=False, TRUSTED_PROXIES="192.0.2.0/24").extensions[EXTENSION]
    common = {**common_environ("nim", 80, "http"), "REMOTE_ADDR": "192.0.2.1"}

    def answer(head: bytes) -> None:
        try:
            whole, _ = take_head(head)
            assert whole
            environ = {**common, **whole.environ}
            service.client(environ)
            response = service.handle(environ, b"")
        except RequestError:
            return
        if isinstance(response, Later):
            response.respond()

    first, second, *others = heads(kind)
    answer(first)
    answer(second)
    gc.collect()
    tracemalloc.start()
    try:
        for head in others:
            answer(head)
        gc.collect()
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown < LARGEST


def searched(number: int) -> dict[str, object]:
    """A position in a game of its own, for which most searches end as too long."""
    code = f"4.{number % 8}{number // 8 % 8}7{number // 64 % 8}67"
    return {"game": "octal", "code": code, "misere": True, "piles": [300 + number, 99, 98, 97]}


def chains(count: int) -> dict[str, list[str]]:
    """A graph of piles, each with the next two smaller ones as options."""
    return {f"{n}": [f"{n - k}" for k in (1, 2) if n >= k] for n in range(count)}


SUBTRACTION = {"subtraction_set": [2, 3, 11], "piles": [900, 7]}
CODE = {"game": "octal", "code": "0.3123", "piles": [12, 9]}
KINDS = [
    ("/move", {**CODE, "misere": True}, "200"),
    ("/moves", {"positions": [{**CODE, "code": f"0.{n:03o}7"} for n in range(64, 100)]}, "200"),
    ("/moves", {"positions": [SUBTRACTION]}, "200"),
    ("/moves", {"positions": [{"game": "chomp", "piles": [9, 8, 8]}] * 2}, "200"),
    ("/explanation", CODE, "200"),
    ("/review", {**CODE, "misere": True, "moves": [{"pile": 0, "remove": 1}]}, "200"),
    ("/positions", {**CODE, "misere": True, "all": True}, "200"),
    ("/positions", {"piles": [50, 60, 70]}, "422"),
    ("/graph", {**CODE, "piles": [9]}, "200"),
    ("/values", {"game": "octal", "code": "0.3123", "size": 30, "genus": True}, "200"),
    ("/analysis", {**CODE, "starts": {"pile": 0, "from": 1, "to": 90}}, "200"),
    ("/analysis", {"game": "chomp", "piles": [60, 60, 60]}, "422"),
    ("/analysis", {"game": "sum", "components": [CODE, SUBTRACTION], "moves": True}, "200"),
    ("/grundy", {"options": chains(500), "sums": {"a": ["9", "8"]}, "misere": True}, "200"),
    ("/grundy", {"options": chains(900), "sum": ["899"] * 5, "misere": True}, "422"),
]
"""Requests of each kind of work."""


@cache
def _app() -> Flask:
    return create_app(ACCESS_LOG=False)


@rows(("path", "body", "status"), KINDS)
def test_no_request_leaves_garbage_in_cycles(path: str, body: object, status: str) -> None:
    """It would wait: the worker collects no garbage while the thread is computing."""
    call(app := _app(), post(path, json.dumps(body).encode() + b" "))  # no refusal to repeat
    gc.collect()
    gc.disable()
    try:
        found = call(app, post(path, body)).status
        garbage = gc.collect()
    finally:
        gc.enable()
    assert (found[:3], garbage) == (status, 0)


def test_what_a_search_finds_is_gone_with_its_request() -> None:
    app = create_app(ACCESS_LOG=False)
    call(app, post("/move", searched(0)))
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        statuses = [call(app, post("/move", searched(number))).status for number in range(1, 5)]
        garbage = gc.collect()  # which also empties the interpreter's lists of free tuples
        grown, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert [status[:3] for status in statuses] == ["422", "422", "422", "200"]
    assert garbage == 0
    assert 20 * grown < most
