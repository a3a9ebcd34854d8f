"""`/positions` and `/graph`: what play can come to from a position, listed or as a game graph."""

from typing import Any
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service import limits
from service.codec import encode
from service.game.position_graph import dot, position_graph
from service.game.positions import Most, PositionTable, position_table
from service.http.answers import JSON, Answer, answer_cacheable
from service.http.operation import ALWAYS, Operation, parameters
from service.http.shapes.fields import StrictBoolean
from service.operations import position_shapes as shapes
from service.settings import Config
from service.telemetry.metrics import Metrics

GRAPHVIZ = "text/vnd.graphviz"

MOST = Most(positions=limits.MAX_LISTED_POSITIONS, piles=limits.MAX_LISTED_NUMBERS)


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`GET /positions`, and `GET /graph` as JSON or in the language of Graphviz."""
    fields = shapes.position_fields(min(config.max_piles, limits.MAX_LISTED_PILES))
    rules = shapes.rule_fields()
    listed = shapes.Position(**fields, **rules, all=StrictBoolean())
    drawn = shapes.Position(piles=fields["piles"], **rules)

    def tabulate(wanted: Any) -> PositionTable:
        piles, misere, rule = wanted.piles, bool(wanted.misere), shapes.rule_of(wanted)
        table = position_table(piles, misere, rule, bool(wanted.all), MOST)
        # No other has as many objects, so the position itself would come last.
        lost = [*table["p_positions"][-1:]] == [tuple(sorted(filter(None, piles)))]
        metrics.solved(piles, misere, "P" if lost else "N", rule.kind)
        return table

    def draw(environ: WSGIEnvironment) -> Answer:
        wanted = drawn.load_query(parameters(environ))
        most_moves = limits.MAX_DRAWN_MOVES
        graph = position_graph(
            wanted.piles, shapes.rule_of(wanted), MOST.positions, most_moves, limits.MAX_NAME
        )
        accepted = parse_accept_header(environ.get("HTTP_ACCEPT"), MIMEAccept)
        media_type = accepted.best_match([JSON, GRAPHVIZ], default=JSON)
        body = encode({"options": graph}) if media_type == JSON else dot(graph).encode()
        return answer_cacheable(environ, body, media_type, headers=[("Vary", "Accept")])

    return [
        Operation("GET", "/positions", tabulate, listed, inline=ALWAYS),
        Operation("GET", "/graph", draw, inline=ALWAYS),
    ]
