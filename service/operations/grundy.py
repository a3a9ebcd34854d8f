"""A finite game given as a graph."""

import re
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from .. import limits
from ..api.errors import FieldError, InvalidRequest
from ..api.operation import TypedOperation
from ..api.request_types import Request
from ..api.requests import BodyReader
from ..game.theory.digraph import GraphSolution, Steps, solve_graph
from ..server.errors import BodyTooLarge
from ..settings import Config

Name = Annotated[str, Meta(max_length=limits.MAX_NAME)]


class GraphRequest(Request, kw_only=True):
    """A game as a graph: positions with their options or components; and a sum to solve."""

    main_key = "options"

    options: Annotated[
        dict[Name, list[str]],
        Meta(
            max_length=limits.MAX_GRAPH_POSITIONS,
            extra={"items": "positions", "example": {"a": ["b"], "b": []}},
        ),
    ]
    sums: (
        Annotated[
            dict[Name, list[str]],
            Meta(
                max_length=limits.MAX_GRAPH_POSITIONS,
                extra={"items": "sums", "example": {"a+a": ["a", "a"]}},
            ),
        ]
        | None
    ) = None
    sum: (
        Annotated[list[str], Meta(max_length=limits.MAX_SUM_SIZE, extra={"items": "components"})]
        | None
    ) = None
    misere: bool | None = None
    grundy_values: (
        Annotated[
            dict[str, Annotated[int, Meta(ge=0, le=limits.LARGEST_PILE)]],
            Meta(max_length=limits.MAX_GRAPH_POSITIONS, extra={"items": "values"}),
        ]
        | None
    ) = None
    """Ignored; a response of `/graph` has it, and can be sent as it is."""


def errors_between(graph: GraphRequest) -> Iterator[FieldError]:
    """The errors if options and sums together, or the moves of the sum, exceed a limit."""
    options, sums = graph.options, graph.sums or {}
    in_options, in_sums = sum(map(len, options.values())), sum(map(len, sums.values()))
    at_most = f"At most {limits.MAX_GRAPH_OPTIONS:,}"
    if in_options > limits.MAX_GRAPH_OPTIONS:
        yield too_many_options()
    if in_sums > limits.MAX_GRAPH_OPTIONS:
        yield FieldError(("sums",), "too-many", f"{at_most} components are allowed in total.")
    if max(in_options, in_sums) > limits.MAX_GRAPH_OPTIONS:
        return
    if len(options) + len(sums) > limits.MAX_GRAPH_POSITIONS:
        text = f"At most {limits.MAX_GRAPH_POSITIONS:,} positions and sums are allowed."
        yield FieldError(("sums",), "too-many", text)
    elif in_options + in_sums > limits.MAX_GRAPH_OPTIONS:
        text = f"{at_most} options and components are allowed in total."
        yield FieldError(("sums",), "too-many", text)
    # Each move of the sum may have to be listed, however often a component occurs.
    components = graph.sum or []
    moves = {name: len({*options.get(name, ())}) for name in {*components}}
    if sum(moves[name] for name in components) > limits.MAX_SUM_MOVES:
        text = f"At most {limits.MAX_SUM_MOVES:,} moves are allowed in all components together."
        yield FieldError(("sum",), "too-much-work", text)


MOST_KEYS = 3 * limits.MAX_GRAPH_POSITIONS + len(GraphRequest.__struct_fields__)
"""Keys of a graph: each position has options or components, and perhaps a value."""

MOST_STRINGS = limits.MAX_GRAPH_OPTIONS + limits.MAX_SUM_SIZE + MOST_KEYS

_KEY = re.compile(rb'"\s*:')


class GraphReader(BodyReader[GraphRequest]):
    """Reads graphs. A larger body than `usual` is only read if little memory is enough for it."""

    usual = 0

    def decode(self, body: bytes) -> GraphRequest | None:
        if len(body) > self.usual and _has_too_many(body):
            return None
        return super().decode(body)

    def read(self, body: bytes) -> GraphRequest:
        """The errors of a larger body are not looked for, but that it has too many options."""
        if len(body) <= self.usual:
            return super().read(body)
        if _has_too_many(body):
            raise InvalidRequest([too_many_options()])
        raise BodyTooLarge(self.usual, ", unless it is a valid graph without escapes")


def _has_too_many(body: bytes) -> bool:
    """Whether a graph has too many strings or keys, before any is read."""
    if body.count(b'"') > 2 * MOST_STRINGS:
        return True
    return sum(1 for _ in _KEY.finditer(body)) > MOST_KEYS


def too_many_options() -> FieldError:
    """The error of a graph with too many options."""
    text = f"At most {limits.MAX_GRAPH_OPTIONS:,} options are allowed in total."
    return FieldError(("options",), "too-many", text)


class SolveGraph(TypedOperation[GraphRequest, GraphRequest]):
    """`/grundy`."""

    body, may_be_quick, body_reader = GraphRequest, True, GraphReader

    def __init__(self, path: str, config: Config) -> None:
        super().__init__(path, config)
        assert isinstance(self._bodies, GraphReader)  # noqa: S101
        self._bodies.usual = config.max_body_bytes

    def body_limit(self, usual: int) -> int:
        """Four times the usual one, up to LARGEST_GRAPH: large graphs take little work."""
        return max(usual, min(4 * usual, limits.LARGEST_GRAPH))

    def parse(self, graph: GraphRequest) -> GraphRequest:
        if errors := [*errors_between(graph)]:
            raise InvalidRequest(errors)
        return graph

    def handle(self, graph: GraphRequest) -> GraphSolution:
        return solve_graph(
            graph.options,
            graph.sum,
            graph.sums,
            graph.misere is True,
            Steps(limits.MAX_GRAPH_STEPS, limits.MAX_PLIES_STEPS),
        )
