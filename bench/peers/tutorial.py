"""The service as in tutorials: Flask, marshmallow, jsonify, and a histogram in hooks."""

from time import perf_counter
from typing import Any

from flask import Flask, Response, g, jsonify, request
from marshmallow import Schema, ValidationError, fields, validate
from prometheus_client import Histogram
from werkzeug.exceptions import HTTPException

from bench.peers.counting import MAX_PILE, MAX_PILES, MAX_POSITIONS, exposition, solve

duration = Histogram(
    "http_request_duration_seconds", "Time of a request.", ["method", "endpoint", "status"]
)


class StrictBoolean(fields.Boolean):
    """true or false. marshmallow's own field accepts 1 and "yes"."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Position(Schema):
    """A position, as strict as the service's."""

    piles = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, MAX_PILE)),
        required=True,
        validate=validate.Length(max=MAX_PILES),
    )
    misere = StrictBoolean(load_default=False, allow_none=True)


class Batch(Schema):
    """Many positions."""

    positions = fields.List(
        fields.Nested(Position), required=True, validate=validate.Length(max=MAX_POSITIONS)
    )


class Move(Schema):
    """A move."""

    pile = fields.Integer()
    remove = fields.Integer()
    leaves = fields.Integer()


class Solution(Schema):
    """A solved position."""

    nim_sum = fields.Integer()
    position_class = fields.String()
    to_move_wins = fields.Boolean()
    winning_moves = fields.List(fields.Nested(Move))
    best_move = fields.Nested(Move, allow_none=True)


app = Flask(__name__)


@app.post("/move")
def move() -> Response:
    """Solve a position."""
    return jsonify(Solution().dump(solve(**Position().load(request.get_json()))))


@app.post("/moves")
def moves() -> Response:
    """Solve many positions."""
    positions = Batch().load(request.get_json())["positions"]
    return jsonify(results=Solution(many=True).dump(solve(**position) for position in positions))


@app.get("/metrics")
def get_metrics() -> Response:
    """The metrics."""
    return Response(exposition(), mimetype="text/plain")


@app.before_request
def start_timer() -> None:
    """Note when a request arrives."""
    g.started = perf_counter()


@app.after_request
def observe(response: Response) -> Response:
    """Measure a request."""
    seconds = perf_counter() - g.started
    duration.labels(request.method, request.endpoint, response.status_code).observe(seconds)
    return response


@app.errorhandler(ValidationError)
def invalid(error: ValidationError) -> tuple[Response, int]:
    """Name the errors."""
    return jsonify(errors=error.messages), 422


@app.errorhandler(HTTPException)
def failed(error: HTTPException) -> tuple[Response, int]:
    """Respond to every error with JSON."""
    return jsonify(error=error.description), error.code or 500
