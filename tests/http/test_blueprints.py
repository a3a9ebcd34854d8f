"""The operations as blueprints of another application: all of them, or one, under a prefix."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, url_for

from service import create_app, create_blueprints
from service.http.middleware import SECURITY_HEADERS
from service.settings import BadSetting
from tests.support.contract import example_calls, operations
from tests.support.service import SOLVED
from tests.support.wsgi import Request, Response, call, get, post

POSITION = {"piles": [3, 4, 5]}
ADDED = {
    "x-request-id",
    "traceparent",
    *(name.lower() for name, _ in SECURITY_HEADERS),
    "access-control-allow-origin",
    "access-control-expose-headers",
}
"""The headers that the service's own application gives every response."""


def host(*families: str, **config: Any) -> Flask:
    """Another application with these families under /nim, or with all."""
    app = Flask("host")
    app.config.from_mapping(config)
    for family, blueprint in create_blueprints().items():
        if not families or family in families:
            app.register_blueprint(blueprint, url_prefix="/nim")
    return app


@pytest.fixture(scope="module")
def all_families() -> Flask:
    return host()


@pytest.fixture(scope="module")
def alone() -> Flask:
    return create_app(ACCESS_LOG=False)


def below(request: Request, prefix: str = "/nim") -> Request:
    return request._replace(path=prefix + request.path)


def own_of(response: Response) -> tuple[str, set[tuple[str, str]], bytes]:
    """A response without what the middleware adds."""
    headers = {(name.lower(), value) for name, value in response.headers}
    return response.status, {(n, v) for n, v in headers if n not in ADDED}, response.body


def examples() -> Iterator[Any]:
    for name, request in example_calls():
        yield pytest.param(request, id=name)
    for path, method, _ in operations():
        if method == "GET" and "{" not in path and path not in CHANGING:
            yield pytest.param(get(path), id=f"{path} without a query")


CHANGING = {"/metrics", "/openapi.yaml", "/openapi.json"}
"""Paths at which another application has something else, or nothing."""

REFUSED = [
    post("/move", b"{"),
    post("/move", {"piles": [-1]}),
    post("/move", b"{}", CONTENT_TYPE="text/plain"),
    post("/move", b"{}", CONTENT_LENGTH="3"),
    get("/move", "piles=1", HTTP_IF_MATCH='"other"'),
]


@pytest.mark.parametrize("request_", [*examples(), *REFUSED])
def test_another_application_responds_as_the_service_does(
    alone: Flask, all_families: Flask, request_: Request
) -> None:
    ours = call(alone, request_)
    theirs = call(all_families, below(request_))
    assert own_of(theirs) == own_of(ours)
    assert ADDED.isdisjoint(name.lower() for name, _ in theirs.headers)


def test_one_family_may_be_registered_alone() -> None:
    app = host("move")
    assert call(app, below(post("/move", POSITION))).json == SOLVED
    assert call(app, below(get("/values", "size=3"))).status == "404 NOT FOUND"
    with app.test_request_context():
        assert url_for("move.get", piles="1") == "/nim/move?piles=1"


def test_there_is_nothing_to_measure_by() -> None:
    assert "metrics" not in create_blueprints()
    assert call(host(), get("/nim/metrics")).status == "404 NOT FOUND"


def test_the_settings_are_those_of_that_application() -> None:
    app = host(MAX_PILES=2, MAX_POSITIONS=1, MAX_BODY_BYTES=1_024)
    for request, status in [
        (post("/move", {"piles": [1, 2]}), "200 OK"),
        (post("/move", POSITION), "422 UNPROCESSABLE ENTITY"),
        (post("/moves", {"positions": [{"piles": []}] * 2}), "422 UNPROCESSABLE ENTITY"),
        (post("/move", b" " * 1_025), "413 REQUEST ENTITY TOO LARGE"),
    ]:
        assert call(app, below(request)).status == status


def test_they_may_be_read_from_the_environment_as_flask_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NIM_MAX_PILES", "2")
    app = host("move")
    app.config.from_prefixed_env("NIM")
    assert call(app, below(post("/move", POSITION))).status.startswith("422")


def test_two_applications_have_settings_of_their_own() -> None:
    blueprint = create_blueprints()["move"]
    statuses = []
    for most in (2, 3):
        app = Flask("host")
        app.config["MAX_PILES"] = most
        app.register_blueprint(blueprint, url_prefix="/nim")
        statuses.append(call(app, below(post("/move", POSITION))).status[:3])
    assert statuses == ["422", "200"]


def test_the_smaller_limit_on_bodies_holds_there_too() -> None:
    refused = call(host(MAX_CONTENT_LENGTH=10), below(post("/move", POSITION)))
    assert (refused.status[:3], refused.json["detail"]) == (
        "413",
        "The body may have at most 10 bytes.",
    )


def test_keys_of_the_config_that_mean_something_else_there_are_not_read() -> None:
    app = host(HOST="https://example.org", PORT="none", LOG_LEVEL=20, METRICS=object(), PAGES=None)
    assert call(app, below(post("/move", POSITION))).status == "200 OK"


def test_a_setting_that_is_not_allowed_is_an_error_of_that_application() -> None:
    app = host(MAX_PILES=0)
    app.testing = True
    with pytest.raises(BadSetting, match="MAX_PILES is 0, but must be"):
        call(app, below(post("/move", POSITION)))


def test_a_handler_of_that_application_is_called() -> None:
    app = host()
    app.register_error_handler(422, lambda error: (f"mine: {error.description}", 422))
    refused = call(app, below(post("/move", {"piles": [-1]})))
    assert refused.body == b"mine: piles[0]: must be 0 or more."


def test_what_is_not_there_is_that_applications() -> None:
    app = host()
    app.register_error_handler(404, lambda _: ("mine", 404))
    for path in ("/nim/nothing", "/nim/static/none.js", "/move"):
        assert call(app, get(path)).body == b"mine"


def test_the_contract_and_the_pages_know_their_place(all_families: Flask) -> None:
    contract = call(all_families, get("/nim/openapi.json")).json
    assert contract["servers"] == [{"url": "/nim/"}]
    page = call(all_families, get("/nim/learn")).body
    assert b"http://localhost:8000/nim/" in page
    assert call(all_families, get("/nim/static/core/dom.js")).status == "200 OK"


def test_a_prefix_may_have_parts_that_change() -> None:
    app = Flask("host")
    for blueprint in create_blueprints().values():
        app.register_blueprint(blueprint, url_prefix="/<language>/nim")
    assert call(app, post("/de/nim/move", POSITION)).json == SOLVED
    assert call(app, get("/de/nim/static/core/dom.js")).status == "200 OK"
    contract = call(app, get("/de/nim/openapi.json")).json
    assert contract["servers"] == [{"url": "/de/nim/"}]


def test_a_prefix_below_another_mount_counts_both() -> None:
    reply = call(host("contract"), get("/nim/openapi.json", SCRIPT_NAME="/games"))
    assert reply.json["servers"] == [{"url": "/games/nim/"}]
