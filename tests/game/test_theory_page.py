"""docs/theory.md: its examples run, and its statements hold for what the service computes.

Those that need nothing of the service are in test_oracle.py, and those about published tables in
test_published_facts.py.
"""

import doctest
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.graph import solve_graph
from service.game.nim import nim_sum, solve
from service.game.nimber import product as times
from tests.support import oracle
from tests.support.games import nim_moves
from tests.support.paths import ROOT
from tests.support.strategies import games

THEORY = ROOT / "docs" / "theory.md"
SMALL = [p for count in range(4) for p in product(range(6), repeat=count)]
below_2_32 = st.integers(0, 2**32 - 1)


def large(piles: oracle.Piles) -> int:
    return sum(p > 1 for p in piles)


def test_examples_give_what_the_page_shows() -> None:
    text = THEORY.read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    session = doctest.DocTestParser().get_doctest(examples, {}, THEORY.name, str(THEORY), 0)
    printed: list[str] = []

    results = doctest.DocTestRunner().run(session, out=printed.append)
    assert printed == []
    assert results.attempted == examples.count(">>>") > 0


# --- The game -------------------------------------------------------------------------------------


@pytest.mark.parametrize("misere", [False, True])
def test_class_is_n_if_some_move_leads_to_p(misere: bool) -> None:
    """It is P if none does."""
    for p in SMALL:
        if any(p):
            leads_to_p = any(not solve(left, misere)["to_move_wins"] for left in nim_moves(p))
            assert solve(p, misere)["to_move_wins"] == leads_to_p, p


# --- The columns ----------------------------------------------------------------------------------


def test_every_move_from_even_leads_to_odd() -> None:
    for p in SMALL:
        if nim_sum(p) == 0:
            assert all(nim_sum(left) for left in nim_moves(p)), p


def test_piles_of_the_leading_column_get_smaller() -> None:
    """Flipping its odd columns makes a pile smaller exactly if it has a 1 in the leading one."""
    for p in SMALL:
        if total := nim_sum(p):
            leading = max(bit for bit in (1, 2, 4) if total & bit)
            smaller = [i for i, q in enumerate(p) if q ^ total < q]
            assert smaller == [i for i, q in enumerate(p) if q & leading] != [], p


# --- When the last object loses -------------------------------------------------------------------


def test_misere_strategy_wins() -> None:
    """Play as in normal play while that leaves a large pile, else leave an odd number of 1s."""
    for p in SMALL:
        if not oracle.to_move_wins(p, True) or not any(p):
            continue
        as_normal = [left for left in nim_moves(p) if nim_sum(left) == 0 and large(left)]
        odd_ones = [left for left in nim_moves(p) if not large(left) and sum(left) % 2]
        played = as_normal or odd_ones
        assert played, p
        assert not any(oracle.to_move_wins(left, True) for left in played), p


def test_even_position_never_has_one_large_pile() -> None:
    assert 1 not in {large(p) for p in SMALL if nim_sum(p) == 0}


def test_even_positions_keep_the_endgame_for_the_leader() -> None:
    """The opponent of a player who leaves even positions never meets a single large pile."""
    for p in SMALL:
        if nim_sum(p) == 0 and large(p):
            for left in nim_moves(p):
                answers = [again for again in nim_moves(left) if nim_sum(again) == 0]
                assert large(left) == 1 or all(large(again) >= 2 for again in answers), p


# --- Every game is Nim ----------------------------------------------------------------------------


@given(games())
def test_p_positions_have_the_value_0(options: dict[str, list[str]]) -> None:
    """N-positions have other values."""
    values = solve_graph(options)["grundy_values"]

    assert {name: value != 0 for name, value in values.items()} == {
        name: oracle.next_player_wins_sum(options, [name]) for name in options
    }


def test_nim_pile_of_n_has_the_value_n() -> None:
    piles = {str(n): [str(m) for m in range(n)] for n in range(20)}

    assert solve_graph(piles)["grundy_values"] == {str(n): n for n in range(20)}


