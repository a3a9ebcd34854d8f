"""`decided_by` names what tells the class: the data of the explanation alone gives it."""

import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import xor
from typing import Any

from service.game.decision import DECIDED_BY
from service.game.games import GAMES
from service.game.games.growing import Growing
from service.game.games.numbers import Numbers
from service.game.games.sum import Sum
from service.game.games.take_and_break import Kayles, LaskersNim
from service.game.games.take_and_break.misere_kayles import wins_kayles
from service.game.questions.explain import explain
from service.game.theory.grundy import nim_sum
from tests.support.boards import MADE, each_of
from tests.support.cases import CASES, Case
from tests.support.contract import SPEC
from tests.support.rows import rows
from tests.support.tries import at_most

Found = Mapping[str, Any]


def ones_and_large(found: Found, piles: tuple[int, ...]) -> tuple[int, int]:
    """How many piles, or values, are 1, and how many are larger."""
    sizes = found.get("even_steps") or found.get("grundy_values") or piles
    return sum(size == 1 for size in sizes), sum(size > 1 for size in sizes)


def by_ones(case: Case, found: Found, piles: tuple[int, ...], _: bool) -> bool:
    if case.game.name == "sum":  # no value is larger than 1, so the XOR is odd as their number is
        return bool(found["nim_sum"] == 0)
    ones, large = ones_and_large(found, piles)
    modulus = case.keys.get("max_piles", 1) + 1
    return large > 0 or ones % modulus != 1


def by_genera(_: Case, found: Found, __: tuple[int, ...], ___: bool) -> bool:
    firm = any(genus not in ("0^120", "1^031") for genus in found["genera"])
    values = [int(genus.partition("^")[0]) for genus in found["genera"]]
    return bool(reduce(xor, values) != (0 if firm else 1))


def by_pairs(_: Case, found: Found, __: tuple[int, ...], ___: bool) -> bool:
    return bool(reduce(xor, [(a ^ b) - 1 for a, b in found["pairs"]], found.get("alone", 0)))


def by_groups(case: Case, _: Found, piles: tuple[int, ...], misere: bool) -> bool:
    return bool((sum(piles) - misere) % (case.keys["max_remove"] + 1))


def by_steps(_: Case, found: Found, __: tuple[int, ...], ___: bool) -> bool:
    return nim_sum(found["even_steps"]) != 0


def by_exceptions(_: Case, found: Found, piles: tuple[int, ...], __: bool) -> bool:
    values = found.get("grundy_values") or Kayles().values.of(piles)
    return wins_kayles(piles, values)


def by_cold_pairs(_: Case, found: Found, piles: tuple[int, ...], __: bool) -> bool:
    return bool(found["cold_pairs"] != [tuple(sorted(piles))])


def by_zeckendorf(case: Case, found: Found, piles: tuple[int, ...], _: bool) -> bool:
    least = found["zeckendorf"][-1:]
    return bool(least) and least[0] <= case.keys.get("quota", sum(piles) - 1)


def by_ratio(_: Case, __: Found, piles: tuple[int, ...], misere: bool) -> bool:
    small, large = sorted(piles)
    return not misere if small == large else large**2 > small * (small + large)


def by_component(case: Case, found: Found, _: tuple[int, ...], misere: bool) -> bool | None:
    """The position that the components are together, by its own word and data."""
    whole = found["together"]
    part = next(each.case for each in case.parts if each.case.game.name == whole["game"])
    part = part._replace(keys={**part.keys, **whole})
    known = {**whole, "nim_sum": found["nim_sum"]}  # that of the other components is 0
    tells = TELLS.get(whole["decided_by"])
    return tells(part, known, tuple(whole["piles"]), misere) if tells else None


def has_edge_at_token(found: Found) -> bool:
    """Whether the matching of an explanation has an edge at the token."""
    return any(found["token"] in edge.split("-") for edge in found["matching"])


