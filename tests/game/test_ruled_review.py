"""Reviews of games under a rule, and of moves that say what they leave."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.review import (
    IllegalMove,
    PlayedMove,
    Ply,
    review,
)
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from service.game.rules.subtraction_set import SubtractionSet
from service.game.work import PileTooLarge
from tests.support.rule_oracle import Played, removing
from tests.support.strategies import LARGEST_PILE, conventions

MOST_VALUES = 65_536
SET = SubtractionSet((2, 3), MOST_VALUES)


@st.composite
def ruled_games(draw: st.DrawFn) -> tuple[RemovalRule, list[int], list[PlayedMove]]:
    """Legal games of small positions under a rule, finished or not."""
    numbers = sorted(draw(st.sets(st.integers(1, 6), min_size=1)))
    rule: RemovalRule = SubtractionSet(tuple(numbers), MOST_VALUES)
    if draw(st.booleans()):
        rule, numbers = MaxRemove(numbers[-1]), list(range(1, numbers[-1] + 1))
    piles = draw(st.lists(st.integers(0, 8), max_size=3))
    current, moves = list(piles), list[PlayedMove]()
    while draw(st.integers(0, 7)) and any(p >= numbers[0] for p in current):
        pile = draw(st.sampled_from([i for i, p in enumerate(current) if p >= numbers[0]]))
        remove = draw(st.sampled_from([s for s in numbers if s <= current[pile]]))
        current[pile] -= remove
        moves.append((pile, remove, draw(st.sampled_from([current[pile], None]))))
    return rule, piles, moves


def played(rule: RemovalRule) -> Played:
    return Played(removing(rule.removals(8)), 8)


# --- Judgements -----------------------------------------------------------------------------------


@given(ruled_games(), conventions)
def test_plies_are_judged_by_the_rules(
    game: tuple[RemovalRule, list[int], list[PlayedMove]], misere: bool
) -> None:
    rule, piles, moves = game
    truth = played(rule)
    result = review(piles, moves, misere, rule)
    positions = [ply["piles"] for ply in result["plies"]] + [result["position"]["piles"]]
    could_win = [truth.to_move_wins(position, misere) for position in positions]

    assert [ply["mistake"] for ply in result["plies"]] == [a and b for a, b in pairwise(could_win)]
    assert [ply["position_class"] for ply in result["plies"]] == [
        "PN"[win] for win in could_win[:-1]
    ]
    for ply in result["plies"]:
        winning = [
            {"pile": i, "remove": remove, "leaves": leaves[0]}
            for i, remove, leaves in truth.winning_moves(ply["piles"], misere)
        ]
        assert ply["winning_moves"] == winning


@given(ruled_games(), conventions)
def test_game_is_finished_exactly_when_no_move_is_legal(
    game: tuple[RemovalRule, list[int], list[PlayedMove]], misere: bool
) -> None:
    rule, piles, moves = game
    result = review(piles, moves, misere, rule)
    last_mover = "first" if len(moves) % 2 else "second"  # of no moves: the one not to move

    assert result["finished"] == (
        not any(played(rule).moves[p] for p in result["position"]["piles"])
    )
    if result["finished"]:
        assert (result["winner"] == last_mover) != misere
    else:
        assert result["winner"] is None


@given(ruled_games(), conventions)
def test_positions_hold_their_solutions(
    game: tuple[RemovalRule, list[int], list[PlayedMove]], misere: bool
) -> None:
    rule, piles, moves = game
    result = review(piles, moves, misere, rule)

    solution = rule.solve(list(result["position"]["piles"]), misere)
    assert {**solution, "piles": result["position"]["piles"]} == result["position"]
    for ply in result["plies"]:
        solution = rule.solve(list(ply["piles"]), misere)
        assert ply["nim_sum"] == solution["nim_sum"]
        assert ply["grundy_values"] == solution["grundy_values"]


def test_whole_ply() -> None:
    assert review([5, 1], [(0, 3)], True, SET)["plies"] == [
        Ply(
            ply=1,
            player="first",
            piles=(5, 1),
            nim_sum=0,
            position_class="N",
            move={"pile": 0, "remove": 3, "leaves": 2},
            mistake=False,
            winning_moves=[
                {"pile": 0, "remove": 2, "leaves": 3},
                {"pile": 0, "remove": 3, "leaves": 2},
            ],
            grundy_values=[0, 0],
        )
    ]


@pytest.mark.parametrize(
    ("piles", "moves", "misere", "winner"),
    [
        ([1, 1], [], False, "second"),
        ([1, 1], [], True, "first"),
        ([4], [(0, 3)], False, "first"),
        ([4], [(0, 3)], True, "second"),
        ([4], [(0, 2)], False, None),
        ([4], [(0, 2), (0, 2)], False, "second"),
    ],
    ids=str,
)
def test_winner_of_a_game_that_ends_with_objects_left(
    piles: list[int], moves: list[PlayedMove], misere: bool, winner: str | None
) -> None:
    assert review(piles, moves, misere, SET)["winner"] == winner


def test_review_without_a_rule_has_no_values() -> None:
    result = review([3, 4], [(0, 1)])

    assert not any("grundy_values" in part for part in [*result["plies"], result["position"]])


def test_review_with_a_rule_has_them_everywhere() -> None:
    result = review([3, 4], [(0, 2)], rule=SET)

    assert all("grundy_values" in part for part in [*result["plies"], result["position"]])


def test_pile_beyond_the_table_is_refused() -> None:
    with pytest.raises(PileTooLarge) as error:
        review([1, LARGEST_PILE], [], rule=SubtractionSet((9, 40), most_values=64))

    assert (error.value.places, error.value.largest) == ([("piles", 1)], 63)


# --- Illegal moves --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "moves", "index", "key", "message"),
    [
        (MaxRemove(3), [(0, 4)], 0, "remove", "Can't remove 4: at most 3 may be removed."),
        (MaxRemove(3), [(0, 3), (0, 3)], 1, "remove", "Can't remove 3: the pile has 2 left."),
        (SET, [(0, 3), (0, 1)], 1, "remove", "Can't remove 1: 1 is not in the subtraction set."),
        (SET, [(0, 4)], 0, "remove", "Can't remove 4: 4 is not in the subtraction set."),
        (SET, [(1, 2)], 0, "pile", "There is no pile with the index 1."),
        (SET, [(0, 3, 3)], 0, "leaves", "Removing 3 from a pile of 5 leaves 2."),
        (None, [(0, 3, 2), (0, 1, 0)], 1, "leaves", "Removing 1 from a pile of 2 leaves 1."),
        (None, [(0, 6, 0)], 0, "remove", "Can't remove 6: the pile has 5 left."),
        (None, [(0, 3, -2)], 0, "leaves", "Removing 3 from a pile of 5 leaves 2."),
    ],
    ids=str,
)
def test_first_illegal_move_is_named(
    rule: RemovalRule | None, moves: list[PlayedMove], index: int, key: str, message: str
) -> None:
    with pytest.raises(IllegalMove) as error:
        review([5], moves, rule=rule)

    assert (error.value.index, error.value.key, str(error.value)) == (index, key, message)


def test_what_a_move_leaves_may_be_said_or_not() -> None:
    assert review([5], [(0, 3, 2)]) == review([5], [(0, 3, None)]) == review([5], [(0, 3)])
