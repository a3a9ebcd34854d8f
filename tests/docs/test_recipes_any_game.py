"""The runs of "Any game in five lines" agree with a solver that knows only the rules.

Each rule is written anew here, for positions of another shape.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from typing import Any

from tests.docs.test_recipes import SAID
from tests.support import oracle
from tests.support.rows import rows

Rule = Callable[[Any], Iterable[Hashable]]


def knight(square: complex) -> Iterator[complex]:
    for step in (-2 + 1j, -2 - 1j, 1 - 2j, -1 - 2j):
        target = square + step
        if {target.real, target.imag} <= {*range(15)}:
            yield target


def nim_with_a_pass(position: str) -> Iterator[str]:
    """As many letters as objects, and a full stop if a player has passed."""
    objects = position.count("o")
    for left in range(objects):
        yield "o" * left + position[objects:]
    if objects and not position.endswith("."):
        yield position + "."


def hackenbush(parents: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    """Branches with the branch or the ground, 0, that each grows from."""
    for cut, _ in parents:
        gone = {cut}
        while more := {branch for branch, parent in parents if parent in gone} - gone:
            gone |= more
        yield frozenset(pair for pair in parents if pair[0] not in gone)


def cram(free: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    for x, y in free:
        for neighbour in ((x + 1, y), (x, y + 1)):
            if neighbour in free:
                yield free - {(x, y), neighbour}


def chomp(columns: str) -> Iterator[str]:
    """The heights of the columns; the first square is poisoned."""
    for i, column in enumerate(columns):
        for height in range(i == 0, int(column)):
            yield columns[:i] + "".join(min(each, str(height)) for each in columns[i:])


GAMES: dict[str, tuple[Hashable, Rule]] = {
    "Knight": (14 + 14j, knight),
    "Nim with a pass": ("oooo", nim_with_a_pass),
    "Hackenbush": (frozenset({(1, 0), (2, 1), (3, 2), (4, 2), (5, 0)}), hackenbush),
    "Cram 4 × 4": (frozenset((x, y) for x in range(4) for y in range(4)), cram),
    "Chomp 6 × 8": ("66666666", chomp),
}

RUNS = re.findall(
    r"(.*): the player to move (wins|loses)\n- value (.*), winning moves: (\d+)\n",
    SAID["Any game in five lines"],
)


@rows(("name", "fate", "value", "count"), RUNS)
def test_a_run_is_right(name: str, fate: str, value: str, count: str) -> None:
    games = [GAMES[part] for part in name.split(" and ")]

    @cache
    def worth(position: Hashable, following: Rule) -> int:
        return oracle.mex([worth(each, following) for each in following(position)])

    values = [worth(*game) for game in games]
    total = values[0] ^ (values[1] if len(values) > 1 else 0)
    winning = [
        each
        for own, (position, following) in zip(values, games, strict=True)
        for each in {*following(position)}
        if worth(each, following) == own ^ total
    ]
    assert value == " and ".join(map(str, values))
    assert fate == ("wins" if total else "loses")
    assert int(count) == len(winning)


def test_each_game_of_the_program_is_run() -> None:
    assert {*GAMES} < {name for name, *_ in RUNS}
