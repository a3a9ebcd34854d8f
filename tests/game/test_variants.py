"""The other games called Nim, against solvers that know only what a move may do."""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.rules.fibonacci import Fibonacci, zeckendorf
from service.game.rules.greedy import Greedy
from service.game.rules.moore import Moore
from service.game.rules.rule import Rule
from service.game.rules.wythoff import Wythoff
from service.game.variants import ALL, MostListed, VariantSolution, WrongNumberOfPiles
from tests.support import variant_oracle as oracle
from tests.support.strategies import LARGEST_PILE, conventions
from tests.support.tries import sweep

Piles = tuple[int, ...]
Solve = Callable[[Piles, bool], VariantSolution]
Reached = Sequence[tuple[Piles, bool]]
"""What each legal move leaves, and whether the opponent then wins."""

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def moore(max_piles: int, most: MostListed = ALL) -> Moore:
    return Moore(max_piles, most_piles=100, most=most)


def check(solution: VariantSolution, piles: Piles, wins: bool, reached: Reached) -> None:
    """Compare the whole solution with what playing the position out finds."""
    winning = sorted(left for left, opponent_wins in reached if not opponent_wins)
    one_less = [*piles]
    if any(piles):
        one_less[piles.index(max(piles))] -= 1
    best = min(winning, key=sum) if winning else one_less if reached else None
    assert dict(solution) == {
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": [{"leaves": [*left]} for left in winning],
        "best_move": None if best is None else {"leaves": [*best]},
    }, piles


def check_all(
    rule: Rule, moves: oracle.Moves[Piles], positions: Sequence[Piles], misere: bool
) -> None:
    wins = oracle.player(moves, misere)
    for piles in sweep(positions):
        reached = [(left, wins(left)) for left in moves(piles)]
        assert sorted(rule.options(piles)) == sorted(left for left, _ in reached), piles
        check(rule.solve(piles, misere), piles, wins(piles), reached)  # type: ignore[arg-type]


def positions(count: int, largest: int) -> list[Piles]:
    """All positions of so many piles, empty ones among them."""
    return list(product(range(largest + 1), repeat=count))


def test_best_move_is_legal_in_a_lost_position() -> None:
    """`check` asks for the move that takes one object from the first of the largest piles."""
    assert Greedy(ALL).solve([1, 4, 4], False)["best_move"] == {"leaves": [1, 3, 4]}


# --- Moore's Nim ----------------------------------------------------------------------------------


@both_conventions
@pytest.mark.parametrize(
    ("max_piles", "count", "largest"),
    [(1, 3, 6), (2, 3, 6), (3, 3, 6), (9, 2, 6), (2, 4, 4), (3, 4, 4), (2, 5, 2), (3, 5, 2)],
)
def test_moores_nim(max_piles: int, count: int, largest: int, misere: bool) -> None:
    check_all(moore(max_piles), oracle.moore(max_piles), positions(count, largest), misere)


@both_conventions
def test_moores_nim_without_piles(misere: bool) -> None:
    check(moore(2).solve((), misere), (), misere, [])


@given(
    st.integers(1, 5), conventions, st.lists(st.integers(0, LARGEST_PILE), min_size=1, max_size=9)
)
def test_winning_moves_of_moores_nim_leave_lost_positions(
    max_piles: int, misere: bool, piles: list[int]
) -> None:
    rule = moore(max_piles, MostListed(moves=20, piles=10_000))
    solution = rule.solve(piles, misere)

    left = [[*move["leaves"]] for move in solution["winning_moves"]]
    assert bool(left) == (solution["to_move_wins"] and any(piles))
    assert [*map(tuple, left)] == sorted({*map(tuple, left)})
    for after in left:
        changed = [(a, b) for a, b in zip(after, piles, strict=True) if a != b]
        assert 1 <= len(changed) <= max_piles
        assert all(a < b for a, b in changed)
        assert rule.solve(after, misere)["position_class"] == "P"


@given(
    st.integers(1, 4), conventions, st.lists(st.integers(0, 40), min_size=1, max_size=6), st.data()
)
def test_no_move_of_moores_nim_leads_from_lost_to_lost(
    max_piles: int, misere: bool, piles: list[int], data: st.DataObject
) -> None:
    rule = moore(max_piles, MostListed(moves=1, piles=100))
    solution = rule.solve(piles, misere)
    lost = [*solution["winning_moves"][0]["leaves"]] if solution["winning_moves"] else piles
    some = data.draw(st.sets(st.sampled_from(range(len(lost))), min_size=1, max_size=max_piles))
    after = [data.draw(st.integers(0, pile)) if i in some else pile for i, pile in enumerate(lost)]

    if after != lost and rule.solve(lost, misere)["position_class"] == "P":
        assert rule.solve(after, misere)["position_class"] == "N"


