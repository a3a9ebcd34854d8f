"""The genus, against its definition, and against published ones."""

from collections.abc import Callable, Iterable
from functools import cache

import pytest

from service.game.games.nim import Nim
from service.game.games.take_and_break import DawsonsKayles, Kayles
from service.game.heap_game import HeapGame
from service.game.meter import Meter, OutOfSteps
from service.game.questions.values import values
from service.game.theory.genus import genus_text
from tests.support import rule_oracle
from tests.support.octal_codes import game as octal
from tests.support.oracle import mex
from tests.support.rows import rows
from tests.support.rule_oracle import Piles
from tests.support.tries import sweep

PileMoves = Callable[[int], Iterable[tuple[int, Piles]]]


def genera(game: HeapGame, size: int) -> list[str]:
    """The genera by the service."""
    return list(values(game, size, with_genus=True)["genus"])


def genera_by_definition(moves: PileMoves, size: int) -> list[str]:
    """The genera by playing out each pile with up to eight piles of *2, the Nim pile of two."""

    @cache
    def misere_value(piles: Piles, twos: int, ones: int) -> int:
        """The misère Grundy value; *2 can become *1 or nothing, and *1 nothing."""
        after = [
            misere_value((*piles[:i], *filter(None, parts), *piles[i + 1 :]), twos, ones)
            for i, pile in enumerate(piles)
            for _, parts in moves(pile)
        ]
        if twos:
            after += [misere_value(piles, twos - 1, ones), misere_value(piles, twos - 1, ones + 1)]
        if ones:
            after.append(misere_value(piles, twos, ones - 1))
        return mex(after) if after else 1

    @cache
    def value(pile: int) -> int:
        sums = []
        for _, parts in moves(pile):
            total = 0
            for part in parts:
                total ^= value(part)
            sums.append(total)
        return mex(sums)

    found = []
    for pile in range(size):
        numbers = [misere_value((pile,) if pile else (), twos, 0) for twos in range(9)]
        while len(numbers) > 2 and numbers[-1] == numbers[-3]:
            numbers.pop()
        found.append(genus_text(value(pile), numbers))
    return found


@pytest.mark.parametrize(
    "code",
    sweep(["0.77", "0.177", "0.07", "0.137", "4.7", "0.033", "0.26", "0.06", "0.045", "4.447"]),
)
def test_genus_is_that_of_the_definition(code: str) -> None:
    before_point, digits = code.split(".")
    moves = rule_oracle.taking_and_breaking(before_point, [*map(int, digits)], repeats=False)

    assert genera(octal(code), 8) == genera_by_definition(moves, 8)


# --- Published ------------------------------------------------------------------------------------


def test_genus_of_a_pile_of_nim() -> None:
    """n^n(n ⊕ 2), but 0^120 and 1^031: On Numbers and Games, chapter 12."""
    assert genera(Nim(), 6) == ["0^120", "1^031", "2^20", "3^31", "4^46", "5^57"]
    assert genera(Nim(), 12)[8:] == ["8^8,10", "9^9,11", "10^10,8", "11^11,9"]


def test_genus_0177_has_a_wild_4() -> None:
    assert "4^146" in genera(octal("0.177"), 20)


def test_genus_of_kayles_begins_as_published() -> None:
    """Winning Ways, chapter 13: the row of 5 is the first wild one."""
    assert genera(Kayles(), 6) == ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]


# --- Limits ---------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("step", [41, pytest.param(1, marks=pytest.mark.soak)])
@rows("before_point", ["0", "4", "4!"])
def test_genus_of_12_piles_is_found_for_every_code_of_three_digits(
    before_point: str, step: int
) -> None:
    for digits in range(0, 8**3, step):
        assert len(genera(octal(f"{before_point}.{digits:03o}"), 12)) == 12, digits


def test_genus_that_takes_too_long_is_an_error() -> None:
    assert len(genera(DawsonsKayles(), 9)) == 9
    with pytest.raises(OutOfSteps) as error, Meter(9_999):
        genera(DawsonsKayles(), 40)
    assert error.value.locations == [()]
