"""Every operation of the service: what is read, what is asked of the theory, what is answered."""

from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request

from service import schemas
from service.body import read_json
from service.codec import encode
from service.config import Config
from service.game import nim
from service.health import Process
from service.metrics import Metrics
from service.schemas import Schemas, load_body, load_query

CONTRACT = Path(__file__).parent.parent / "openapi.yaml"

JSON = "application/json"
FOR_EVER = "public, max-age=31536000, immutable"


def attach(app: Flask, config: Config, process: Process, metrics: Metrics | None) -> None:
    """Add the operations to the application."""
    shapes = Schemas(config)
    contract = CONTRACT.read_bytes()

    def body() -> Any:
        environ = request.environ
        if environ.get("QUERY_STRING"):
            load_query(shapes.no_parameters, query(), {})
        return read_json(environ, config.max_body_bytes)

    def solve(position: dict[str, Any]) -> nim.Solution:
        solution = nim.solve(**position)
        if metrics:
            metrics.solved(**position, position_class=solution["position_class"])
        return solution

    @app.post("/move")
    def post_move() -> WSGIApplication:
        return answer(solve(load_body(shapes.position, body())))

    @app.get("/move")
    def get_move() -> Response:
        parse = {"piles": schemas.naturals, "misere": schemas.boolean}
        position = load_query(shapes.position, query(), parse)
        return cacheable(encode(solve(position)), JSON, FOR_EVER)

    @app.get("/openapi.yaml")
    def openapi() -> Response:
        return cacheable(contract, "application/yaml", "no-cache")

    if metrics:

        @app.get("/metrics")
        def get_metrics() -> Response:
            accept = request.headers.get("Accept", "")
            text, content_type = metrics.exposition(accept, process.in_flight)
            response = Response(text, content_type=content_type)
            response.headers["Cache-Control"] = "no-store"
            response.headers["Vary"] = "Accept"
            return response


def query() -> dict[str, list[str]]:
    """The query's parameters with all their values."""
    return request.args.to_dict(flat=False)


def answer(value: Any) -> WSGIApplication:
    """A JSON answer, as the WSGI application that Flask lets a view return."""
    body = encode(value)

    def send(_: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        start_response("200 OK", [("Content-Type", JSON), ("Content-Length", str(len(body)))])
        return [body]

    return send


def cacheable(body: bytes, media_type: str, cache_control: str) -> Response:
    """An answer with a strong ETag, or 304 where the client has it already."""
    response = Response(body, content_type=media_type)
    response.add_etag()
    response.headers["Cache-Control"] = cache_control
    response.make_conditional(request)
    return response
