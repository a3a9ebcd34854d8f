"""`/graph`: the game graph of a position, to be solved or to be drawn."""

from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.codec import encode
from service.game.position_graph import dot, position_graph
from service.http.answers import JSON, Answer, answer_cacheable
from service.http.operation import ALWAYS, Operation
from service.http.query import parameters
from service.limits import MAX_DRAWN_MOVES, MAX_LISTED_PILES, MAX_LISTED_POSITIONS, MAX_NAME
from service.operations.position_shapes import (
    PositionShape,
    position_fields,
    rule_fields,
    rule_of,
)
from service.settings import Config
from service.telemetry.metrics import Metrics

GRAPHVIZ = "text/vnd.graphviz"


def operations(config: Config, _: Metrics) -> list[Operation]:
    """`GET /graph`, as JSON or in the language of Graphviz."""
    piles = position_fields(min(config.max_piles, MAX_LISTED_PILES))["piles"]
    shape = PositionShape.made_of(piles=piles, **rule_fields())

    def draw(environ: WSGIEnvironment) -> Answer:
        wanted = shape.load_query(parameters(environ))
        graph = position_graph(
            wanted.piles, rule_of(wanted), MAX_LISTED_POSITIONS, MAX_DRAWN_MOVES, MAX_NAME
        )
        accepted = parse_accept_header(environ.get("HTTP_ACCEPT"), MIMEAccept)
        media_type = accepted.best_match([JSON, GRAPHVIZ], default=JSON)
        body = encode({"options": graph}) if media_type == JSON else dot(graph).encode()
        return answer_cacheable(environ, body, media_type, headers=[("Vary", "Accept")])

    return [Operation("GET", "/graph", draw, inline=ALWAYS)]
