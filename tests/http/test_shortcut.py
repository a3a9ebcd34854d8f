"""The short way and the way through Flask give the same answers, byte for byte."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.http.shortcut import Shortcut
from service.settings import Config
from tests.support.contract import example_requests, operations
from tests.support.tries import tries
from tests.support.wsgi import Answered, Request, call, get, post

CONFIG = Config(access_log=False, max_body_bytes=20_000)
SAME_ID = {"HTTP_X_REQUEST_ID": "the-same"}


@pytest.fixture(scope="module")
def short() -> Flask:
    return create_app(CONFIG)


@pytest.fixture(scope="module")
def through_flask() -> Flask:
    app = create_app(CONFIG)
    app.before_request(lambda: None)
    return app


def both(short: Flask, through_flask: Flask, request: Request) -> tuple[Answered, Answered]:
    request = request._replace(headers={**request.headers, **SAME_ID})
    return call(short, request), call(through_flask, request)


def examples() -> Iterator[Any]:
    for path, method, operation in operations():
        if path == "/metrics":
            continue  # its values change from one request to the next
        for name, example in example_requests(path, method, operation).items():
            request: Request
            if "json" in example:
                request = post(path, example["json"])
            else:
                query = example["path"].partition("?")[2]
                request = get(path, query)
            yield pytest.param(request, id=f"{method} {path} {name}")
        if method == "GET" and "{" not in path:
            yield pytest.param(get(path), id=f"{path} without a query")
            for header in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH"):
                for etag in ("*", '"other"', 'W/"other"', "nonsense"):
                    yield pytest.param(
                        get(path, "piles=1", **{header: etag}), id=f"{path} {header} {etag}"
                    )
            yield pytest.param(Request("HEAD", path, "piles=1"), id=f"HEAD {path}")
            yield pytest.param(get(path, "", HTTP_ACCEPT_ENCODING="gzip"), id=f"{path} gzip")


FAULTS = [
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
    get("/move", "piles=1&piles=2&misere=true&misere=true"),
    get("/move", "piles=%ff"),
    get("/move", "%ff=%ff"),
    get("/move", "\xff=1"),
    get("/move", "piles=1;2"),
    get("/move", "piles=1", HTTP_HOST="a..b"),
    get("/move", "piles=1", HTTP_HOST="x" * 64),
    get("/move", "piles=1", HTTP_HOST="[::1]:80"),
    get("/move", "piles=1", HTTP_HOST=""),
    get("/healthz", "", HTTP_ORIGIN="https://example.org"),
    get("/healthz", "", HTTP_X_FORWARDED_HOST="evil.example"),
]


@pytest.mark.parametrize("request_", [*examples(), *FAULTS])
def test_both_ways_give_the_same_answer(
    short: Flask, through_flask: Flask, request_: Request
) -> None:
    one, other = both(short, through_flask, request_)
    assert one == other


KEYS = st.sampled_from(
    ["piles", "misere", "max_remove", "subtraction_set", "moves", "positions", "code", "options",
     "sums", "sum", "pile", "remove", "leaves", "x", "_schema"]
)  # fmt: skip
NUMBERS = st.integers(-1, 12) | st.sampled_from([2**53 - 1, 2**53, 10**30, 3.0, 3.5, 1e300])
VALUES: st.SearchStrategy[Any] = st.recursive(
    NUMBERS | st.booleans() | st.none() | st.sampled_from(["", "a", "0.77", "4!.0", "9"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)
LISTS = st.lists(st.integers(0, 9), max_size=5)
BODIES = VALUES | st.fixed_dictionaries(
    {"piles": LISTS}, optional={"misere": st.booleans(), "max_remove": NUMBERS, "moves": VALUES}
)
POSTED = st.sampled_from(
    ["/move", "/moves", "/explanation", "/review", "/grundy", "/octal", "/variant"]
)
ASKED = st.sampled_from(
    ["/move", "/explanation", "/octal/values", "/positions", "/graph", "/nimbers/sum", "/healthz"]
)
TEXTS = st.sampled_from(["piles", "misere", "max_remove", "size", "of", "code", "x", "%70iles"])
QUERIES = st.lists(
    st.tuples(TEXTS, st.sampled_from(["1", "3,4,5", "true", "", "0.77", "x", "%33", "-1"])),
    max_size=4,
).map(lambda pairs: "&".join(f"{key}={value}" for key, value in pairs))


@tries(1_500)
@given(request_=st.builds(post, POSTED, BODIES) | st.builds(get, ASKED, QUERIES))
def test_both_ways_give_the_same_answer_to_whatever_is_sent(
    short: Flask, through_flask: Flask, request_: Request
) -> None:
    one, other = both(short, through_flask, request_)
    assert one == other


def test_the_short_way_is_taken(short: Flask) -> None:
    """Else the tests above would compare Flask with itself."""
    with patch.object(short, "full_dispatch_request", side_effect=AssertionError):
        assert call(short, post("/move", {"piles": [3, 4, 5]})).status == "200 OK"
        assert call(short, post("/move", {})).status == "422 UNPROCESSABLE ENTITY"


def test_each_operation_of_a_fixed_path_takes_it(short: Flask) -> None:
    (middleware,) = [short.wsgi_app]
    shortcut: Shortcut = middleware._shortcut  # type: ignore[attr-defined]
    fixed = {
        (method, path) for path, method, _ in operations() if "{" not in path and path != "/static"
    }
    assert fixed <= shortcut._operations.keys()
