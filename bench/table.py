"""The table of figures: what is compared, the bound, and the result."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


def say(text: str) -> None:
    """Report progress. Only the table goes to stdout."""
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Bound:
    """The bound that a figure must reach, and the goal."""

    must: float | None
    goal: float | None = None
    at_least: bool = False

    def shown(self, value: float | None) -> str:
        """One of the two as in the table, if there is one."""
        return "" if value is None else f"{'≥' if self.at_least else '≤'} {value:,g}"

    def kept_by(self, value: float) -> bool:
        """Whether a value keeps the bound when rounded as in the table."""
        if self.must is None:
            return True
        shown = round(value, 2)
        return shown >= self.must if self.at_least else shown <= self.must


def at_least(must: float | None, goal: float | None = None) -> Bound:
    """The bound of a figure for which larger is better."""
    return Bound(must, goal, at_least=True)


def at_most(must: float, goal: float | None = None) -> Bound:
    """The bound of a figure for which smaller is better."""
    return Bound(must, goal)


@dataclass(frozen=True)
class Row:
    """A figure and the median of its rounds; without a bound it is there for comparison."""

    text: str
    bound: Bound | None
    reached: float

    @classmethod
    def of(cls, text: str, bound: Bound | None, rounds: Sequence[float]) -> "Row":
        """The row of a figure with these rounds."""
        return cls(text, bound, median(rounds))

    @property
    def ok(self) -> bool:
        """Whether the bound is kept."""
        return self.bound is None or self.bound.kept_by(self.reached)


def markdown(rows: Sequence[Row]) -> str:
    """The table."""
    lines = ["| figure | must | goal | reached | |", "|---|---|---|---|---|"]
    for row in rows:
        must = goal = verdict = ""
        if row.bound:
            must = row.bound.shown(row.bound.must)
            goal = row.bound.shown(row.bound.goal)
            is_open = row.bound.must is None
            verdict = "" if is_open else "ok" if row.ok else "**missed**"
        reached = f"{row.reached:,.0f}" if row.reached >= 1_000 else f"{row.reached:.2f}"
        lines.append(f"| {row.text} | {must} | {goal} | {reached} | {verdict} |")
    return "\n".join(lines)
