"""A prefix: everything is served under it, and every link to the service has it."""

import json
import re
from collections.abc import Callable, Iterable
from urllib.parse import urljoin
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from service.app import create_app
from service.operations.contract import parse
from service.web.pages import ADDRESSES
from tests.support.requests import OPERATIONS, REQUESTS, ask, request_of
from tests.support.rows import rows
from tests.support.wsgi import Request, Response, call, get, prepared

PREFIX = "/games/nim"
APP = create_app(ACCESS_LOG=False, PATH_PREFIX=PREFIX)


def inside(request: Request) -> Response:
    """The response to a request under the prefix."""
    return call(APP, request._replace(path=PREFIX + request.path))


@rows(("method", "path"), OPERATIONS)
def test_an_operation_is_below_the_prefix_only(method: str, path: str) -> None:
    request = request_of(method, path, REQUESTS[path])
    expected = ask(method, path, REQUESTS[path]).body
    assert inside(request).body == expected
    assert prepared(APP, request._replace(path=PREFIX + path)).body == expected
    assert call(APP, request).status == "404 NOT FOUND"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_probe_is_inside_and_outside(path: str) -> None:
    for response in (inside(get(path)), call(APP, get(path))):
        assert response.status == "200 OK"


@rows(
    "path",
    [
        "/",
        "",
        "/games",
        "/games/",
        "/games/nimble/move",
        "/games/nim2",
        "/Games/nim/move",
        "//games/nim/move",
        "/games/nim/games/nim/move",
        "/games//nim/move",
        "/games/nim//move",
        "/games/./nim/move",
        "/x/../games/nim/move",
        "/healthz/",
        "/docs",
        "/static/core/api.js",
    ],
)
def test_everything_else_is_not_found(path: str) -> None:
    response = call(APP, get(path, "piles=3"))
    assert response.status == "404 NOT FOUND"
    assert response.json["type"] == f"{PREFIX}/docs#error-not-found"


@pytest.mark.parametrize("query", ["", "lang=de"])
def test_the_prefix_alone_leads_to_the_pages(query: str) -> None:
    for response in (call(APP, get(PREFIX, query)), prepared(APP, get(PREFIX, query))):
        assert response.status == "308 PERMANENT REDIRECT"
        assert response.header("Location") == f"{PREFIX}/?{query}".rstrip("?")
    assert call(APP, get(f"{PREFIX}/", query)).status == "200 OK"


def test_the_contract_says_where_the_paths_begin() -> None:
    assert inside(get("/openapi.json")).json["servers"] == [{"url": f"{PREFIX}/"}]


@pytest.mark.parametrize(
    ("request_", "name"),
    [
        (get("/move", "piles=-1"), "invalid-request"),
        (get("/moove"), "not-found"),
        (Request("PUT", "/move"), "method-not-allowed"),
        (Request("POST", "/move", body=b"{}"), "unsupported-media-type"),
    ],
)
def test_the_type_of_a_problem_leads_to_its_description(request_: Request, name: str) -> None:
    problem = inside(request_).json
    assert problem["type"] == f"{PREFIX}/docs#error-{name}"
    path, _, anchor = problem["type"].removeprefix(PREFIX).partition("#")
    assert f'id="{anchor}"' in inside(get(path)).body.decode()


def test_a_suggested_path_has_the_prefix() -> None:
    assert "did you mean /games/nim/move?" in inside(get("/moove")).json["detail"]


@pytest.mark.parametrize("ask_", [call, prepared], ids=["any server", "its own server"])
def test_a_middleware_sees_each_path_as_it_was_sent(ask_: Callable[..., Response]) -> None:
    app = create_app(ACCESS_LOG=False, PATH_PREFIX=PREFIX)
    inner, seen = app.wsgi_app, list[tuple[str, str]]()

    def middleware(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        seen.append((environ["SCRIPT_NAME"], environ["PATH_INFO"]))
        return inner(environ, start_response)

    app.wsgi_app = middleware  # type: ignore[method-assign]
    paths = [
        f"{PREFIX}/move",
        f"{PREFIX}/nowhere",
        PREFIX,
        "/outside",
        f"{PREFIX}/docs",
        "/healthz",
    ]
    for path in paths * 2:  # the first request is handled differently
        ask_(app, get(path, "piles=1"))
    assert seen == [("", path) for path in paths * 2]


LINK = re.compile(r'(?:href|src)="(?!https?:|data:|#)([^"]+)"')
"""An address of this service in a page."""


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_of_a_page_leads_below_the_prefix(address: str) -> None:
    page = inside(get(address))
    assert page.status == "200 OK"
    links = {*LINK.findall(page.body.decode())}
    assert links
    for link in links:
        path = urljoin(PREFIX + address, link).partition("#")[0].partition("?")[0]
        assert path.startswith(f"{PREFIX}/"), link
        assert call(APP, get(path)).status == "200 OK", link


def test_agents_ask_below_the_prefix_too() -> None:
    response = inside(Request("POST", "/mcp", body=b"{}", headers={"CONTENT_TYPE": "text/plain"}))
    assert json.loads(response.body)["error"]["code"] == -32600


@pytest.mark.parametrize("prefix", ["", PREFIX])
def test_a_mount_by_another_application_has_its_place_too(prefix: str) -> None:
    app = create_app(ACCESS_LOG=False, PATH_PREFIX=prefix)
    mounted = DispatcherMiddleware(APP, {"/mount": app})
    response = call(mounted, get(f"/mount{prefix}/move", "piles=-1"))
    assert response.json["type"] == f"/mount{prefix}/docs#error-invalid-request"
    contract = call(mounted, get(f"/mount{prefix}/openapi.json"))
    assert contract.json["servers"] == [{"url": f"/mount{prefix}/"}]
    assert parse(call(mounted, get(f"/mount{prefix}/openapi.yaml")).body) == contract.json
    assert contract.header("ETag") != inside(get("/openapi.json")).header("ETag")
