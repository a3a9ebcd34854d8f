"""The table of figures: what is compared, what is to be reached, what was."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Figure:
    """A figure, the bound that it has to keep, and the median of its rounds."""

    name: str
    bound: float
    reached: float
    at_least: bool

    @property
    def ok(self) -> bool:
        """Whether the bound is kept, to the digits that the table shows."""
        shown = round(self.reached, 2)
        return shown >= self.bound if self.at_least else shown <= self.bound


def at_least(name: str, bound: float, rounds: Sequence[float]) -> Figure:
    """A figure that is better the larger it is."""
    return Figure(name, bound, median(rounds), at_least=True)


def at_most(name: str, bound: float, rounds: Sequence[float]) -> Figure:
    """A figure that is better the smaller it is."""
    return Figure(name, bound, median(rounds), at_least=False)


def markdown(figures: Sequence[Figure]) -> str:
    """The table."""
    lines = ["| figure | to reach | reached | |", "|---|---|---|---|"]
    for figure in figures:
        sign = "≥" if figure.at_least else "≤"
        reached = f"{figure.reached:,.0f}" if figure.reached >= 1_000 else f"{figure.reached:.2f}"
        verdict = "ok" if figure.ok else "**missed**"
        lines.append(f"| {figure.name} | {sign} {figure.bound:,g} | {reached} | {verdict} |")
    return "\n".join(lines)
