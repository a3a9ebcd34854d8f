"""What each operation does: load the request, ask the theory, count, answer."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Response, request
from werkzeug.exceptions import NotFound

from service import __version__
from service.api.answers import (
    FOREVER,
    JSON,
    REVALIDATE,
    answer,
    answer_cacheable,
    answer_file,
    answer_fresh,
    answer_page,
)
from service.api.body import read_json
from service.api.health import Process
from service.api.positions import PositionShape
from service.api.schemas import Schemas
from service.api.shape import Shape
from service.codec import encode
from service.game import nim, nimber
from service.game.explanation import Explanation, explain
from service.game.graph import solve_graph
from service.game.review import Ply, SolvedPosition, review
from service.game.rule import MaxRemove, Rule
from service.game.sequence import value_sequence
from service.game.subtraction import solve_batch, solve_by_rule
from service.game.take_and_break import solve_take_and_break
from service.limits import MAX_OCTAL_MOVES, MAX_OCTAL_VALUES, MAX_SET_VALUES
from service.settings import Config
from service.telemetry.exposition import expose
from service.telemetry.metrics import RuleKind
from service.web.files import File
from service.web.pages import Pages
from service.web.qr import qr_picture

CONTRACT = Path(__file__).parent.parent.parent / "openapi.yaml"


class Handlers:
    """The operations that ask the theory."""

    def __init__(self, config: Config, process: Process) -> None:
        self._schemas = Schemas(config)
        self._max_body_bytes = config.max_body_bytes
        self._process = process

    def move(self) -> WSGIApplication:
        """Solve a position."""
        return answer(self._solve(self._body(self._schemas.position)))

    def move_by_link(self) -> Response:
        """Solve a position in the query."""
        return answer_cacheable(encode(self._solve(self._schemas.position.load_query(query()))))

    def moves(self) -> WSGIApplication:
        """Solve many positions, or none if any of them is invalid."""
        piles, misere, rules = self._body(self._schemas.batch)["positions"]
        results: Sequence[nim.Solution]
        if rules is None:
            results = [*map(nim.solve, piles, misere)]
        else:
            results = solve_batch([*zip(piles, misere, rules, strict=True)], MAX_SET_VALUES)
        self._process.metrics.solved_many(
            map(len, piles),
            misere,
            map(itemgetter("position_class"), results),
            rules and map(kind_of, rules),
        )
        return answer({"results": results})

    def explanation(self) -> WSGIApplication:
        """Solve a position and say why."""
        return answer(self._explain(self._body(self._schemas.explained)))

    def explanation_by_link(self) -> Response:
        """Solve a position in the query and say why."""
        return answer_cacheable(encode(self._explain(self._schemas.explained.load_query(query()))))

    def review(self) -> WSGIApplication:
        """Judge a game move by move."""
        game = self._body(self._schemas.game)
        judged = review(**game)
        positions: list[Ply | SolvedPosition] = [*judged["plies"], judged["position"]]
        count = len(positions)
        self._process.metrics.solved_many(
            [len(met["piles"]) for met in positions],
            [game["misere"]] * count,
            [met["position_class"] for met in positions],
            [kind_of(game.get("rule"))] * count,
        )
        return answer(judged)

    def grundy(self) -> WSGIApplication:
        """Solve a graph, and a sum of its positions."""
        graph = self._body(self._schemas.graph)
        return answer(solve_graph(graph["options"], graph["sum"], graph["sums"]))

    def octal(self) -> WSGIApplication:
        """Solve a position of a take-and-break game."""
        position = self._body(self._schemas.take_and_break)
        solution = solve_take_and_break(**position, most_moves=MAX_OCTAL_MOVES)
        self._process.metrics.solved(
            position["piles"], position["misere"], solution["position_class"], "octal"
        )
        return answer(solution)

    def octal_values(self) -> Response:
        """Show the Grundy values of single piles, and their period."""
        wanted = self._schemas.sequence.load_query(query())
        values = value_sequence(**wanted, most_values=MAX_OCTAL_VALUES)
        return answer_cacheable(encode(values))

    def nimber_sum(self) -> Response:
        """Add nimbers."""
        return self._calculate("sum")

    def nimber_product(self) -> Response:
        """Multiply nimbers."""
        return self._calculate("product")

    def nimber_table(self) -> Response:
        """Show the sums or products of all small nimbers."""
        return answer_cacheable(encode(nimber.table(**self._schemas.table.load_query(query()))))

    def _body(self, shape: Shape | PositionShape) -> Any:
        """The request's body in this shape; such a request has no query."""
        environ = request.environ
        if environ.get("QUERY_STRING"):
            self._schemas.no_parameters.load_query(query())
        return shape.load_body(read_json(environ, self._max_body_bytes))

    def _solve(self, position: dict[str, Any]) -> nim.Solution:
        rule = position.get("rule")
        solution = solve_by_rule(**position) if rule else nim.solve(**position)
        self._process.metrics.solved(
            position["piles"], position["misere"], solution["position_class"], kind_of(rule)
        )
        return solution

    def _explain(self, position: dict[str, Any]) -> Explanation:
        explanation = explain(**position)
        self._process.metrics.solved(
            position["piles"],
            position["misere"],
            explanation["position_class"],
            kind_of(position.get("rule")),
        )
        return explanation

    def _calculate(self, operation: nimber.Operation) -> Response:
        operands = self._schemas.operands.load_query(query())["of"]
        return answer_cacheable(encode(nimber.calculate(operation, operands)))


