"""Numbers of a kind: its values against plain recursion and published sequences."""

from functools import cache, reduce
from operator import xor

import pytest

from service.game.errors import TooMuchWork
from service.game.games.numbers import KINDS, LARGEST_LISTED, Numbers
from service.game.meter import Meter
from service.game.questions.solve import solve
from service.game.theory.divisors import proper_divisors
from tests.support.oracle import mex
from tests.support.rows import rows
from tests.support.rules import NUMBERS
from tests.support.tries import at_most

MAX_MOVES = 100
CLOSED_FORMS = [kind for kind, game in KINDS.items() if game.closed_form]
each_word = pytest.mark.parametrize("word", KINDS)

# First values, of piles 0, 1, 2 …
PUBLISHED = {
    # A014586
    "squares": [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2],
    # A014589
    "primes": [0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7],
    # A001222, which begins with the value of 1
    "to-divisors": [0, 0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3, 1, 2, 2, 4, 1, 3, 1, 3],
    # A007814, which begins with the value of 1
    "proper-divisors": [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2],
    # A025480, which begins with 0 and has the value of n at n - 1
    "at-most-half": [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8, 4, 9, 2],
}


@cache
def allowed(word: str, size: int) -> list[list[int]]:
    """The numbers that may be removed from each pile."""
    numbers = map(NUMBERS[word], range(size))
    return [[n for n in range(1, pile + 1) if n in each] for pile, each in enumerate(numbers)]


@each_word
def test_numbers_are_those_of_the_word(word: str) -> None:
    size = at_most(300, quick=60)

    assert [[*Numbers(word).removals(pile)] for pile in range(size)] == allowed(word, size)


@each_word
def test_numbers_have_the_values_of_plain_recursion(word: str) -> None:
    """Even the values in closed form."""
    size = at_most(300, quick=60)
    values: list[int] = []
    for pile, numbers in enumerate(allowed(word, size)):
        values.append(mex([values[pile - n] for n in numbers]))

    assert [*Numbers(word).values.sequence(size)["values"]] == values


@pytest.mark.parametrize("word", PUBLISHED)
def test_numbers_have_the_published_values(word: str) -> None:
    known = PUBLISHED[word]

    assert [*Numbers(word).values.sequence(len(known))["values"]] == known


@pytest.mark.parametrize("word", NUMBERS)
def test_numbers_have_a_period_where_the_closed_form_shows_it(word: str) -> None:
    period = {"odd": 2, "powers-of-2": 3}.get(word)
    sequence = Numbers(word).values.sequence(5)

    assert sequence["period"] == period
    assert sequence["proof"] == (period and "computed")


COLD_SQUARES = [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95]
"""A030193: the sizes from which one loses, if squares are taken."""


def test_the_cold_square_numbers_are_those_that_are_published() -> None:
    """11,356 is the one that Wikipedia names: no smaller one ends in 1 or 6."""
    lost = [n for n in range(96) if not Numbers.position([n], numbers="squares").wins()]
    assert lost == COLD_SQUARES
    assert not Numbers.position([11_356], numbers="squares").wins()
    ends = {n % 10 for n in range(11_356) if not Numbers("squares").values.of([n])[0]}
    assert ends == {0, 2, 3, 4, 5, 7, 8, 9}


@pytest.mark.parametrize("word", ["squares", "cubes", "primes", "factorials"])
def test_tables_of_large_piles_go_on_from_those_of_small_ones(word: str) -> None:
    """Each value is missing from those that a move leaves, and all smaller ones are there."""
    game = Numbers(word)
    for pile in (10_001, 16_384, 24_577, 49_999):
        (value,) = game.values.of([pile])
        left = game.values.of([pile - n for n in game.removals(pile)])
        assert value == mex(left)


@rows("word", KINDS)
def test_numbers_are_counted_without_listing_them(word: str) -> None:
    kind = KINDS[word]
    if kind.how_many:
        piles = [*range(at_most(1_000, quick=200)), LARGEST_LISTED]
        assert [*map(kind.how_many, piles)] == [len(kind.removals(pile)) for pile in piles]


def test_finding_what_is_coprime_to_a_pile_is_counted() -> None:
    with Meter() as meter:
        Numbers("coprime").removals(LARGEST_LISTED)
    assert meter.own >= 100  # 0.2 ms


def test_numbers_have_a_limit_on_legal_moves() -> None:
    """A pile of 10,000 has 100 squares."""
    solve(Numbers.position([LARGEST_LISTED] * 500, numbers="squares"), MAX_MOVES)
    with pytest.raises(TooMuchWork, match=r"has 50,001 legal moves; at most 50,000 are allowed"):
        solve(Numbers.position([LARGEST_LISTED] * 500 + [1], numbers="squares"), MAX_MOVES)
    with pytest.raises(TooMuchWork, match="At most 100 piles may contain more than 10,000"):
        solve(Numbers.position([LARGEST_LISTED + 1] * 101, numbers="proper-divisors"), MAX_MOVES)


