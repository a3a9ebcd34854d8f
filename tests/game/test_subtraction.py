"""Bounded and subtraction Nim, against solvers that know only the rules."""

from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.batch import (
    solve_batch,
)
from service.game.nim import Solution, solve
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from service.game.rules.subtraction_set import SubtractionSet
from service.game.subtraction_values import _table
from service.game.work import LEAST_WORK, PileTooLarge, TooManySets
from tests.support.rule_oracle import Played, removing, table
from tests.support.strategies import LARGEST_PILE, piles
from tests.support.tries import sweep

MOST_VALUES = 65_536
SETS = [numbers for count in range(1, 7) for numbers in combinations(range(1, 7), count)]
POSITIONS = [p for count in range(4) for p in combinations_with_replacement(range(13), count)]

conventions = st.booleans()
small_sets = st.sets(st.integers(1, 30), min_size=1, max_size=6)
sets = st.builds(
    lambda numbers: SubtractionSet(tuple(numbers), MOST_VALUES),
    st.sets(st.integers(1, 60), min_size=1, max_size=8),
)
rules: st.SearchStrategy[RemovalRule] = st.one_of(
    sets,
    st.builds(MaxRemove, st.one_of(st.integers(1, 20), st.integers(1, LARGEST_PILE))),
)
both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def subtract(*numbers: int) -> SubtractionSet:
    return SubtractionSet(numbers, MOST_VALUES)


@cache
def played(numbers: tuple[int, ...]) -> Played:
    return Played(removing(numbers), 12)


def check_every_position(rule: RemovalRule, numbers: tuple[int, ...], misere: bool) -> None:
    """Compare the whole solution of each small position with what playing it out finds."""
    game = played(numbers)
    for p in POSITIONS:
        solution = dict(rule.solve(p, misere))
        wins = game.to_move_wins(p, misere)
        winning = [
            {"pile": i, "remove": remove, "leaves": leaves[0]}
            for i, remove, leaves in game.winning_moves(p, misere)
        ]
        legal = [
            {"pile": i, "remove": remove, "leaves": leaves[0]}
            for i, pile in enumerate(p)
            for remove, leaves in game.moves[pile]
        ]
        by_removal = sorted(winning, key=lambda move: (-move["remove"], move["pile"]))
        longest = sorted(legal, key=lambda move: (-p[move["pile"]], move["pile"], move["remove"]))
        assert solution == {
            "nim_sum": game.truth(p).value,
            "position_class": "N" if wins else "P",
            "to_move_wins": wins,
            "winning_moves": winning,
            "best_move": next(iter(by_removal or longest), None),
            "grundy_values": [game.truth([pile]).value for pile in p],
        }, (numbers, p)


# --- Every position of up to 3 piles of up to 12 objects ------------------------------------------


@both_conventions
@pytest.mark.parametrize("least", range(1, 7))
def test_every_small_position_of_every_set_up_to_6(least: int, misere: bool) -> None:
    for numbers in sweep(numbers for numbers in SETS if numbers[0] == least):
        check_every_position(subtract(*numbers), numbers, misere)


@both_conventions
@pytest.mark.parametrize("most", [1, 2, 3, 4, 7, 11, 12, 13, 1000])
def test_every_small_position_of_bounded_nim(most: int, misere: bool) -> None:
    check_every_position(MaxRemove(most), tuple(range(1, min(most, 12) + 1)), misere)


def test_sweep_covers_every_set() -> None:
    assert len(SETS) == 2**6 - 1


# --- Known answers --------------------------------------------------------------------------------


def test_21_with_up_to_3_is_lost_in_misere_play() -> None:
    assert dict(MaxRemove(3).solve([21], True)) == {
        "nim_sum": 1,
        "position_class": "P",
        "to_move_wins": False,
        "winning_moves": [],
        "best_move": {"pile": 0, "remove": 1, "leaves": 20},
        "grundy_values": [1],
    }


def test_largest_pile_is_exact() -> None:
    assert subtract(2, 3, 7).solve([LARGEST_PILE], False)["grundy_values"] == [
        table((2, 3, 7), 5 + LARGEST_PILE % 5)[LARGEST_PILE % 5]
    ]


@both_conventions
def test_objects_may_be_left_when_no_move_is_legal(misere: bool) -> None:
    assert dict(subtract(2, 3).solve([1, 0, 1], misere)) == {
        "nim_sum": 0,
        "position_class": "N" if misere else "P",
        "to_move_wins": misere,
        "winning_moves": [],
        "best_move": None,
        "grundy_values": [0, 0, 0],
    }


# --- Piles too large to play out ------------------------------------------------------------------


@given(small_sets, st.lists(st.integers(0, 600), max_size=5))
def test_values_are_those_of_plain_recursion(numbers: set[int], position: list[int]) -> None:
    values = table(numbers, 601)

    solution = subtract(*numbers).solve(position, False)
    assert solution["grundy_values"] == [values[pile] for pile in position]


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions, st.integers(1, 64))
def test_bounded_nim_is_the_set_of_all_numbers_up_to_the_bound(
    position: list[int], misere: bool, most: int
) -> None:
    by_set = subtract(*range(1, most + 1)).solve(position, misere)

    assert MaxRemove(most).solve(position, misere) == by_set


