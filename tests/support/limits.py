"""Requests with a given number of whatever a limit counts, and what limits were chosen for."""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from service import limits
from service.game import games
from service.game.bounds import Example


def _examples() -> Sequence[Example]:
    names = [each.name for each in walk_packages(games.__path__, f"{games.__name__}.")]
    modules = [limits, *map(import_module, names)]
    return [each for module in modules for each in getattr(module, "EXAMPLES", ())]


EXAMPLES = _examples()
"""What limits were chosen for."""


def batch(piles: int) -> Any:
    full, rest = divmod(piles, 10_000)
    return {"positions": [{"piles": [0] * 10_000}] * full + [{"piles": [0] * rest}]}


def played(moves: int) -> Any:
    return {"piles": [moves], "moves": [{"pile": 0, "remove": 1}] * moves}


def graph(positions: int) -> Any:
    return {"options": {str(i): [] for i in range(positions)}}


def reviewed_numbers(total: int) -> Any:
    """A game of 1,000 moves in one pile, each made in a position with one winning move.

    One more than a multiple of 1,000 adds an empty pile.
    """
    piles = -(-total // 1_000) - 1
    return {"piles": [2_000, *[0] * (piles - 1)], "moves": [{"pile": 0, "remove": 1}] * 1_000}


def sum_of_moves(moves: int) -> Any:
    """A sum of components that have this number of options together."""
    thousands, rest = divmod(moves, 1_000)
    names = [str(i) for i in range(1_000)]
    options = {"a": names, "b": names[:rest], **{name: [] for name in names}}
    return {"options": options, "sum": ["a"] * thousands + ["b"]}


def played_out(steps: int) -> Any:
    """A sum in misère play that takes this many steps.

    A sum of j components that all have one move has one position and one move of it with j of
    them, and again with one component less; a name for a single component takes one step.
    """
    count = next(n for n in range(2, 1_000) if (n + 1) * (n + 2) - 2 > steps)
    names = range(steps - (count * (count + 1) - 2))
    return {
        "options": {"a": ["b"], "b": []},
        "sums": {f"s{i}": ["a"] for i in names},
        "sum": ["a"] * count,
        "misere": True,
    }


def drawn_moves(moves: int) -> str:
    """A pile of 9,000 under a set of 7 numbers, each of which can't be taken from the smallest."""
    numbers = [1, 2, 3, 4, 5, 6]
    numbers.append(7 * 9_001 - sum(numbers) - moves)
    return f"?piles=9000&subtraction_set={','.join(map(str, numbers))}"


def listed_piles(piles: int) -> str:
    """80 piles, of which one has moves: each takes 5 objects and wins from every other position.

    Half as many winning results are listed as positions, and at least this many piles in total.
    """
    count = next(n for n in range(10_000) if 80 * (n + n // 2) >= piles)
    sizes = [5 * (count - 1) + 3, *[3] * 79]
    return f"?all=true&subtraction_set=5&piles={','.join(map(str, sizes))}"


def set_moves(moves: int) -> Any:
    """As many piles as numbers in a set, and one pile more for an odd number."""
    return {"piles": [0] * -(-moves // 50), "subtraction_set": [*range(1, 51)]}


def square_moves(moves: int) -> Any:
    """Piles from which a square may be taken: in a hundred ways from each, except piles of 1."""
    full, rest = divmod(moves, 100)
    return {"game": "numbers", "numbers": "squares", "piles": [10_000] * full + [1] * rest}


WITHOUT_A_PERIOD = [39, 709, 300, 1136, 1024, 1114, 187, 1092, 256, 8031, 6723]
"""A subtraction set whose period, if it has one, is beyond what is computed."""