@pytest.mark.parametrize(
    ("most", "listed", "more"),
    [
        (MostListed(moves=100, piles=10_000), 100, True),
        (MostListed(moves=100, piles=1_000), 50, True),
        (MostListed(moves=100, piles=10), 1, True),
    ],
)
def test_of_many_winning_moves_some_are_listed(most: MostListed, listed: int, more: bool) -> None:
    piles = [2**53 - 1 - i for i in range(20)]
    solution = moore(9, most).solve(piles, False)

    assert len({tuple(move["leaves"]) for move in solution["winning_moves"]}) == listed
    assert solution["more"] is more
    assert solution["best_move"] is not None


@both_conventions
@pytest.mark.parametrize("max_piles", [5, 20, 50])
def test_moores_nim_with_100_large_piles_is_solved_at_once(max_piles: int, misere: bool) -> None:
    """There are more winning moves than could be counted, let alone made."""
    some = Random(max_piles)
    piles = [some.randrange(2**52, 2**53) for _ in range(100)]
    solution = moore(max_piles, MostListed(moves=100, piles=10_000)).solve(piles, misere)

    assert (len(solution["winning_moves"]), solution["more"]) == (100, True)


def test_there_is_no_more_where_all_winning_moves_are_listed() -> None:
    """3, 3, 3 and 5 with up to two piles: their number decides whether the limit is met."""
    all_moves = moore(2).solve([3, 3, 3, 5], False)
    count = len(all_moves["winning_moves"])

    assert moore(2, MostListed(count, 9_999)).solve([3, 3, 3, 5], False) == all_moves
    fewer = moore(2, MostListed(count - 1, 9_999)).solve([3, 3, 3, 5], False)
    assert (len(fewer["winning_moves"]), fewer["more"]) == (count - 1, True)


def test_more_than_100_piles_are_refused() -> None:
    assert moore(3).solve([1] * 100, False)["position_class"] == "P"
    with pytest.raises(WrongNumberOfPiles) as error:
        moore(3).solve([1] * 101, False)
    assert error.value.places == [("piles",)]
    assert str(error.value) == "In this game at most 100 piles are allowed."


# --- Wythoff's game -------------------------------------------------------------------------------


@both_conventions
def test_wythoffs_game(misere: bool) -> None:
    check_all(Wythoff(), oracle.wythoff, positions(2, 22), misere)


# A000201 and A001950 of the On-Line Encyclopedia of Integer Sequences
LOST = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)]


def test_published_lost_positions_of_wythoffs_game() -> None:
    found = [
        (a, b)
        for a, b in combinations_with_replacement(range(24), 2)
        if Wythoff().solve([a, b], False)["position_class"] == "P"
    ]

    assert found == LOST


@both_conventions
def test_lost_positions_of_wythoffs_game_by_exhaustion(misere: bool) -> None:
    """Each number and each difference is in one of them: this finds the next without play."""
    used: set[int] = set()
    rows = [(2, 2), (0, 1)] if misere else [(0, 0), (1, 2)]
    for a, b in rows:
        used |= {a, b}
    for difference in range(2, 500):
        a = next(n for n in range(10_000) if n not in used)
        used |= {a, a + difference}
        rows.append((a, a + difference))

    assert all(not Wythoff().solve(row, misere)["to_move_wins"] for row in rows)


@given(st.integers(0, LARGEST_PILE), st.integers(0, LARGEST_PILE), conventions)
def test_winning_moves_of_wythoffs_game_leave_lost_positions(a: int, b: int, misere: bool) -> None:
    solution = Wythoff().solve([a, b], misere)

    assert bool(solution["winning_moves"]) == (solution["to_move_wins"] and a + b > 0)
    for move in solution["winning_moves"]:
        assert not Wythoff().solve(move["leaves"], misere)["to_move_wins"]


@pytest.mark.parametrize("piles", [[], [1], [1, 2, 3]])
def test_wythoffs_game_has_two_piles(piles: list[int]) -> None:
    with pytest.raises(WrongNumberOfPiles, match="played with 2 piles") as error:
        Wythoff().solve(piles, False)
    assert error.value.places == [("piles",)]


# --- Fibonacci Nim --------------------------------------------------------------------------------


