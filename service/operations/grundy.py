"""`/grundy`: a finite game given as a graph."""

import re
from collections.abc import Iterator
from typing import Any

from service import limits
from service.game.graph import GraphSolution, solve_graph
from service.http.faults import Fault
from service.http.operation import Operation
from service.http.shapes.fields import ListOf, NamesByName, StrictBoolean, Text
from service.http.shapes.shape import Shape
from service.settings import Config
from service.telemetry.metrics import Metrics

INLINE = 2**12
"""Bytes of a small graph."""

SLOW_MARKS = re.compile(rb"misere|\\")
"""What a small request has if its sums may have to be played out: the key, or an escape."""


class Graph(Shape):
    """A game as a graph: positions by their options or their components; and a sum of some."""

    example = '{"options": {"a": ["b"], "b": []}}'

    options = NamesByName(
        longest=limits.MAX_GRAPH_POSITIONS,
        items="positions",
        example='{"a": ["b"], "b": []}',
        required=True,
    )
    sums = NamesByName(
        longest=limits.MAX_GRAPH_POSITIONS, items="sums", example='{"a+a": ["a", "a"]}'
    )
    sum = ListOf(Text(), longest=limits.MAX_COMPONENTS, items="components")
    misere = StrictBoolean()

    def check(self, value: Any) -> Iterator[Fault]:
        """Options and sums have their limits together, and so have the moves of the sum."""
        options, sums = value.options, value.sums or {}
        in_options, in_sums = sum(map(len, options.values())), sum(map(len, sums.values()))
        at_most = f"At most {limits.MAX_GRAPH_OPTIONS:,}"
        if in_options > limits.MAX_GRAPH_OPTIONS:
            yield Fault(("options",), "too-many", f"{at_most} options are allowed in all.")
        if in_sums > limits.MAX_GRAPH_OPTIONS:
            yield Fault(("sums",), "too-many", f"{at_most} components are allowed in all.")
        if max(in_options, in_sums) > limits.MAX_GRAPH_OPTIONS:
            return
        if len(options) + len(sums) > limits.MAX_GRAPH_POSITIONS:
            text = f"At most {limits.MAX_GRAPH_POSITIONS:,} positions and sums are allowed."
            yield Fault(("sums",), "too-many", text)
        elif in_options + in_sums > limits.MAX_GRAPH_OPTIONS:
            text = f"{at_most} options and components are allowed in all."
            yield Fault(("sums",), "too-many", text)
        # Each move of the sum may have to be answered, however often a component occurs.
        components = value.sum or []
        moves = {name: len({*options.get(name, ())}) for name in {*components}}
        if sum(moves[name] for name in components) > limits.MAX_SUM_MOVES:
            text = f"At most {limits.MAX_SUM_MOVES:,} moves are allowed from the components in all."
            yield Fault(("sum",), "too-much-work", text)


def operations(_: Config, __: Metrics) -> list[Operation]:
    """`POST /grundy`."""

    def solve(graph: Any) -> GraphSolution:
        misere, most_steps = bool(graph.misere), limits.MAX_GRAPH_STEPS
        return solve_graph(graph.options, graph.sum, graph.sums, misere, most_steps)

    return [Operation("POST", "/grundy", solve, Graph(), inline=INLINE, marks=SLOW_MARKS)]
