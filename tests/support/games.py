"""Games: the rules of some, the graph of one that has rows of things in it, and moves played."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from service.game.theory.digraph import SumSolution, solve_graph
from tests.support import oracle

Rows = tuple[int, ...]
Game = dict[str, list[str]]


def name(rows: Rows) -> str:
    return " ".join(map(str, rows))


def game_graph(start: Rows, moves: Callable[[Rows], Iterator[Rows]]) -> Game:
    """Everything that can be reached, with positions taken as multisets of non-empty rows."""
    options: Game = {}
    waiting = [start]
    while waiting:
        rows = waiting.pop()
        if name(rows) not in options:
            reached = {tuple(sorted(r for r in left if r)) for left in moves(rows)}
            options[name(rows)] = [name(left) for left in sorted(reached)]
            waiting += reached
    return options


def nim_moves(rows: Rows) -> Iterator[Rows]:
    return (left for _, _, left in oracle.legal_moves(rows))


def kayles_moves(rows: Rows) -> Iterator[Rows]:
    """Take one pin or two neighbours out of a row; what is left may be two rows."""
    for i, length in enumerate(rows):
        for taken in (1, 2):
            for left in range(length - taken + 1):
                yield (*rows[:i], left, length - taken - left, *rows[i + 1 :])


def dawsons_chess_moves(rows: Rows) -> Iterator[Rows]:
    """Take a pin together with its neighbours."""
    for i, length in enumerate(rows):
        for pin in range(length):
            yield (*rows[:i], max(pin - 1, 0), max(length - pin - 2, 0), *rows[i + 1 :])


def solved_sum(options: Game, components: list[str]) -> SumSolution:
    """The service's solution of a sum of positions."""
    return solve_graph(options, components)["sum"]


def moves_between(positions: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The moves, as pile and number removed, that lead from each position to the next."""
    return [
        next((i, p - q) for i, (p, q) in enumerate(zip(before, after, strict=True)) if p != q)
        for before, after in pairwise(positions)
    ]


def rows_of_kayles(pins: int) -> tuple[Game, Game]:
    """Rows of up to this many pins, of which two that a move leaves are a sum."""
    options: Game = {}
    sums: Game = {}
    for n in range(pins + 1):
        parts = {
            tuple(sorted((left, n - taken - left)))
            for taken in (1, 2)
            for left in range(n - taken + 1)
        }
        options[f"{n}"] = [f"{a}+{b}" for a, b in sorted(parts)]
        sums |= {f"{a}+{b}": [f"{a}", f"{b}"] for a, b in sorted(parts)}
    return options, sums


def components_of(at: str, sums: Game) -> list[str]:
    return [part for name in sums[at] for part in components_of(name, sums)] if at in sums else [at]
