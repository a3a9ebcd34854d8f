"""CORS: a page of another origin may send what libraries add, and read what it needs."""

import pytest

from service.app import create_app
from tests.support.requests import APP, ask
from tests.support.rows import rows
from tests.support.wsgi import Request, Response, call, get

SENT_BY_LIBRARIES = {
    "fetch with JSON": "content-type",
    "Sentry": "baggage, sentry-trace",
    "OpenTelemetry": "traceparent, tracestate, baggage",
    "a cache of its own": "if-none-match",
    "the id of a request": "x-request-id",
    "jQuery": "x-requested-with",
    "htmx": "hx-current-url, hx-request, hx-target",
    "Datadog": "x-datadog-origin, x-datadog-parent-id, x-datadog-trace-id",
    "New Relic": "newrelic",
    "Elastic": "elastic-apm-traceparent",
    "a gateway's key": "authorization, x-api-key",
    "any": "x-whatever",
}

EXPOSED = (
    "X-Request-ID, ETag, Retry-After, Allow, Accept-Post, Accept-Query, Accept-Encoding, "
    "Deprecation, Sunset, Link"
)
"""The headers that a page may read, in addition to those that every page may read."""


def preflight(path: str, headers: str, app: object = APP) -> Response:
    sent = {
        "HTTP_ORIGIN": "https://game.example",
        "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "POST",
        "HTTP_ACCESS_CONTROL_REQUEST_HEADERS": headers,
    }
    return call(app, Request("OPTIONS", path, headers=sent))  # type: ignore[arg-type]


def is_allowed(response: Response, name: str) -> bool:
    """Whether a browser sends a header, without credentials (Fetch, 4.8, CORS-preflight fetch)."""
    allowed = (response.header("Access-Control-Allow-Headers") or "").lower().split(", ")
    return name.lower() in allowed or ("*" in allowed and name.lower() != "authorization")


@rows(("library", "headers"), SENT_BY_LIBRARIES.items())
def test_what_libraries_add_is_allowed(library: str, headers: str) -> None:
    response = preflight("/move", headers)
    assert not [name for name in headers.split(", ") if not is_allowed(response, name)], library


def cors(response: Response) -> dict[str, str]:
    """The headers of a response that are about its request's origin."""
    return {
        name: value
        for name, value in response.headers
        if name.startswith(("Access-Control", "Vary", "Allow"))
    }


def test_the_whole_response_to_a_preflight() -> None:
    response = preflight("/move", "content-type, baggage")
    assert (response.status, response.body) == ("204 NO CONTENT", b"")
    assert cors(response) == {
        "Allow": "GET, HEAD, OPTIONS, POST, QUERY",
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS, POST, QUERY",
        "Access-Control-Allow-Headers": (
            "Authorization, Content-Type, If-None-Match, X-Request-ID, baggage, sentry-trace, "
            "traceparent, tracestate, *"
        ),
        "Access-Control-Max-Age": "86400",
        "Access-Control-Expose-Headers": EXPOSED,
    }


def test_a_preflight_for_an_unknown_path_is_a_404() -> None:
    assert preflight("/nothing", "content-type").status == "404 NOT FOUND"


def test_only_the_response_to_a_preflight_says_what_may_be_sent() -> None:
    for request in (Request("DELETE", "/move"), Request("OPTIONS", "*")):
        response = call(APP, request)
        assert response.header("Allow") is not None
        assert response.header("Access-Control-Allow-Methods") is None


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("keys", [{"piles": [3]}, {}], ids=["a response", "a problem"])
def test_a_page_of_any_origin_may_read_what_comes_back(
    method: str, keys: dict[str, object]
) -> None:
    response = ask(method, "/move", keys, HTTP_ORIGIN="https://game.example")
    assert cors(response) == {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": EXPOSED,
    }


ORIGINS = ("https://game.example", "http://localhost:3000")


@pytest.mark.parametrize("origin", [*ORIGINS, "https://evil.example", "null", ""])
def test_only_the_configured_origins_may_read_responses(origin: str) -> None:
    app = create_app(ACCESS_LOG=False, CORS_ORIGINS=ORIGINS)
    response = call(app, get("/move", "piles=3", HTTP_ORIGIN=origin))
    assert response.header("Vary") == "Origin"
    assert response.header("Access-Control-Allow-Origin") == (origin if origin in ORIGINS else None)


def test_the_configured_origins_may_send_what_libraries_add() -> None:
    app = create_app(ACCESS_LOG=False, CORS_ORIGINS=ORIGINS)
    response = preflight("/move", "baggage", app)
    assert is_allowed(response, "baggage")
    assert response.header("Access-Control-Allow-Origin") == "https://game.example"
    assert response.header("Vary") == "Origin"