class Monitoring:
    """Health checks and metrics."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def liveness(self) -> Response:
        """Answer, whatever else is wrong."""
        return _status("ok", 200)

    def readiness(self) -> Response:
        """Whether the process should get requests."""
        return _status("stopping", 503) if self._process.is_stopping() else _status("ready", 200)

    def metrics(self) -> Response:
        """The values of all workers, in the format that the client prefers."""
        self._process.metrics.publish(self._process.in_flight)
        accept = request.headers.get("Accept", "")
        text, media_type = expose(self._process.metrics.registry, accept)
        return answer_fresh(text, media_type=media_type, headers={"Vary": "Accept"})


class Contract:
    """The contract of this service."""

    def __init__(self) -> None:
        self._yaml = File(CONTRACT.read_bytes(), "application/yaml")

    def yaml(self) -> Response:
        """The contract as it was written."""
        return answer_file(self._yaml)

    def json(self) -> Response:
        """The same as JSON."""
        return answer_file(self._json)

    @cached_property
    def _json(self) -> File:
        # Read when it is first asked for: the parser takes 25 ms to import, and as long to read.
        import yaml  # noqa: PLC0415

        return File(encode(yaml.load(self._yaml.content, yaml.CSafeLoader)), JSON)  # a safe loader


class Reading:
    """The pages for people."""

    def __init__(self, config: Config) -> None:
        self.pages = Pages(config.embed_origins)

    def page(self, name: str) -> Callable[[], Response]:
        """What answers with a page."""
        return lambda: answer_page(
            self.pages.page(name, request.url_root), self.pages.headers(name)
        )

    def root_file(self, name: str) -> Callable[[], Response]:
        """What answers with a file that is not among the static ones."""
        return lambda: answer_file(self.pages.files[name])

    def qr(self) -> Response:
        """A link as a picture."""
        picture = qr_picture(request.args.get("link", ""))
        if picture is None:
            raise NotFound
        return answer_file(picture)

    def static_file(self, name: str) -> Response:
        """A file that a page loads."""
        file, current = self.pages.find(name)
        if file is None:
            raise NotFound
        return answer_file(file, FOREVER if current else REVALIDATE)


def kind_of(rule: Rule | None) -> RuleKind:
    """What metrics count a rule as."""
    if rule is None:
        return "none"
    return "max_remove" if isinstance(rule, MaxRemove) else "subtraction_set"


def query() -> Mapping[str, list[str]]:
    """The query's parameters with all their values."""
    return request.args.to_dict(flat=False)


def _status(status: str, code: int) -> Response:
    return answer_fresh(encode({"status": status, "version": __version__}), code)
