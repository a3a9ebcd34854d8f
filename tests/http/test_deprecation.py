"""What is to go is announced, by an attribute of its operation's declaration and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from service.app import register
from service.http.attach import ViewContext, attach, by_endpoint
from service.http.clients import Clients
from service.http.deprecation import Deprecated
from service.http.middleware import Middleware
from service.http.operation import Operation, Operations, PlainOperation, TypedOperation
from service.http.request_types import Request
from service.http.responses import fresh_response
from service.http.shortcut import Shortcut
from service.operations import Families
from service.settings import Config
from tests.support.requests import APP, OPERATIONS, REQUESTS, ask
from tests.support.wsgi import Response, call, get, post

SINCE = datetime(2030, 1, 1, tzinfo=UTC)
SUNSET = datetime(2030, 9, 1, tzinfo=UTC)
GOES = Deprecated(SINCE, SUNSET, link="/docs#promise")

ANNOUNCED = {
    "Deprecation": "@1893456000",
    "Sunset": "Sun, 01 Sep 2030 00:00:00 GMT",
    "Link": '</docs#promise>; rel="deprecation"; type="text/html"',
}
NOTHING = dict.fromkeys(ANNOUNCED)


class Counted(Request, kw_only=True):
    """A request of which one key is to go."""

    count: bool
    old: bool | None = None


def typed(method: str, path: str, deprecated: Deprecated | None, **options: Any) -> Operation:
    return TypedOperation(
        method,
        path,
        Counted,
        lambda counted: [counted.count],
        lambda keys: {"counted": keys[0]},
        deprecated=deprecated,
        **options,
    )


def operations() -> list[Operation]:
    of_key = Deprecated(SINCE, SUNSET, ("old",), "/docs#promise")
    work = {"work": lambda _: 1}
    return [
        *(typed(method, "/whole", GOES, **work) for method in ("GET", "POST")),
        *(typed(method, "/key", of_key, **work) for method in ("GET", "POST")),
        *(typed(method, "/slow-key", of_key) for method in ("GET", "POST")),
        *(typed(method, "/kept", None) for method in ("GET", "POST")),
        PlainOperation("GET", "/plain", lambda _: fresh_response(b"1"), deprecated=GOES),
    ]


def application(found: Operations, *, through_flask: bool) -> Flask:
    """A throw-away application, put together as the service's is."""
    config = Config(access_log=False)
    app = Flask("throw-away")
    families: Families = {"old": found.all}
    served = ViewContext(by_endpoint(families), config.max_body_bytes)
    attach(app, lambda: served)
    register(app, families, lambda: served)
    shortcut = Shortcut(app)
    shortcut.serve(found, config.max_body_bytes)
    app.wsgi_app = Middleware(  # type: ignore[method-assign]
        app=app,
        wsgi_app=app.wsgi_app,
        operations=found,
        shortcut=shortcut,
        clients=Clients(()),
        config=config,
    )
    if through_flask:
        app.before_request(lambda: None)
    call(app, get("/plain"))
    return app


@pytest.fixture(scope="module", params=[False, True], ids=["the shortcut", "Flask"])
def app(request: pytest.FixtureRequest) -> Flask:
    return application(Operations(operations()), through_flask=request.param)


def announced(response: Response) -> dict[str, str | None]:
    return {name: response.header(name) for name in ANNOUNCED}


REQUESTS_OF_ALL = {
    "a link": get("/whole", "count=true"),
    "a POST": post("/whole", {"count": True}),
    "an invalid link": get("/whole", "count=1"),
    "an invalid POST": post("/whole", {}),
    "what is no JSON": post("/whole", b"{"),
    "HEAD": get("/whole", "count=true")._replace(method="HEAD"),
    "a plain operation": get("/plain"),
}


@pytest.mark.parametrize("request_", REQUESTS_OF_ALL.values(), ids=REQUESTS_OF_ALL)
def test_every_response_of_a_deprecated_operation_says_so(app: Flask, request_: Any) -> None:
    assert announced(call(app, request_)) == ANNOUNCED


def test_304_says_so_too(app: Flask) -> None:
    etag = call(app, get("/whole", "count=true")).header("ETag") or ""
    response = call(app, get("/whole", "count=true", HTTP_IF_NONE_MATCH=etag))
    assert (response.status, announced(response)) == ("304 NOT MODIFIED", ANNOUNCED)


@pytest.mark.parametrize("path", ["/key", "/slow-key"])
@pytest.mark.parametrize("old", [True, False])
def test_a_deprecated_key_is_announced(app: Flask, path: str, *, old: bool) -> None:
    sent = call(app, post(path, {"count": True, "old": old}))
    by_get = call(app, get(path, f"count=true&old={'true' if old else 'false'}"))
    again = call(app, get(path, f"count=true&old={'true' if old else 'false'}"))
    assert announced(sent) == announced(by_get) == announced(again) == ANNOUNCED


@pytest.mark.parametrize("path", ["/key", "/slow-key", "/kept"])
def test_a_request_without_it_is_not(app: Flask, path: str) -> None:
    sent = [
        call(app, post(path, {"count": True})),
        call(app, post(path, {"count": True, "old": None})),
        call(app, get(path, "count=true")),
    ]
    assert [*map(announced, sent)] == [NOTHING] * 3


def test_the_server_s_judgement_before_it_does_not_hide_it() -> None:
    """A request is decoded before it is responded to, to know what it costs."""
    found = Operations(operations())
    app, request = (
        application(found, through_flask=False),
        post("/key", {"count": True, "old": True}),
    )

    def serve(environ: Any, start_response: Any) -> Any:
        operation = found.find("POST", "/key")
        assert operation is not None
        assert not operation.runs_in_thread(environ, request.body)
        return app(environ, start_response)

    assert announced(call(serve, request)) == ANNOUNCED


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_nothing_of_the_service_is_to_go(method: str, path: str) -> None:
    assert announced(ask(method, path, REQUESTS[path])) == NOTHING
    assert announced(call(APP, get("/healthz"))) == NOTHING


def test_less_than_six_months_are_rejected() -> None:
    with pytest.raises(ValueError, match="184 days"):
        Deprecated(SINCE, SINCE + timedelta(days=183))
