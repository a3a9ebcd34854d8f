"""Tame piles: their genera by definition, and misère play without a search."""

from math import isqrt

import pytest

from service.game import heap_game
from service.game.games.take_and_break import LaskersNim, Octal
from service.game.questions.forms import solved
from service.game.theory.genus import genera, tame_genus
from service.game.theory.tame import MAX_EXAMINED, Pile, tame_piles
from tests.support.rows import rows

CODES = ["0.77", "0.07", "0.137", "4.[3]", "4!.0", "0.26", "0.045", "0.75", "0.[7]", "4.7", "0.34"]
"""Codes with tame piles only, and with others."""


@rows("code", CODES)
def test_the_genus_of_a_tame_pile_is_the_one_that_is_defined(code: str) -> None:
    game = Octal.of(code=code)
    assert isinstance(game, Octal)
    values = game.values.table(12)[:12]
    firm, defined = tame_piles(game.pile_moves, values, 12), genera(game.pile_moves, values)
    assert [*map(tame_genus, map(Pile, values, firm))] == defined[: len(firm)]
    for value, genus in [*zip(values, defined, strict=True)][len(firm) : len(firm) + 1]:
        assert genus not in {tame_genus(Pile(value, True)), tame_genus(Pile(value, False))}


def test_tame_piles_end_where_too_many_moves_are_examined() -> None:
    nim = Octal.of(code="0.[3]")
    assert isinstance(nim, Octal)
    assert [*tame_piles(nim.pile_moves, range(9), 9, max_moves=6)] == [False, False, True, True]


def test_no_table_is_made_for_a_pile_that_its_limit_leaves_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its piles 0 to n have (n + 1) n / 2 moves: 774 is the last with at most 300,000."""
    heap_game._tame_table.cache_clear()  # type: ignore[attr-defined]  # made by another test?
    game = Octal.of(code="0.2[3]")
    assert isinstance(game, Octal)
    most = isqrt(2 * MAX_EXAMINED)
    last, beyond = (game.position([most + n], misere=True, code="0.2[3]") for n in (-1, 1))
    made = list[int]()
    monkeypatch.setattr(
        "service.game.heap_game.tame_piles",
        lambda *args: made.append(args[2]) or tame_piles(*args),  # type: ignore[func-returns-value]
    )
    assert beyond.decide().is_searched
    assert not made
    last.decide().is_searched  # noqa: B018
    assert made == [1024]


@rows("piles", [[3, 4], [1], [1, 1, 1], [2], [1, 3], [1000, 700, 3]])
def test_laskers_nim_is_not_searched(piles: list[int]) -> None:
    """Firm piles are lost in misère play if and only if they are lost in normal play."""
    position = LaskersNim.position(piles, misere=True)
    assert not position.is_searched()
    found = solved(position, position.solve(100))
    if max(piles) > 1:
        assert found["position_class"] == LaskersNim.position(piles).solve(100).position_class
    else:
        assert found["position_class"] == "PN"[len(piles) % 2 == 0]
