"""Every game with small positions, each with the rules that it is played by.

Of games that differ in a number, a set or a code only, --quick has every third.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from service.game.game import Game
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.staircase import Staircase
from service.game.games.take_and_break import (
    DawsonsChess,
    DawsonsKayles,
    GrundysGame,
    Kayles,
    LaskersNim,
    Octal,
)
from service.game.games.wythoff import Wythoff
from service.game.position import Position
from tests.support import rules
from tests.support.minimal_games import Divisors, Halves, Passing
from tests.support.rule_oracle import Piles
from tests.support.rules import (
    Kind,
    Rules,
    State,
    as_they_stand,
    breaking,
    euclid,
    fibonacci,
    greedy,
    halving,
    in_any_order,
    moore,
    passing,
    removing,
    removing_of_each,
    staircase,
    wythoff,
)
from tests.support.tries import some_of

NAMED_CODES: Mapping[type[Game], tuple[str, tuple[int, ...], bool]] = {
    Kayles: ("0", (7, 7), False),
    DawsonsKayles: ("0", (0, 7), False),
    DawsonsChess: ("0", (1, 3, 7), False),
    LaskersNim: ("4", (3,), True),
    GrundysGame: ("4!", (0,), False),
}


class Case(NamedTuple):
    """A game, what it is played by, and positions of it."""

    game: type[Game]
    keys: Mapping[str, Any]
    rules: Rules
    kind: Kind
    positions: Sequence[Piles]

    def __str__(self) -> str:
        return " ".join([self.game.name, *(f"{value}" for value in self.keys.values())])

    def position(self, piles: Piles, misere: bool = False) -> Position:
        """A position of the game, made of its keys as a request has them."""
        return self.game.position(piles, misere, **self.keys)

    def state(self, piles: Piles) -> State:
        return state_of(self.position(piles))

    def some(self, count: int) -> Sequence[Piles]:
        """At most `count` of the positions, the same ones each time."""
        return Random(str(self)).sample(self.positions, min(count, len(self.positions)))


def state_of(position: Position) -> State:
    """A position of the service, as the solvers that know only the rules have it."""
    return State(position.piles, position.state)


def all_positions(most_piles: int, largest: int) -> list[Piles]:
    """All positions of up to `most_piles` piles, empty ones among them."""
    return [
        piles
        for count in range(most_piles + 1)
        for piles in product(range(largest + 1), repeat=count)
    ]


def of_code(before_point: str, digits: Sequence[int], repeats: bool) -> Case:
    """The game of a code, with rows and a few piles."""
    text = "".join(map(str, digits))
    after_point = f"{text[:-1]}[{text[-1]}]" if repeats else text
    positions = [*all_positions(1, 10), *all_positions(2, 5)]
    rules = Rules(breaking(before_point, digits, repeats))
    return Case(Octal, {"code": f"{before_point}.{after_point}"}, rules, "splits", positions)


def _codes(count: int) -> list[Case]:
    draw = Random(36)
    return [
        of_code(
            draw.choice(["0", "4", "4!"]),
            [draw.randrange(8) for _ in range(draw.randint(1, 4))],
            draw.random() < 0.4,
        )
        for _ in range(count)
    ]


SETS = some_of([numbers for count in range(1, 6) for numbers in combinations(range(1, 6), count)])

NIM = Case(Nim, {}, Rules(removing(range(1, 99))), "nim", all_positions(3, 6) + all_positions(4, 3))
REMOVALS = [
    NIM,
    *(
        Case(Nim, {"max_remove": k}, Rules(removing(range(1, k + 1))), "values", positions)
        for k in (1, 2, 3, 4, 7, 1000)
        for positions in [all_positions(3, 7)]
    ),
    *(
        Case(Nim, {"subtraction_set": [*numbers]}, Rules(removing(numbers)), "values", positions)
        for numbers in SETS
        for positions in [all_positions(2, 9) + all_positions(3, 4)]
    ),
]
SPLITS = [
    *(
        Case(game, {}, Rules(breaking(*code)), "splits", positions)
        for game, code in NAMED_CODES.items()
        for positions in [all_positions(1, 12) + all_positions(2, 6) + all_positions(3, 4)]
    ),
    *some_of(_codes(50)),
]
NUMBERS = [
    Case(Numbers, {"numbers": word}, Rules(removing_of_each(numbers)), "values", positions)
    for word, numbers in rules.NUMBERS.items()
    for positions in [all_positions(1, 30) + all_positions(2, 9) + all_positions(3, 4)]
]
OTHERS = [
    *(
        Case(Moore, {"max_piles": k}, Rules(moore(k)), "other", positions)
        for k in (1, 2, 3, 9)
        for positions in [all_positions(3, 4) + all_positions(4, 2)]
    ),
    Case(Wythoff, {}, Rules(wythoff, in_any_order), "other", [*product(range(16), repeat=2)]),
    *(
        Case(
            Fibonacci,
            {} if quota is None else {"quota": quota},
            Rules(fibonacci, in_any_order),
            "other",
            [*product(range(26))],
        )
        for quota in (None, *some_of(range(1, 27)))
    ),
    Case(
        Greedy,
        {},
        Rules(greedy),
        "other",
        all_positions(3, 6) + all_positions(4, 4) + all_positions(6, 2),
    ),
    Case(Euclid, {}, Rules(euclid, in_any_order), "first", [*product(range(24), repeat=2)]),
    Case(
        Staircase,
        {},
        Rules(staircase, as_they_stand),
        "other",
        all_positions(3, 5) + all_positions(4, 3) + all_positions(5, 2),
    ),
]
SERVED = [*REMOVALS, *SPLITS, *NUMBERS, *OTHERS]
"""Games of the service."""

NEW = [
    Case(
        Divisors,
        {},
        Rules(removing_of_each(rules.NUMBERS["proper-divisors"])),
        "values",
        all_positions(3, 7),
    ),
    Case(Halves, {}, Rules(halving), "splits", all_positions(3, 7)),
    Case(Passing, {}, Rules(passing), "first", all_positions(3, 4) + all_positions(4, 2)),
]
"""Games that say no more of themselves than a game has to say: of any game all questions can be
asked."""

CASES = [*SERVED, *NEW]
LISTED = [case for case in CASES if case.game.is_its_piles]
"""The games whose positions can be listed and drawn."""
