"""Every operation of the service: what is read, what is asked of the theory, what is answered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request

from service import schemas
from service.body import read_json
from service.codec import encode
from service.config import Config
from service.game import nim, nimber
from service.game.explanation import explain
from service.game.graph import EndlessGame, UnknownPosition, solve_game
from service.game.review import IllegalMove, review
from service.health import Process
from service.metrics import Metrics
from service.schemas import Schemas, load_body, load_query

CONTRACT = Path(__file__).parent.parent / "openapi.yaml"

JSON = "application/json"
FOR_EVER = "public, max-age=31536000, immutable"


def attach(app: Flask, config: Config, process: Process, metrics: Metrics | None) -> None:
    """Add the operations to the application."""
    theory = Theory(config, metrics)
    app.post("/move")(theory.move)
    app.get("/move")(theory.move_by_link)
    app.post("/moves")(theory.moves)
    app.post("/explanation")(theory.explanation)
    app.post("/review")(theory.review)
    app.post("/grundy")(theory.grundy)
    app.get("/nimbers/sum")(theory.nimber_sum)
    app.get("/nimbers/product")(theory.nimber_product)
    app.get("/nimbers/table")(theory.nimber_table)

    contract = CONTRACT.read_bytes()

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


class Theory:
    """The operations that ask the theory, each read, solved, counted and answered."""

    def __init__(self, config: Config, metrics: Metrics | None) -> None:
        self._shapes = Schemas(config)
        self._max_body_bytes = config.max_body_bytes
        self._metrics = metrics

    def _body(self) -> Any:
        environ = request.environ
        if environ.get("QUERY_STRING"):
            load_query(self._shapes.no_parameters, query(), {})
        return read_json(environ, self._max_body_bytes)

    def _solve(self, position: dict[str, Any]) -> nim.Solution:
        solution = nim.solve(**position)
        if self._metrics:
            self._metrics.solved(**position, position_class=solution["position_class"])
        return solution

    def move(self) -> WSGIApplication:
        """Solve a position."""
        return answer(self._solve(load_body(self._shapes.position, self._body())))

    def move_by_link(self) -> Response:
        """Solve a position in the query."""
        parse = {"piles": schemas.naturals, "misere": schemas.boolean}
        position = load_query(self._shapes.position, query(), parse)
        return cacheable(encode(self._solve(position)), JSON, FOR_EVER)

    def moves(self) -> WSGIApplication:
        """Solve many positions, or none if any of them is invalid."""
        positions = load_body(self._shapes.batch, self._body())["positions"]
        results = [nim.solve(piles, misere) for piles, misere in positions]
        if self._metrics:
            self._metrics.solved_many(
                (len(piles), misere, result["position_class"])
                for (piles, misere), result in zip(positions, results, strict=True)
            )
        return answer({"results": results})

    def explanation(self) -> WSGIApplication:
        """Solve a position and say why."""
        position = load_body(self._shapes.explanation, self._body())
        explanation = explain(**position)
        if self._metrics:
            self._metrics.solved(**position, position_class=explanation.position_class)
        return answer(explanation)

    def review(self) -> WSGIApplication:
        """Judge a game move by move."""
        game = load_body(self._shapes.review, self._body())
        try:
            result = review(**game)
        except IllegalMove as error:
            raise schemas.illegal_move(error) from None
        if self._metrics:
            met = [(ply.piles, ply.position_class) for ply in result.plies]
            met.append((result.position.piles, result.position.position_class))
            self._metrics.solved_many((len(piles), game["misere"], kind) for piles, kind in met)
        return answer(result)

    def grundy(self) -> WSGIApplication:
        """Solve a game given as a graph, and a sum of its positions."""
        game = load_body(self._shapes.game, self._body())
        try:
            solution = solve_game(game["options"], game["sum"])
        except UnknownPosition as error:
            raise schemas.unknown_positions(error) from None
        except EndlessGame as error:
            raise schemas.endless_game(error) from None
        return answer(schemas.solved_game(solution))

    def nimber_sum(self) -> Response:
        """Add nimbers."""
        return self._calculate("sum")

    def nimber_product(self) -> Response:
        """Multiply nimbers."""
        return self._calculate("product")

    def _calculate(self, operation: nimber.Operation) -> Response:
        operands = load_query(self._shapes.operands, query(), {"of": schemas.naturals})["of"]
        return cacheable(encode(nimber.calculate(operation, operands)), JSON, FOR_EVER)

    def nimber_table(self) -> Response:
        """Show the sums or products of all small nimbers."""
        parse: dict[str, Callable[[str], Any]] = {"operation": str, "size": schemas.natural}
        wanted = load_query(self._shapes.table, query(), parse)
        return cacheable(encode(nimber.table(**wanted)), JSON, FOR_EVER)


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
