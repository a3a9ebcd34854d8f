"""Nim against known answers, and at full size; small positions are in test_every_game.py."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.game.nim import nim_sum
from tests.support import golden, oracle
from tests.support.solved import solve
from tests.support.strategies import any_piles, balanced_piles, conventions, piles

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def after(position: list[int], move: dict[str, int]) -> list[int]:
    return [*position[: move["pile"]], move["leaves"], *position[move["pile"] + 1 :]]


def position_class(piles: Sequence[int], misere: bool) -> Any:
    return solve(piles, misere)["position_class"]


def winning_moves(piles: Sequence[int], misere: bool) -> Any:
    return solve(piles, misere)["winning_moves"]


# --- Best moves -----------------------------------------------------------------------------------


def test_best_losing_move_does_not_always_last_longest() -> None:
    """From 3, 5, 6 it leads to 12 plies; taking 1 from the 3 or from the 5 leads to 14."""

    @cache
    def plies(piles: oracle.Piles) -> int:
        """How long the winner makes it as short, and the loser as long as possible."""
        reached = [left for _, _, left in oracle.legal_moves(piles)]
        if oracle.to_move_wins(piles, False):
            return 1 + min(plies(left) for left in reached if not oracle.to_move_wins(left, False))
        return max((1 + plies(left) for left in reached), default=0)

    assert solve([3, 5, 6])["best_move"] == {"pile": 2, "remove": 1, "leaves": 5}
    assert (1 + plies((3, 5, 5)), 1 + plies((2, 5, 6)), 1 + plies((3, 4, 6))) == (12, 14, 14)


@both_conventions
@pytest.mark.parametrize("position", [[], [0], [0, 0, 0]], ids=str)
def test_best_move_is_none_where_no_move_is_legal(position: list[int], misere: bool) -> None:
    assert solve(position, misere)["best_move"] is None


# --- Known answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "known", golden.POSITIONS, ids=lambda k: f"{k.piles}-{'misère' if k.misere else 'normal'}"
)
def test_known_answer(known: golden.Known) -> None:
    solution = solve(known.piles, known.misere)

    assert (solution["nim_sum"], solution["position_class"], solution["winning_moves"]) == (
        known.nim_sum,
        known.position_class,
        [{"pile": i, "remove": remove, "leaves": leaves} for i, remove, leaves in known.moves],
    )


# --- Properties at full size ----------------------------------------------------------------------


@given(piles, conventions)
def test_winning_move_is_legal_and_leaves_p(position: list[int], misere: bool) -> None:
    for move in winning_moves(position, misere):
        before = position[move["pile"]]

        assert 1 <= move["remove"] <= before
        assert move["leaves"] == before - move["remove"]
        assert position_class(after(position, move), misere) == "P"


@given(piles, conventions, st.data())
def test_no_other_move_leaves_a_p_position(
    position: list[int], misere: bool, data: st.DataObject
) -> None:
    assume(any(position))
    pile = data.draw(st.sampled_from([i for i, p in enumerate(position) if p]))
    remove = data.draw(st.integers(1, position[pile]))
    move = {"pile": pile, "remove": remove, "leaves": position[pile] - remove}
    assume(move not in winning_moves(position, misere))

    assert position_class(after(position, move), misere) == "N"


@given(balanced_piles())
def test_nim_sum_0_is_p_without_winning_moves(position: list[int]) -> None:
    """This holds in normal play."""
    solution = solve(position)

    assert (solution["position_class"], solution["winning_moves"]) == ("P", [])


@given(piles, conventions)
def test_only_n_positions_have_winning_moves(position: list[int], misere: bool) -> None:
    """Every N-position but the finished one has a winning move."""
    expected = position_class(position, misere) == "N" and any(position)

    assert bool(winning_moves(position, misere)) == expected


@given(any_piles)
def test_number_of_winning_moves_is_odd(position: list[int]) -> None:
    """This holds in normal play where the nim-sum is not 0."""
    assume(nim_sum(position) != 0)

    assert len(winning_moves(position, False)) % 2 == 1


@given(piles, conventions, st.randoms(use_true_random=False))
def test_permuted_piles_permute_the_moves(
    position: list[int], misere: bool, random: Random
) -> None:
    order = list(range(len(position)))
    random.shuffle(order)
    permuted = winning_moves([position[i] for i in order], misere)

    assert sorted((order[m["pile"]], m["leaves"]) for m in permuted) == [
        (m["pile"], m["leaves"]) for m in winning_moves(position, misere)
    ]


@given(piles, conventions, st.integers(0, 5))
def test_empty_piles_at_the_end_change_nothing(
    position: list[int], misere: bool, zeros: int
) -> None:
    assert solve(position + [0] * zeros, misere) == solve(position, misere)


@given(piles, conventions)
def test_best_move_is_a_winning_one(position: list[int], misere: bool) -> None:
    """This holds where there is a winning move."""
    solution = solve(position, misere)
    assume(solution["winning_moves"])

    assert solution["best_move"] in solution["winning_moves"]


@given(st.lists(st.integers(0, 15), max_size=5), conventions)
def test_best_moves_win_as_the_class_says(position: list[int], misere: bool) -> None:
    first_wins = position_class(position, misere) == "N"
    objects, plies = sum(position), 0
    while move := solve(position, misere)["best_move"]:
        position = after(position, move)
        plies += 1
        assert plies <= objects

    first_took_the_last_object = plies % 2 == 1
    assert (first_took_the_last_object != misere) == first_wins


def test_piles_may_have_more_than_64_bits() -> None:
    huge = 10**40

    assert solve([huge, 1])["winning_moves"] == [{"pile": 0, "remove": huge - 1, "leaves": 1}]
