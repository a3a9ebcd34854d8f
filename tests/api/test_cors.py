"""CORS: a page of another origin may send what libraries add, and read what it needs."""

import pytest

from service.app import create_app
from tests.support.requests import APP, POSTS, ask
from tests.support.wsgi import Request, Response, call

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


@pytest.mark.parametrize("headers", SENT_BY_LIBRARIES.values(), ids=SENT_BY_LIBRARIES)
def test_what_libraries_add_is_allowed(headers: str) -> None:
    response = preflight("/move", headers)
    assert response.status == "204 NO CONTENT"
    assert {name: is_allowed(response, name) for name in headers.split(", ")} == dict.fromkeys(
        headers.split(", "), True
    )


@pytest.mark.parametrize("path", POSTS)
def test_each_operation_takes_post(path: str) -> None:
    methods = preflight(path, "content-type").header("Access-Control-Allow-Methods") or ""
    assert "POST" in methods.split(", ")


def test_the_whole_response_to_a_preflight() -> None:
    headers = preflight("/move", "content-type, baggage").headers
    cors = {
        name: value for name, value in headers if name.startswith(("Access-Control", "Vary", "All"))
    }
    assert cors == {
        "Allow": "GET, HEAD, OPTIONS, POST, QUERY",
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS, POST, QUERY",
        "Access-Control-Allow-Headers": (
            "Authorization, Content-Type, If-None-Match, X-Request-ID, baggage, sentry-trace, "
            "traceparent, tracestate, *"
        ),
        "Access-Control-Max-Age": "86400",
        "Access-Control-Expose-Headers": (
            "X-Request-ID, ETag, Retry-After, Allow, Accept-Post, Accept-Query, Accept-Encoding, "
            "Deprecation, Sunset, Link"
        ),
    }


def test_headers_that_libraries_add_are_allowed_for_the_configured_origins_too() -> None:
    app = create_app(ACCESS_LOG=False, CORS_ORIGINS=("https://game.example",))
    response = preflight("/move", "baggage", app)
    assert is_allowed(response, "baggage")
    assert response.header("Access-Control-Allow-Origin") == "https://game.example"
    assert response.header("Vary") == "Origin"


def test_credentials_are_never_allowed() -> None:
    """Without credentials `*` stands for all headers."""
    for response in (preflight("/move", "cookie"), ask("POST", "/move", {"piles": [3]})):
        assert response.header("Access-Control-Allow-Credentials") is None


@pytest.mark.parametrize("name", ["ETag", "Retry-After", "X-Request-ID", "Deprecation", "Sunset"])
@pytest.mark.parametrize("keys", [{"piles": [3]}, {}], ids=["a response", "a problem"])
def test_a_page_may_read_the_headers_that_it_needs(name: str, keys: dict[str, object]) -> None:
    exposed = ask("GET", "/move", keys).header("Access-Control-Expose-Headers") or ""
    assert name in exposed.split(", ")
