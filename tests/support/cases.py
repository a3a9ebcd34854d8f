"""Every game with small positions and its rules.

Of games that differ only in a number, a set or a code, --quick tests every third.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from random import Random
from typing import Any, NamedTuple

from service.game.game import Game
from service.game.games import GAMES
from service.game.games.chomp import Chomp
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.growing import Growing
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.staircase import Staircase
from service.game.games.sum import Sum
from service.game.games.take_and_break import (
    DawsonsChess,
    DawsonsKayles,
    GrundysGame,
    Kayles,
    LaskersNim,
    Octal,
)
from service.game.games.welter import Welter
from service.game.games.wythoff import Wythoff
from service.game.heap_game import HeapGame
from service.game.position import Position
from service.game.questions.forms import form_of
from tests.support import rules
from tests.support.minimal_games import Divisors, Halves, Passing
from tests.support.played_out import is_valid
from tests.support.positions import example_of
from tests.support.rule_oracle import Piles
from tests.support.rules import (
    Kind,
    Option,
    Rules,
    State,
    SumRules,
    as_they_stand,
    breaking,
    chomp,
    euclid,
    fibonacci,
    greedy,
    growing,
    halving,
    in_any_order,
    moore,
    multiset,
    passing,
    removing,
    removing_of_each,
    staircase,
    state_of_sum,
    welter,
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
    """A game with its keys, its rules, and some of its positions."""

    game: type[Game]
    keys: Mapping[str, Any]
    rules: Rules
    kind: Kind
    positions: Sequence[Piles]
    parts: Sequence["Part"] = ()
    """The components of a sum. A position has the piles of all components in order."""

    def __str__(self) -> str:
        named = [
            *(f"{value}" for value in self.keys.values()),
            *(f"({each.case})" for each in self.parts),
        ]
        return " ".join([self.game.name, *named])

    def position(self, piles: Piles, misere: bool = False) -> Position:
        """A position of the game, made from its keys as in a request."""
        if self.parts:
            rest, components = iter(piles), []
            for case, count in self.parts:
                components.append(case.position(tuple(islice(rest, count))))
            return self.game.position((), misere, components=components)
        return self.game.position(piles, misere, **self.keys)

    def state(self, piles: Piles) -> State:
        return state_of(self.position(piles))

    def some(self, count: int) -> Sequence[Piles]:
        """At most `count` of the positions, always the same ones."""
        return Random(str(self)).sample(self.positions, min(count, len(self.positions)))


class Part(NamedTuple):
    """A component of a sum: its game and its number of piles."""

    case: Case
    piles: int


def state_of(position: Position) -> State:
    """A position of the service, in the form of the solvers that know only the rules."""
    components = position.components()
    if components is not None:
        return state_of_sum([*map(state_of, components)])
    return State(position.piles, position.state)


def all_positions(most_piles: int, largest: int) -> list[Piles]:
    """All positions of up to `most_piles` piles, including empty ones."""
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
        Case(
            Nim,
            {"min_remove": least, **({} if most is None else {"max_remove": most})},
            Rules(removing(range(least, (most or 99) + 1))),
            "values",
            all_positions(3, 7),
        )
        for least, most in [(1, None), (2, None), (3, None), (2, 2), (2, 3), (3, 5), (4, 4)]
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
    Case(
        Chomp,
        {},
        Rules(chomp, as_they_stand),
        "first",
        [
            rows
            for rows in all_positions(4, 4)
            if rows and rows[0] and list(rows) == sorted(rows, reverse=True)
        ],
    ),
    *(
        Case(
            Growing,
            {"add": add, "multiply": multiply, "target": target},
            Rules(growing(add, multiply, target), in_any_order),
            "first",
            all_positions(3, 6)[1:],
        )
        for add, multiply, target in [([1, 3], [2], 9), ([2], [], 7), ([], [2, 3], 11)]
    ),
    Case(
        Welter,
        {},
        Rules(welter, in_any_order),
        "first",
        [
            squares
            for squares in [*all_positions(1, 9), *all_positions(3, 6), *all_positions(4, 5)]
            if squares and len({*squares}) == len(squares)
        ],
    ),
]


def from_its_moves(game: type[Game]) -> Case:
    """A game without rules in this package, whose own moves are played out."""
    keys = {key: value for key, value in example_of(game).items() if key != "piles"}

    def moves(state: State) -> Iterator[Option]:
        position = game.position(state.piles, **keys)
        for move in position.moves():
            left = position.after(move)
            yield Option(dict(form_of(position, move)), State(left.piles, left.state))

    same = as_they_stand if game.is_ordered else in_any_order if game.keeps_empty else multiset
    kind: Kind = "splits" if game.form == "split" else "values"
    if not issubclass(game, HeapGame):
        kind = "first"
    count = game.limits.fewest
    tried = [*all_positions(max(1, count), 12 if count < 2 else 6), *all_positions(2, 6)]
    positions = [piles for piles in tried if is_valid(game.position(piles, **keys))]
    return Case(game, keys, Rules(moves, same), kind, positions)


_KNOWN = [*REMOVALS, *SPLITS, *NUMBERS, *OTHERS]
_ADDED = [
    from_its_moves(game)
    for game in GAMES.values()
    if game.main_key == "piles" and game not in {case.game for case in _KNOWN}
]
SERVED = [*_KNOWN, *_ADDED]
"""Games with piles. A game that is only in service/game/games/ is played by its own moves.