@both_conventions
def test_fibonacci_nim(misere: bool) -> None:
    wins = oracle.player(oracle.fibonacci, misere)
    for pile, most in product(range(70), range(75)):
        reached = [((n,), wins((n, m))) for n, m in oracle.fibonacci((pile, most))]
        rule = Fibonacci(most)
        assert list(rule.options([pile])) == [left for left, _ in reached]
        check(rule.solve([pile], misere), (pile,), wins((pile, most)), reached)


@both_conventions
def test_all_but_one_may_be_taken_at_the_start(misere: bool) -> None:
    for pile in range(60):
        assert Fibonacci(None).solve([pile], misere) == Fibonacci(pile - 1).solve([pile], misere)


def test_piles_of_fibonacci_numbers_are_lost_at_the_start() -> None:
    lost = [n for n in range(1, 100) if not Fibonacci(None).solve([n], False)["to_move_wins"]]

    assert lost == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


@given(st.integers(0, LARGEST_PILE))
def test_zeckendorf_form_has_no_neighbours(number: int) -> None:
    fibonacci = [1, 2]
    while fibonacci[-1] < LARGEST_PILE:
        fibonacci.append(fibonacci[-2] + fibonacci[-1])
    places = [fibonacci.index(part) for part in zeckendorf(number)]

    assert sum(zeckendorf(number)) == number
    assert all(b - a > 1 for a, b in pairwise(places))


@given(st.integers(1, LARGEST_PILE), st.integers(1, LARGEST_PILE), conventions)
def test_winning_moves_of_fibonacci_nim_leave_lost_positions(
    pile: int, most: int, misere: bool
) -> None:
    solution = Fibonacci(most).solve([pile], misere)

    assert bool(solution["winning_moves"]) == solution["to_move_wins"]
    for move in solution["winning_moves"]:
        (left,) = move["leaves"]
        taken = pile - left
        assert 1 <= taken <= most
        after = Fibonacci(2 * taken).solve([left], misere)
        assert after["position_class"] == "P"


@pytest.mark.parametrize("piles", [[], [1, 2]])
def test_fibonacci_nim_has_one_pile(piles: list[int]) -> None:
    with pytest.raises(WrongNumberOfPiles, match="played with 1 pile"):
        Fibonacci(None).solve(piles, False)


# --- Greedy Nim -----------------------------------------------------------------------------------


@both_conventions
@pytest.mark.parametrize(
    ("count", "largest"), [(0, 0), (1, 12), (2, 9), (3, 7), (4, 5), (5, 3), (7, 2)]
)
def test_greedy_nim(count: int, largest: int, misere: bool) -> None:
    check_all(Greedy(ALL), oracle.greedy, positions(count, largest), misere)


def test_classes_of_greedy_nim_differ_between_conventions_only_without_a_large_pile() -> None:
    """Of 210 multisets of up to four piles of up to 6, those 5 of nothing but 1s."""
    small = [p for count in range(5) for p in combinations_with_replacement(range(1, 7), count)]
    rule = Greedy(ALL)
    different = [
        p
        for p in small
        if rule.solve(p, False)["to_move_wins"] != rule.solve(p, True)["to_move_wins"]
    ]

    assert len(small) == 210
    assert different == [(1,) * count for count in range(5)]


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions)
def test_winning_moves_of_greedy_nim_leave_lost_positions(piles: list[int], misere: bool) -> None:
    rule = Greedy(MostListed(moves=5, piles=100))
    solution = rule.solve(piles, misere)

    assert bool(solution["winning_moves"]) == (solution["to_move_wins"] and any(piles))
    for move in solution["winning_moves"]:
        assert not rule.solve(move["leaves"], misere)["to_move_wins"]


def test_of_many_winning_moves_of_greedy_nim_the_first_are_listed() -> None:
    solution = Greedy(MostListed(moves=100, piles=30)).solve([9, 2**53 - 1, 2**53 - 1, 9, 9], False)
    assert solution["to_move_wins"] is False

    solution = Greedy(MostListed(moves=100, piles=15)).solve([9, 2**53 - 1, 9, 9, 9], False)
    assert solution["winning_moves"] == [
        {"leaves": [9, 0, 9, 9, 9]},
        {"leaves": [9, 1, 9, 9, 9]},
        {"leaves": [9, 2, 9, 9, 9]},
    ]
    assert solution["more"] is True


def test_many_piles_of_greedy_nim_are_solved() -> None:
    some = Random(1)
    piles = [some.randrange(2**53) for _ in range(10_000)]
    solution = Greedy(MostListed(moves=100, piles=400_000)).solve(piles, False)

    assert len(solution["winning_moves"]) <= 40
    assert solution["to_move_wins"]
