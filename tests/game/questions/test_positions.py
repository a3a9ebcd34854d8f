"""The positions that play can reach, against solvers that know only the rules, and limits."""

import pytest

from service.game.decision import Decision
from service.game.errors import TooMuchWork
from service.game.games import FIRST
from service.game.games.chomp import Chomp
from service.game.games.nim import Nim
from service.game.games.take_and_break import LaskersNim
from service.game.heap_game import ByPileValues
from service.game.meter import Meter
from service.game.position import Position
from service.game.questions.positions import TableLimits, can_be_ordered, position_table
from tests.support.cases import LISTED, Case
from tests.support.rows import rows
from tests.support.rule_oracle import Piles
from tests.support.rules import State
from tests.support.tries import at_most

MOST = TableLimits(positions=10_000, piles=1_000_000)


def objects_first(position: State) -> tuple[int, Piles]:
    return sum(position.piles), position.piles


@rows("misere", [False, True])
@rows("case", LISTED)
def test_table_is_what_play_reaches(case: Case, misere: bool) -> None:
    for piles in case.some(at_most(6, quick=3)):
        results = case.rules.reachable(case.state(piles))
        lost = {each for each in results if not case.rules.wins(each, misere)}
        short = {
            "count": len(results),
            "p_count": len(lost),
            "p_positions": [each.piles for each in sorted(lost, key=objects_first)],
        }
        position = case.position(piles, misere)

        assert dict(position_table(position, False, MOST)) == short
        assert dict(position_table(position, True, MOST)) == {
            **short,
            "positions": [
                {
                    "piles": each.piles,
                    "position_class": "P" if each in lost else "N",
                    "winning_results": [
                        left.piles for left in sorted(results[each] & lost, key=objects_first)
                    ],
                }
                for each in sorted(results, key=objects_first)
            ],
        }


def ordered_results(case: Case, start: State) -> dict[State, set[State]]:
    """The reachable positions with ordered piles, each with its options."""
    found: dict[State, set[State]] = {}
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found[at] = {option.left for option in case.rules.options(at)}
            waiting += found[at]
    return found


@rows("misere", [False, True])
@rows("case", [each for each in LISTED if can_be_ordered(each.game)])
def test_ordered_table_keeps_empty_piles_and_the_order(case: Case, misere: bool) -> None:
    for piles in case.some(at_most(8, quick=4)):
        results = ordered_results(case, case.state(piles))
        lost = {each for each in results if not case.rules.wins(each, misere)}

        assert dict(position_table(case.position(piles, misere), True, MOST, ordered=True)) == {
            "count": len(results),
            "p_count": len(lost),
            "p_positions": [each.piles for each in sorted(lost)],
            "positions": [
                {
                    "piles": each.piles,
                    "position_class": "P" if each in lost else "N",
                    "winning_results": [left.piles for left in sorted(results[each] & lost)],
                }
                for each in sorted(results)
            ],
        }


def test_ordered_table_has_the_limit_of_positions() -> None:
    limits = MOST._replace(positions=47)
    with pytest.raises(TooMuchWork, match="More than 47 positions"):
        position_table(Nim.position([1, 3, 5]), False, limits, ordered=True)


def test_table_can_be_ordered_where_moves_only_remove() -> None:
    games = {case.game for case in LISTED if case.game.name in FIRST}
    assert {game.name for game in games if can_be_ordered(game)} == {
        *("nim", "numbers", "moore", "wythoff", "greedy", "euclid", "staircase", "chomp")
    }


def test_table_has_a_limit_on_the_piles_that_are_listed() -> None:
    """1+2 has 6 piles in the positions 1, 2, 1+1 and 1+2, and 2 in winning results: 1+1."""
    position = Nim.position([1, 2])
    table = position_table(position, True, TableLimits(positions=5, piles=8))
    listed = [*(p["piles"] for p in table["positions"])]
    results = [left for p in table["positions"] for left in p["winning_results"]]

    assert sum(map(len, [*listed, *results])) == 8
    with pytest.raises(TooMuchWork) as error:
        position_table(position, True, TableLimits(positions=5, piles=7))
    assert str(error.value) == (
        "The positions and winning results have more than 7 piles in total."
    )


class Unasked(ByPileValues):
    """A decision that fails if anyone asks who wins."""

    @property
    def wins(self) -> bool:
        raise AssertionError(self.position)


class Unsolved(LaskersNim):
    """A game of whose positions nobody may ask who wins."""

    def decide(self, position: Position) -> Decision:
        return Unasked(position)


def test_table_with_too_many_piles_is_rejected_before_any_position_is_solved() -> None:
    with pytest.raises(TooMuchWork, match="more than 9 piles"):
        position_table(Unsolved.position([1, 1, 2]), True, MOST._replace(piles=9))


def test_moves_of_searched_positions_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list[Piles]()
    moves = Chomp._left_of

    def counted(game: Chomp, part: Position) -> object:
        listed.append(part.piles)
        return moves(game, part)

    monkeypatch.setattr(Chomp, "_left_of", counted)
    with Meter():
        table = position_table(Chomp.position([4, 3, 2]), False, MOST)
    assert len(listed) == len({*listed}) == table["count"]