# --- Piles of any size ----------------------------------------------------------------------------


def value_of(word: str, pile: int) -> int:
    """By published sequences with a closed form, unlike A014586 and similar ones."""
    match word:
        case "odd":
            return pile % 2
        case "powers-of-2":
            return pile % 3
        case "proper-divisors":
            return 0 if pile % 2 else 1 + value_of(word, pile // 2)
        case "to-divisors":
            return sum(pile % p**k == 0 for p in primes_of(pile) for k in range(1, 54))
        case _:
            return pile // 2 if pile % 2 == 0 else value_of(word, pile // 2)


def primes_of(number: int) -> set[int]:
    """The prime factors of a number whose second largest one is small, by trial division."""
    found, divisor = set[int](), 2
    while divisor * divisor <= number:
        if number % divisor:
            divisor += 1
        else:
            found.add(divisor)
            number //= divisor
    return found | ({number} if number > 1 else set())


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@pytest.mark.parametrize("word", CLOSED_FORMS)
def test_moves_in_large_piles_are_those_that_a_search_of_all_finds(word: str, misere: bool) -> None:
    """Each pile has few enough moves for all winning moves to be listed."""
    if misere and word == "proper-divisors":
        return  # which is searched
    for piles in ([15_360, 7], [12_288, 12_289, 5], [16_383], [16_384, 3]):
        position = Numbers.position(piles, misere, numbers=word)
        values = [value_of(word, pile) for pile in piles]
        assert position.game.pile_values(position) == values
        lost = [move for move in position.moves() if not position.after(move).wins()]
        found = position.solve(MAX_MOVES)
        assert found.winning_moves == (lost[:MAX_MOVES] if found.more else lost)


@pytest.mark.parametrize("word", CLOSED_FORMS)
def test_piles_have_any_size(word: str) -> None:
    piles = [2**53 - 1, 2**53 - 2, 9_007_199_254_740_960]
    solution = Numbers.position(piles, numbers=word).solve(MAX_MOVES)
    values = [value_of(word, pile) for pile in piles]
    assert solution.grundy_values == values
    assert solution.wins == bool(reduce(xor, values))
    for move in solution.winning_moves:
        ((i, (left,)),) = move.changes
        others = reduce(xor, values[:i] + values[i + 1 :])
        assert value_of(word, left) == others
        assert piles[i] - left in Numbers(word).removals(piles[i])


def test_all_winning_moves_of_piles_up_to_10_000_are_listed() -> None:
    """Up to 50,000 legal moves, as before larger piles were allowed."""
    few = Numbers.position([LARGEST_LISTED] * 9 + [9_999], numbers="odd").solve(MAX_MOVES)
    assert (len(few.winning_moves), few.more) == (50_000, False)
    many = Numbers.position([LARGEST_LISTED + 2] * 3 + [9_999], numbers="odd").solve(MAX_MOVES)
    assert (len(many.winning_moves), many.more) == (MAX_MOVES, True)


def test_divisors_are_those_of_trial_division() -> None:
    for number in (1, 2, 97, 360, 1_009**2, 1_013 * 1_019, 94_906_249**2, 2**53 - 1):
        found = proper_divisors(number)
        assert all(number % divisor == 0 for divisor in found)
        if number < 2 * 10**6:
            assert found == [n for n in range(1, number // 2 + 1) if number % n == 0]
    assert len(proper_divisors(8_086_598_962_041_600)) == 41_472 - 1


@rows("pile", [2_399, 2_400, 6_287, 7_766, LARGEST_LISTED])
def test_a_pile_of_proper_divisors_is_solved_in_misere_play(pile: int) -> None:
    """By a table of who wins: without a move in misère play, the player to move wins."""
    wins = [True] * (pile + 1)
    for size in range(2, pile + 1):
        wins[size] = not all(wins[size - n] for n in proper_divisors(size))
    found = Numbers.position([pile], numbers="proper-divisors", misere=True).solve(MAX_MOVES)

    assert found.wins == wins[pile]
    left = [move.changes[0][1][0] for move in found.winning_moves]
    assert left == [pile - n for n in proper_divisors(pile) if not wins[pile - n]]


def test_a_larger_pile_changes_nothing_about_the_number_of_legal_moves() -> None:
    for piles in ([5_040] * 901, [5_040] * 901 + [10_001]):
        found = solve(Numbers.position(piles, numbers="proper-divisors"), MAX_MOVES)
        assert (len(found["winning_moves"]), found.get("more")) == (MAX_MOVES, True)