Games on boards are in boards.py.
"""

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
"""Games that define only what a game must define. They still support every question."""


def sum_of(*parts: tuple[Case, int], largest: int = 3, positions: int = 40) -> Case:
    """A sum of positions of these games, each with this many small piles."""
    count = sum(piles for _, piles in parts)
    rules = SumRules([(case.rules, case.kind) for case, _ in parts])
    some = [*product(range(largest + 1), repeat=count)]
    chosen = Random(count).sample(some, min(positions, len(some)))
    return Case(Sum, {}, rules, "sum", chosen, [Part(*part) for part in parts])


def of(game: type[Game], **keys: Any) -> Case:
    """The first case of a game, with these keys if any are given."""
    return next(
        case for case in [*SERVED, *NEW] if case.game is game and (not keys or case.keys == keys)
    )


SUMS = [
    sum_of((of(Nim), 1)),
    sum_of((of(Nim), 2), (of(Nim, max_remove=2), 2)),
    sum_of(
        (of(Numbers, numbers="squares"), 1),
        (of(Nim), 1),
        (of(Numbers, numbers="odd"), 1),
        largest=4,
    ),
    sum_of((of(Kayles), 1), (of(Nim), 2), largest=5),
    sum_of((of(Kayles), 1), (of(Kayles), 1), (of(DawsonsChess), 1), largest=5),
    sum_of((of(Wythoff), 2), (of(LaskersNim), 1)),
    sum_of((of(GrundysGame), 1), (of(Fibonacci), 1), (of(DawsonsKayles), 1), largest=7),
    sum_of((of(Fibonacci, quota=1), 1), (of(Euclid), 2), largest=4),
    sum_of((of(Moore, max_piles=2), 2), (of(Staircase), 2)),
    sum_of((of(Staircase), 3), (of(Greedy), 1), largest=2),
    sum_of((of(Greedy), 2), (of(Numbers, numbers="proper-divisors"), 1), largest=4),
    sum_of(
        (of(SPLITS[-1].game, **SPLITS[-1].keys), 1),
        (of(Numbers, numbers="at-most-half"), 1),
        largest=6,
    ),
    sum_of((of(Growing), 1), (of(Nim), 1)),
    sum_of((of(Welter), 1), (of(Nim), 1), (of(Welter), 1), largest=5),
    sum_of((of(Passing), 2), (of(Halves), 1), (of(Divisors), 1)),
]
"""Sums of all kinds of games: those that follow Ferguson's rule, others, and both."""

CASES = [*SERVED, *NEW, *SUMS]
LISTED = [case for case in CASES if case.game.is_stateless]
"""The games whose positions can be listed and drawn."""