@given(games(), st.lists(st.sampled_from("abcdefgh"), max_size=3))
def test_sum_is_p_if_its_values_have_the_nim_sum_0(
    options: dict[str, list[str]], components: list[str]
) -> None:
    """It is N if not."""
    values = solve_graph(options)["grundy_values"]

    lost = nim_sum([values[name] for name in components]) == 0
    assert oracle.next_player_wins_sum(options, components) != lost


@given(games(), st.sampled_from("abcdefgh"), st.integers(0, 4))
def test_position_is_worth_a_nim_pile_of_its_value(
    options: dict[str, list[str]], name: str, other: int
) -> None:
    value = solve_graph(options)["grundy_values"][name]
    piles = {f"*{n}": [f"*{m}" for m in range(n)] for n in range(9)}

    both = {**options, **piles}
    assert oracle.next_player_wins_sum(both, [name, f"*{other}"]) == (value != other)


@given(games())
def test_option_of_a_higher_value_can_be_reversed(options: dict[str, list[str]]) -> None:
    """It has an option of the old value."""
    values = solve_graph(options)["grundy_values"]

    for name, value in values.items():
        for option in options[name]:
            if values[option] > value:
                assert value in {values[back] for back in options[option]}


# --- Numbers that add like games and multiply as well ---------------------------------------------


@given(below_2_32, below_2_32, below_2_32)
def test_nimbers_obey_the_laws_of_a_field(a: int, b: int, c: int) -> None:
    assert times(a, b) == times(b, a)
    assert times(a, times(b, c)) == times(times(a, b), c)
    assert times(a, b ^ c) == times(a, b) ^ times(a, c)
    assert (times(a, 1), a ^ a) == (a, 0)


def power_of_power(a: int, exponent: int) -> int:
    """The nimber a to the power of 2 to the power of the exponent."""
    for _ in range(exponent):
        a = times(a, a)
    return a


@given(st.integers(1, 2**32 - 1))
def test_every_nimber_but_0_has_an_inverse(a: int) -> None:
    inverse = 1  # a to the power of 2^32 − 2 = 2^1 + 2^2 + … + 2^31
    for exponent in range(1, 32):
        inverse = times(inverse, power_of_power(a, exponent))

    assert times(a, inverse) == 1


@pytest.mark.parametrize("size", [2, 4, 16])
def test_nimbers_below_2_4_and_16_are_fields(size: int) -> None:
    for a in range(1, size):
        assert sorted(times(a, b) for b in range(size)) == list(range(size))


@pytest.mark.parametrize("size", [3, 5, 6, 8, 12, 32])
def test_nimbers_below_other_numbers_are_not(size: int) -> None:
    results = {nim_sum([a, b]) for a, b in product(range(size), repeat=2)}
    results |= {times(a, b) for a, b in product(range(size), repeat=2)}

    assert max(results) >= size


@pytest.mark.parametrize("fermat", [2, 4, 16, 256, 65536])
def test_rules_for_fermat_powers(fermat: int) -> None:
    assert times(fermat, fermat) == fermat + fermat // 2
    assert all(times(fermat, a) == fermat * a for a in range(0, fermat, max(1, fermat // 99)))


@given(below_2_32, below_2_32)
def test_products_below_2_to_the_32_stay_there(a: int, b: int) -> None:
    assert times(a, b) < 2**32


@given(below_2_32, below_2_32)
def test_square_of_a_sum_is_the_sum_of_the_squares(a: int, b: int) -> None:
    assert times(a ^ b, a ^ b) == times(a, a) ^ times(b, b)


@given(below_2_32)
def test_every_nimber_has_a_square_root(a: int) -> None:
    root = power_of_power(a, 31)

    assert times(root, root) == a


def test_no_nimber_has_two_square_roots() -> None:
    assert len({times(a, a) for a in range(65536)}) == 65536
