"""The shortcut, Flask and the service's own server give the same responses."""

from collections.abc import Iterator
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.signals import request_started
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.settings import Config
from service.web.pages import ADDRESSES
from tests.support.contract import example_calls, operations
from tests.support.operations import all_operations
from tests.support.rows import rows
from tests.support.tries import tries
from tests.support.wsgi import Request, Response, call, get, post, prepared

CONFIG = {"ACCESS_LOG": False, "MAX_BODY_BYTES": 20_000}
OPERATIONS = all_operations(Config())
SAME_ID = {"HTTP_X_REQUEST_ID": "the-same"}


@pytest.fixture(scope="module")
def short() -> Flask:
    app = create_app(CONFIG)
    call(app, get("/healthz"))  # the first request goes through Flask
    return app


@pytest.fixture(scope="module")
def through_flask() -> Flask:
    app = create_app(CONFIG)
    app.before_request(lambda: None)
    call(app, get("/healthz"))
    return app


def both(short: Flask, through_flask: Flask, request: Request) -> tuple[Response, Response]:
    request = request._replace(headers={**request.headers, **SAME_ID})
    return call(short, request), call(through_flask, request)


def examples() -> Iterator[Request]:
    for _, request in example_calls():
        yield request
    for path, method, _ in operations():
        if method == "GET" and "{" not in path and path != "/metrics":
            yield get(path)
            for header in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH"):
                for etag in ("*", '"other"', 'W/"other"', "nonsense"):
                    yield get(path, "piles=1", **{header: etag})
            yield Request("HEAD", path, "piles=1")
            yield get(path, "", HTTP_ACCEPT_ENCODING="gzip")


STATIC = [
    get(path, "", **headers)
    for path in [
        *ADDRESSES,
        "/static/core/api.js",
        "/static/core/base.css",
        "/static/qr.svg",
        "/static/",
    ]
    for headers in ({}, {"HTTP_ACCEPT_ENCODING": "gzip"}, {"HTTP_IF_NONE_MATCH": "*"})
]
QUERIED = [
    post("/move", {"piles": [3, 4, 5]})._replace(method="QUERY"),
    post("/graph", {"piles": [5, 6, 7]}, HTTP_ACCEPT_ENCODING="gzip")._replace(method="QUERY"),
]
LARGE = get("/move", "piles=" + "9," * 99 + "9", HTTP_ACCEPT_ENCODING="gzip")
DRAWN = [get("/graph", "piles=1,2", HTTP_ACCEPT=accept) for accept in ("text/vnd.graphviz", "*/*")]
WRONG = [
    post("/move", b""),
    post("/move", b"{"),
    post("/move", b"\xff"),
    post("/move", b"[" * 5_000),
    post("/move", b'{"piles": [1], "piles": [1]}'),
    post("/move", b'{"piles": [NaN]}'),
    post("/move", {"piles": [1] * 10_000 + [1] * 1_000}),
    post("/move", b'{"piles": []}', CONTENT_TYPE="text/plain"),
    post("/move", b'{"piles": []}', CONTENT_TYPE=""),
    post("/move", b'{"piles": []}', CONTENT_TYPE="application/json; charset=latin-1"),
    post("/move", b'{"piles": []}', HTTP_CONTENT_ENCODING="gzip"),
    post("/move", b'{"piles": []}', CONTENT_LENGTH="14"),
    post("/move", b'{"piles": []}', CONTENT_LENGTH="20001"),
    post("/move", b" " * 20_001),
    post("/move", b" " * 20_001, CONTENT_LENGTH=""),
    post("/move", b'{"piles": []}', CONTENT_LENGTH=""),
    Request("POST", "/move", "piles=1", b'{"piles": []}', {"CONTENT_TYPE": "application/json"}),
    Request("DELETE", "/move"),
    Request("OPTIONS", "/move"),
    Request("OPTIONS", "*"),
    Request("GET", "*"),
    Request("BREW", "/move"),
    get("//move"),
    get("/move/"),
    get("/Move"),
    get("/static/none.js"),
    get("/nothing"),
    get("/nothing", "", HTTP_ACCEPT="text/html"),
    post("/octal", {"code": "0.77", "piles": [1]}),
    get("/values", "game=wythoff&size=3"),
    post("/graph", {"game": "fibonacci", "piles": [1]}),
    post("/review", {"game": "kayles", "piles": [9], "moves": [{"pile": 0, "remove": 1}]}),
    get("/static/qr.svg", "link=" + "x" * 50),
    get("/static/../base.css"),
    get("/move", "piles=1&piles=2&misere=true&misere=true"),
    get("/move", "piles=%ff"),
    get("/move", "%ff=%ff"),
    get("/move", "\xff=1"),
    get("/move", "piles=1;2"),
    get("/move", "piles=1", HTTP_HOST="[::1]:80"),
    get("/move", "piles=1", HTTP_HOST=""),
    get("/healthz", "", HTTP_ORIGIN="https://example.org"),
    get("/healthz", "", HTTP_X_FORWARDED_HOST="evil.example"),
]


