"""Every game with small positions, each with the rules that it is played by.

Of games that differ in a number, a set or a code only, --quick has every third.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from service.game.game import Game
from service.game.games import GAMES
from tests.support.rule_oracle import Piles
from tests.support.rules import (
    Kind,
    Rules,
    State,
    breaking,
    fibonacci,
    greedy,
    moore,
    removing,
    wythoff,
)
from tests.support.tries import some_of

NAMED_CODES = {
    "kayles": ("0", (7, 7), False),
    "dawsons-kayles": ("0", (0, 7), False),
    "dawsons-chess": ("0", (1, 3, 7), False),
    "laskers-nim": ("4", (3,), True),
    "grundys-game": ("4!", (0,), False),
}


class Case(NamedTuple):
    """A game, what it is played by, and positions of it."""

    name: str
    keys: Mapping[str, Any]
    rules: Rules
    kind: Kind
    positions: Sequence[Piles]

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{value}" for value in self.keys.values())])

    def game(self) -> Game:
        """The game, made of its keys as a request has them."""
        return GAMES[self.name].of(**self.keys)

    def state(self, piles: Piles) -> State:
        return State(piles, self.keys.get("quota"))

    def some(self, count: int) -> Sequence[Piles]:
        """So many of the positions at most, the same ones each time."""
        return Random(str(self)).sample(self.positions, min(count, len(self.positions)))


def all_positions(most_piles: int, largest: int) -> list[Piles]:
    """All positions of up to so many piles, empty ones among them."""
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
    return Case("octal", {"code": f"{before_point}.{after_point}"}, rules, "splits", positions)


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

NIM = Case(
    "nim", {}, Rules(removing(range(1, 99))), "nim", all_positions(3, 6) + all_positions(4, 3)
)
REMOVALS = [
    NIM,
    *(
        Case("nim", {"max_remove": k}, Rules(removing(range(1, k + 1))), "values", positions)
        for k in (1, 2, 3, 4, 7, 1000)
        for positions in [all_positions(3, 7)]
    ),
    *(
        Case("nim", {"subtraction_set": [*numbers]}, Rules(removing(numbers)), "values", positions)
        for numbers in SETS
        for positions in [all_positions(2, 9) + all_positions(3, 4)]
    ),
]
SPLITS = [
    *(
        Case(name, {}, Rules(breaking(*code)), "splits", positions)
        for name, code in NAMED_CODES.items()
        for positions in [all_positions(1, 12) + all_positions(2, 6) + all_positions(3, 4)]
    ),
    *some_of(_codes(50)),
]
OTHERS = [
    *(
        Case("moore", {"max_piles": k}, Rules(moore(k)), "other", positions)
        for k in (1, 2, 3, 9)
        for positions in [all_positions(3, 4) + all_positions(4, 2)]
    ),
    Case("wythoff", {}, Rules(wythoff, all_alike=False), "other", [*product(range(16), repeat=2)]),
    *(
        Case(
            "fibonacci",
            {} if quota is None else {"quota": quota},
            Rules(fibonacci, all_alike=False),
            "other",
            [*product(range(26))],
        )
        for quota in (None, *some_of(range(1, 27)))
    ),
    Case(
        "greedy",
        {},
        Rules(greedy),
        "other",
        all_positions(3, 6) + all_positions(4, 4) + all_positions(6, 2),
    ),
]
CASES = [*REMOVALS, *SPLITS, *OTHERS]
