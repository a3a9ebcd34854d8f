"""How many positions a walk may find, and how many moves it may follow."""

from collections.abc import Iterator

import pytest

from service.game.errors import TooMuchWork
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.staircase import Staircase
from service.game.games.take_and_break import Kayles, LaskersNim, Octal
from service.game.games.wythoff import Wythoff
from service.game.heap_game import HeapGame
from service.game.meter import Meter, OutOfSteps
from service.game.moves import PileMove
from service.game.position import Position
from tests.support.cases import CASES, LISTED, Case, of, state_of
from tests.support.minimal_games import Passing
from tests.support.played_out import is_valid
from tests.support.rows import rows


@rows("case", [each for each in CASES if not each.game.is_sum])
def test_reachable_positions_are_those_of_the_rules(case: Case) -> None:
    for piles in case.some(6):
        position = case.position(piles)
        found = {state_of(each) for each in position.reachable(10_000)}

        assert found == {*case.rules.reachable(case.state(piles))}


@rows(
    ("position", "count"),
    [
        (Nim.position([99]), 100),
        (Nim.position([1] * 99), 100),
        (Nim.position([13, 13], max_remove=3), 105),
        (Nim.position([90], subtraction_set=[9]), 11),
        (Nim.position([2] * 12, subtraction_set=[1, 2]), 91),
        (Kayles.position([2] * 12), 91),
        (Kayles.position([9]), 42),
        (Octal.position([13, 13], code="0.[3]"), 105),
        (LaskersNim.position([6, 6]), 221),
        (Moore.position([1, 13, 13], max_piles=2), 196),
        (Greedy.position([3] * 9), 220),
        (Greedy.position([2, 3, 3, 5]), 27),
        (Wythoff.position([9, 9]), 55),
        (Euclid.position([13, 8]), 7),  # each pair of neighbours down to 1+1, and 0+1
        (Staircase.position([0, 0, 3]), 20),  # 3 objects on 3 steps or gone
        (Passing.position([4]), 10),  # 4 to 0, before and after the pass
    ],
)
def test_reachable_positions_have_a_limit(position: Position, count: int) -> None:
    assert len(position.reachable(count)) == count
    with pytest.raises(TooMuchWork) as error:
        position.reachable(count - 1)

    assert error.value.locations == [()]
    assert str(error.value) == f"More than {count - 1:,} positions are reachable from here."


@rows("case", {case.game: case for case in [*LISTED, of(Fibonacci)]}.values())
@rows("pile", [1000, 2**53 - 1])
def test_reachable_positions_beyond_the_limit_are_not_made(case: Case, pile: int) -> None:
    """Each of these would take for ever or use up all memory."""
    most = min(pile, case.game.limits.largest or pile)
    shapes = [
        (most, most - 1),
        (most,) * 100,
        (1, *[most] * 3),
        (most,),
        (most, most - 1, most - 2),
    ]
    accepted = [*filter(is_valid, map(case.position, shapes))]
    assert accepted
    for position in accepted:
        # Of Growing's piles of that size none has a move; a pile has few divisors to leave.
        if any(position.moves()) and position.game != Numbers("to-divisors"):
            with pytest.raises(TooMuchWork):
                position.reachable(min(300, most // 2))


class Sweeps(HeapGame):
    """A move ends a pile in as many ways as the pile has objects."""

    name = "sweeps"
    form = "split"

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return ((n, []) for n in range(1, pile + 1))


def test_reachable_positions_are_not_followed_along_too_many_moves() -> None:
    few, many = Sweeps.position([99]), Sweeps.position([999])
    with Meter(500):
        assert {each.piles for each in few.reachable(2)} == {(), (99,)}
    with pytest.raises(OutOfSteps), Meter(500):
        many.reachable(2)
