"""Legal moves and what they leave, compared with the rules alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from service.game.games.chomp import Chomp
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.sum import Sum
from service.game.meter import Meter, OutOfSteps
from service.game.position import Position
from service.game.questions.forms import form_of
from service.game.questions.legal import MAX_LEGAL, Leading, listing
from tests.support.cases import CASES, Case, state_of
from tests.support.move_texts import read, untold
from tests.support.rows import rows
from tests.support.rules import Option
from tests.support.tries import at_most


def following(position: Position, case: Case, listed: Leading) -> Position:
    """The position after a listed move, made as a client makes it: of the keys that are left."""
    if not case.parts:
        return made(case, position, listed["leaves"])
    i = listed["move"]["component"]
    components = [*(position.components() or ())]
    components[i] = made(case.parts[i].case, components[i], listed["leaves"])
    return case.game.position((), position.misere, components=components)


def made(case: Case, position: Position, left: Mapping[str, Any]) -> Position:
    keys = {**case.keys, **{key: value for key, value in left.items() if key != "piles"}}
    if case.game.name == "fibonacci" and "quota" not in left:
        keys["quota"] = 0  # of an empty pile, which has no other
    return case.game.position(left["piles"], position.misere, **keys)


def alone(options: Sequence[Option], component: int | None) -> list[Any]:
    """The moves of these options that are made in a component, as its own game has them."""
    moves = [each.move for each in options if each.move.get("component") == component]
    return [{key: value for key, value in each.items() if key != "component"} for each in moves]


@rows("misere", [False, True])
@rows("case", CASES)
def test_the_moves_are_those_that_the_rules_allow(case: Case, misere: bool) -> None:
    for piles in case.some(at_most(4, quick=1)):
        position, state = case.position(piles, misere), case.state(piles)
        options = [*case.rules.options(state)]
        found = listing(position, 2)
        assert "more_legal" not in found
        assert [untold(each["move"]) for each in found["legal"]] == [each.move for each in options]
        for each, option in zip(found["legal"], options, strict=True):
            assert read(each["move"]["text"], case, state) == option.move
            if "passing" not in str(case):  # whose state is in no key
                assert state_of(following(position, case, each)) == option.left
            behind = alone(case.rules.options(option.left), each["move"].get("component"))
            assert [untold(after["move"]) for after in each["legal"]] == behind


@rows("case", CASES)
def test_only_a_move_that_leaves_none_is_followed_by_none(case: Case) -> None:
    for piles in case.some(at_most(4, quick=1)):
        state = case.state(piles)
        found = listing(case.position(piles), 1)
        for each, option in zip(found["legal"], case.rules.options(state), strict=True):
            after = alone(case.rules.options(option.left), each["move"].get("component"))
            assert each.get("legal") == (None if after else [])


def test_of_many_moves_the_first_thousand_are_listed() -> None:
    found = listing(Nim.position([700, 700]), 1)
    assert [(each["move"]["pile"], each["move"]["remove"]) for each in found["legal"]] == [
        *((0, n) for n in range(1, 701)),
        *((1, n) for n in range(1, 301)),
    ]
    assert found["more_legal"] is True
    assert "more_legal" not in listing(Nim.position([500, 500]), 1)
    assert len(listing(Nim.position([500, 500]), 1)["legal"]) == MAX_LEGAL


def test_of_many_moves_the_best_and_the_winning_ones_come_first() -> None:
    position = Moore.position([30, 30, 30, 5], max_piles=2)
    solution = position.solve(100)
    assert solution.best_move is not None
    assert len(solution.winning_moves) > 1
    listed = [untold(each["move"]) for each in listing(position, 1, solution)["legal"]]
    winning = [form_of(position, each) for each in solution.winning_moves]
    best = form_of(position, solution.best_move)
    assert listed[0] == best
    assert listed[: len(winning)] == [best, *(each for each in winning if each != best)]
    others = [form_of(position, each) for each in position.moves()]
    rest = [each for each in others if each not in winning]
    assert listed[len(winning) :] == rest[: MAX_LEGAL - len(winning)]


def test_of_few_moves_none_comes_first() -> None:
    position = Nim.position([3, 4, 5])
    assert listing(position, 2, position.solve(100)) == listing(position, 2)


def test_behind_the_moves_together_are_a_thousand() -> None:
    found = listing(Nim.position([41, 163, 13]), 2)["legal"]
    behind = [len(each["legal"]) if "legal" in each else None for each in found]
    followed = behind.index(None)
    assert behind == [*range(216, 216 - followed, -1), *[None] * (217 - followed)]
    assert followed == 4  # 216 + 215 + 214 + 213, and 212 more are too many


def test_behind_the_best_move_the_moves_are_listed_whatever_their_number() -> None:
    position = Nim.position([3_000, 1_500])
    best, *others = listing(position, 2, position.solve(100))["legal"]
    assert best["leaves"]["piles"] == (1_500, 1_500)
    assert len(best["legal"]) == MAX_LEGAL
    assert best["more_legal"] is True
    assert not any("legal" in each for each in others)


def test_of_many_piles_fewer_moves_are_listed() -> None:
    """A list has up to 110,000 piles, a move counting as 10 and a removal as 6."""
    for position in (
        Nim.position([2] * 2_000),
        Sum.position(components=[Nim.position([2] * 2_000)]),
    ):
        found = listing(position, 2)
        assert len(found["legal"]) == 54
        assert found["more_legal"] is True
    assert len(listing(Moore.position([9] * 100, max_piles=100), 1)["legal"]) == 154
    assert len(listing(Nim.position([10] * 100), 1)["legal"]) == 1_000


def test_nothing_is_solved() -> None:
    with Meter(5_000) as meter:
        found = listing(Chomp.position([60, 60, 60]), 1)
    assert len(found["legal"]) == 179
    assert meter.left > 2_000


def test_a_list_ends_where_steps_end_and_says_so() -> None:
    with Meter(500):
        found = listing(Nim.position([90, 90]), 2)
    assert 30 < len(found["legal"]) < 60
    assert found["more_legal"] is True
    assert found["legal"] == listing(Nim.position([90, 90]), 1)["legal"][: len(found["legal"])]
    with Meter(3_000):
        found = listing(Nim.position([90, 90]), 2)
    assert len(found["legal"]) == 180
    assert "more_legal" not in found
    with pytest.raises(OutOfSteps), Meter(5):
        listing(Nim.position([90, 90]), 1)