@rows("request_", [*examples(), *STATIC, *QUERIED, LARGE, *DRAWN, *WRONG])
def test_flask_and_the_shortcut_have_the_same_response(
    short: Flask, through_flask: Flask, request_: Request
) -> None:
    one, other = both(short, through_flask, request_)
    assert one == other


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "method": st.sampled_from(["GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "BREW"]),
        "query": st.text("piles=13,&%x;", max_size=30),
        "body": st.text('{"piles":[13,]}', max_size=30).map(str.encode) | st.binary(),
    },
)


@tries(1_500)
@given(st.sampled_from([*examples()]), CHANGES)
def test_flask_and_the_shortcut_have_the_same_response_to_anything(
    short: Flask, through_flask: Flask, request_: Request, changes: dict[str, Any]
) -> None:
    """A random request for any operation, with another method, query or body."""
    one, other = both(short, through_flask, request_._replace(**changes))
    assert one == other


UNREAD = [
    Request("DELETE", "/move"),
    Request("OPTIONS", "/move"),
    Request("OPTIONS", "*"),
    get("/nothing"),
    get("/static/none.js"),
    get("/healthz", "", HTTP_ORIGIN="https://example.org"),
]


@rows("request_", [*examples(), *STATIC, *QUERIED, *DRAWN, *UNREAD])
@rows("origins", ["*", "https://example.org"])
def test_the_services_own_server_is_given_the_same_response(
    request_: Request, origins: str
) -> None:
    app = app_for(origins)
    request = request_._replace(headers={**request_.headers, **SAME_ID})
    expected, given = call(app, request), prepared(app, request)
    assert (given.status, given.body) == (expected.status, expected.body)
    assert sorted(given.headers) == sorted(expected.headers)


@cache
def app_for(origins: str) -> Flask:
    """An application that lets pages of these origins read its responses."""
    app = create_app(CONFIG, CORS_ORIGINS=origins)
    call(app, get("/healthz"))
    return app


def entered(app: Flask, *requests: Request) -> int:
    """The number of these requests that go through Flask."""
    with patch.object(app, "full_dispatch_request", wraps=app.full_dispatch_request) as dispatch:
        for request in requests:
            call(app, request)
    return dispatch.call_count


MOVE = post("/move", {"piles": [3, 4, 5]})


def test_the_first_request_goes_through_flask_and_no_other() -> None:
    """Otherwise the tests above would compare Flask with itself."""
    app = create_app(CONFIG)
    assert [entered(app, MOVE), entered(app, MOVE, post("/move", {}), get("/healthz"))] == [1, 0]


def test_a_first_request_that_is_rejected_decides_too() -> None:
    app = create_app(CONFIG)
    assert [entered(app, post("/move", b"{")), entered(app, MOVE)] == [1, 0]


def test_a_signal_closes_the_shortcut_for_as_long_as_it_is_connected() -> None:
    app = create_app(CONFIG)
    call(app, MOVE)
    with request_started.connected_to(lambda *_: None):
        assert entered(app, MOVE, MOVE) == 2
    assert entered(app, MOVE) == 0


@pytest.mark.parametrize(
    "request_",
    [Request("PUT", "/move"), get("/move/")],
    ids=["another method", "another path"],
)
def test_what_no_operation_is_for_goes_through_flask(short: Flask, request_: Request) -> None:
    assert entered(short, request_) == 1


@rows(
    ("method", "path"), [(method, each.path) for each in OPERATIONS.all for method in each.methods]
)
def test_each_operation_takes_the_shortcut(short: Flask, method: str, path: str) -> None:
    path = path.replace("<path:name>", "core/api.js").replace("<path:position>", "nim/1")
    assert entered(short, Request(method, path)) == 0
