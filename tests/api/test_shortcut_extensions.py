"""Extensions and tracing made for Flask attach to the application, and work."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask_cors import CORS
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from opentelemetry.instrumentation.flask import FlaskInstrumentor
from opentelemetry.instrumentation.wsgi import OpenTelemetryMiddleware
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service.app import create_app
from tests.support.wsgi import Request, call, get, post

POSITION = {"piles": [3, 4, 5]}


@pytest.fixture
def app() -> Flask:
    return create_app(ACCESS_LOG=False)


# --- Limits and CORS --------------------------------------------------------------------------


def test_flask_limiter_rejects_with_a_problem(app: Flask) -> None:
    Limiter(get_remote_address, app=app, default_limits=["2 per hour"], storage_uri="memory://")
    responses = [call(app, post("/move", POSITION)) for _ in range(3)]
    assert [each.status[:3] for each in responses] == ["200", "200", "429"]
    assert responses[2].header("Content-Type") == "application/problem+json"
    assert json.loads(responses[2].body) == {
        "type": "about:blank",
        "title": "Too Many Requests",
        "status": 429,
        "detail": "2 per 1 hour",
    }


def test_flask_cors_names_the_origins_instead_of_the_service(app: Flask) -> None:
    CORS(app, origins=["https://school.example"], supports_credentials=True)
    for _ in range(2):
        response = call(app, get("/healthz", HTTP_ORIGIN="https://school.example"))
        allowed = [value for key, value in response.headers if key == "Access-Control-Allow-Origin"]
        assert allowed == ["https://school.example"]


def test_flask_cors_responds_to_a_preflight_instead_of_the_service(app: Flask) -> None:
    CORS(app, origins=["https://school.example"], methods=["POST"], max_age=5)
    preflight = {
        "HTTP_ORIGIN": "https://school.example",
        "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "POST",
        "HTTP_ACCESS_CONTROL_REQUEST_HEADERS": "content-type",
    }
    response = call(app, Request("OPTIONS", "/move", headers=preflight))
    found = [field for field in response.headers if field[0].startswith("Access-Control-")]
    assert ("Access-Control-Allow-Methods", "POST") in found
    assert ("Access-Control-Max-Age", "5") in found
    assert len({name for name, _ in found}) == len(found)


# --- OpenTelemetry ----------------------------------------------------------------------------


@pytest.fixture
def spans() -> Iterator[tuple[TracerProvider, InMemorySpanExporter]]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    yield provider, exporter
    provider.shutdown()


def test_opentelemetrys_middleware_sees_each_request(app: Flask, spans: Any) -> None:
    provider, exporter = spans
    app.wsgi_app = OpenTelemetryMiddleware(app.wsgi_app, tracer_provider=provider)  # type: ignore[method-assign]
    for _ in range(2):
        call(app, post("/move", POSITION))
    finished = exporter.get_finished_spans()
    assert [span.attributes["http.status_code"] for span in finished] == [200, 200]


def test_opentelemetrys_instrumentation_names_the_route(app: Flask, spans: Any) -> None:
    provider, exporter = spans
    FlaskInstrumentor().instrument_app(app, tracer_provider=provider)
    call(app, post("/move", POSITION))
    call(app, post("/move", {}))
    assert [
        (span.name, span.attributes["http.route"], span.attributes["http.status_code"])
        for span in exporter.get_finished_spans()
    ] == [("POST /move", "/move", 200), ("POST /move", "/move", 422)]


def test_opentelemetrys_instrumentation_of_flask_itself(spans: Any) -> None:
    """As `opentelemetry-instrument` attaches it, before the application is made."""
    provider, exporter = spans
    FlaskInstrumentor().instrument(tracer_provider=provider)
    try:
        app = create_app(ACCESS_LOG=False)
        for _ in range(2):
            call(app, get("/move", "piles=1"))
    finally:
        FlaskInstrumentor().uninstrument()
    assert [span.name for span in exporter.get_finished_spans()] == ["GET /move", "GET /move"]