TELLS: Mapping[str, Callable[[Case, Found, tuple[int, ...], bool], bool | None]] = {
    "columns": lambda _, found, *__: found["binary"]["odd_columns"] != [],
    "values": lambda _, found, *__: found["binary"]["odd_columns"] != [],
    "remainders": lambda _, found, *__: any(found["binary"]["remainders"]),
    "ones": by_ones,
    "groups": by_groups,
    "genera": by_genera,
    "exceptions": by_exceptions,
    "pairs": by_pairs,
    "steps": by_steps,
    "cold-pairs": by_cold_pairs,
    "zeckendorf": by_zeckendorf,
    "largest-piles": lambda _, found, *__: found["largest_piles"] % 2 == 1,
    "ratio": by_ratio,
    "component": by_component,
    "matchings": lambda _, found, *__: has_edge_at_token(found),
    "symmetry": lambda _, found, *__: found["middle"] != [],
}
"""Whether the player to move wins, from the data that `decided_by` names."""


def test_every_word_but_three_names_data() -> None:
    assert {*DECIDED_BY} == {*TELLS, "rule", "search", "end"}


@rows("misere", [False, True])
@rows("case", CASES)
def test_what_decides_tells_who_wins(case: Case, misere: bool) -> None:
    few = [piles for piles in case.positions if max(piles, default=0) <= 1 or sum(piles) < 5]
    for piles in {*case.some(at_most(30, quick=15)), *few[:25]}:
        position = case.position(piles, misere)
        found = explain(position, 10)
        by = found["decided_by"]
        assert by in DECIDED_BY
        assert (by == "end") == (next(position.moves(), None) is None)
        assert (by == "search") == (by != "end" and "found by search" in " ".join(found["reasons"]))
        told = TELLS[by](case, found, piles, misere) if by in TELLS else None
        assert told in (None, found["to_move_wins"]), (str(case), piles, misere, by)


@rows("misere", [False, True])
@rows("asked", [*each_of(MADE, at_most(60, quick=10))])
def test_what_decides_on_a_board_tells_who_wins(asked: dict[str, Any], misere: bool) -> None:
    keys = {key: value for key, value in asked.items() if key != "game"}
    found = {**explain(GAMES[asked["game"]].position((), misere, **keys), 10)}
    found["token"] = asked["board"].partition("@")[2]
    by = found["decided_by"]
    assert (by == "end") is (found["best_move"] is None)
    if by not in ("search", "end"):
        assert TELLS[by](CASES[0], found, (), misere) is found["to_move_wins"], by
    assert by not in ("search", "rule") or misere


@rows("misere", [False, True])
def test_a_single_growing_pile_is_decided_by_the_rule_that_it_is_told_by(misere: bool) -> None:
    """The last reason names what its moves leave, and each is won or lost as it says."""
    game = {"add": [1, 3], "multiply": [2], "target": 30}
    for pile in range(30):
        found = explain(Growing.position([pile], misere, **game), 10)
        *_, left = found["reasons"]
        sizes = [int(number) for number in re.findall(r"\d+", left)][1:]
        assert (found["decided_by"], len(sizes) > 0) == ("rule", True)
        for size in sizes:
            assert Growing.position([size], misere, **game).wins() is not found["to_move_wins"]
        if not found["to_move_wins"]:
            assert sizes == sorted({pile + 1, pile + 3, *([2 * pile] if pile else [])})


def test_tame_components_are_decided_by_their_genera() -> None:
    parts = [LaskersNim.position([1000, 7]), Numbers.position([40], numbers="at-most-half")]
    found = explain(Sum.position(components=parts, misere=True), 10)
    assert (found["decided_by"], len(found["genera"])) == ("genera", 2)


def test_the_contract_has_every_word() -> None:
    schema = SPEC["components"]["schemas"]["Explanation"]["properties"]["decided_by"]
    assert schema["x-extensible-enum"] == [*DECIDED_BY]
    for word in DECIDED_BY:
        assert f"`{word}`" in schema["description"]