@given(piles, conventions)
def test_bound_as_large_as_the_largest_pile_is_nim(position: list[int], misere: bool) -> None:
    ruled = dict(MaxRemove(max(position, default=0) or 1).solve(position, misere))

    assert ruled.pop("grundy_values") == position
    assert ruled == solve(position, misere)


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions, rules)
def test_winning_moves_are_exactly_those_that_leave_p(
    position: list[int], misere: bool, rule: RemovalRule
) -> None:
    """For the moves by 1 to 20, or by the numbers of the set."""
    numbers = rule.removals(20)
    solution = rule.solve(position, misere)

    leaving_p = [
        {"pile": i, "remove": s, "leaves": pile - s}
        for i, pile in enumerate(position)
        for s in numbers
        if s <= pile
        if not rule.solve([*position[:i], pile - s, *position[i + 1 :]], misere)["to_move_wins"]
    ]
    listed = [m for m in solution["winning_moves"] if m["remove"] in numbers]
    assert listed == leaving_p
    for move in solution["winning_moves"]:
        assert rule.why_illegal(move["remove"]) is None
        assert 1 <= move["remove"] == position[move["pile"]] - move["leaves"]


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=6), conventions, rules, st.data())
def test_order_of_piles_and_numbers_changes_nothing(
    position: list[int], misere: bool, rule: RemovalRule, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(position))))
    shuffled = (
        SubtractionSet(tuple(data.draw(st.permutations(rule.numbers))), MOST_VALUES)
        if isinstance(rule, SubtractionSet)
        else rule
    )
    here = rule.solve(position, misere)
    there = shuffled.solve([position[i] for i in order], misere)

    assert there["position_class"] == here["position_class"]
    assert sorted((order[m["pile"]], m["remove"]) for m in there["winning_moves"]) == [
        (m["pile"], m["remove"]) for m in here["winning_moves"]
    ]


@given(st.lists(st.integers(0, 40), max_size=4), conventions, rules)
def test_playing_best_moves_ends_with_the_winner_named(
    position: list[int], misere: bool, rule: RemovalRule
) -> None:
    first_wins = rule.solve(position, misere)["to_move_wins"]
    plies = 0
    while move := rule.solve(position, misere)["best_move"]:
        position = [*position[: move["pile"]], move["leaves"], *position[move["pile"] + 1 :]]
        plies += 1

    first_moved_last = plies % 2 == 1
    assert (first_moved_last != misere) == first_wins


# --- No period proven -----------------------------------------------------------------------------

# The values of this set repeat after 49 objects, which takes 49 + 40 values to prove.
LONG = SubtractionSet((9, 40), most_values=64)


def test_pile_within_the_table_is_exact_without_a_period() -> None:
    assert LONG.solve([63], False)["grundy_values"] == [table((9, 40), 64)[63]]


def test_piles_beyond_a_table_without_a_period_are_named() -> None:
    with pytest.raises(PileTooLarge) as error:
        LONG.solve([64, 63, 0, 100], False)

    assert error.value.places == [("piles", 0), ("piles", 3)]
    assert error.value.largest == 63
    assert str(error.value) == (
        "no period is proven for this subtraction set: the largest pile that can be solved is 63"
    )


def test_longer_table_proves_the_period() -> None:
    solution = SubtractionSet((9, 40), most_values=128).solve([LARGEST_PILE], False)

    assert solution["grundy_values"] == [table((9, 40), 49)[LARGEST_PILE % 49]]


# --- Batches --------------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 10_000), max_size=4),
            conventions,
            st.one_of(st.none(), rules),
        ),
        max_size=8,
    )
)
def test_batch_is_solved_as_its_positions_are(
    positions: list[tuple[list[int], bool, RemovalRule | None]],
) -> None:
    expected: list[Solution] = [
        rule.solve(p, misere) if rule else solve(p, misere) for p, misere, rule in positions
    ]

    assert solve_batch(positions, MOST_VALUES) == expected


def test_batch_names_the_piles_that_are_too_large() -> None:
    with pytest.raises(PileTooLarge) as error:
        solve_batch([([64], False, None), ([1, 64], False, LONG), ([99], True, LONG)], 4096)

    assert error.value.places == [("positions", 1, "piles", 1), ("positions", 2, "piles", 0)]


def test_set_used_often_counts_once_in_a_batch() -> None:
    often = [([n], False, subtract(2, 5, 7)) for n in range(100)]

    assert len(solve_batch(often, most_values=LEAST_WORK)) == 100


def test_each_different_set_of_a_batch_counts() -> None:
    positions = [([1], False, subtract(1, n)) for n in range(2, 6)]

    assert len(solve_batch(positions, most_values=4 * LEAST_WORK)) == 4
    with pytest.raises(TooManySets) as error:
        solve_batch(positions, most_values=4 * LEAST_WORK - 1)
    assert str(error.value) == (
        "the different subtraction sets need too much work together: "
        "more than 2,047 Grundy values, with 512 at least for each set (so at most 3 sets)"
    )


def test_batch_computes_no_more_values_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """However hostile its sets are: two that need a long table, and then many more."""
    computed = []

    def counting(numbers: tuple[int, ...], most_values: int) -> object:
        found = _table.__wrapped__(numbers, most_values)
        computed.append(found.computed)
        return found

    monkeypatch.setattr("service.game.subtraction_values._table", counting)
    positions = [([LARGEST_PILE], False, subtract(n, 9000 + n, 9901)) for n in range(1, 40)]

    with pytest.raises(TooManySets):
        solve_batch(positions, MOST_VALUES)
    assert 0 < sum(computed) <= MOST_VALUES


def test_answer_does_not_depend_on_what_was_asked_before() -> None:
    """Tables are kept between calls; a batch must count them all the same."""
    positions = [([10_000], False, subtract(n, 300 + n, 7001)) for n in range(1, 6)]
    outcomes: list[object] = []
    for _ in range(2):
        for budget in (20_000, 65_536):
            try:
                outcomes.append(solve_batch(positions, budget))
            except TooManySets as error:
                outcomes.append(str(error))

    assert outcomes[:2] == outcomes[2:]
    assert all(a != b for a, b in pairwise(outcomes[:2]))
