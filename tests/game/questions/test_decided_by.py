"""`decided_by` names what tells the class: the data of the explanation alone gives it."""

from collections.abc import Callable, Mapping
from typing import Any

from service.game.game import DECIDED_BY
from service.game.questions.explain import explain
from tests.support.cases import CASES, Case
from tests.support.contract import SPEC
from tests.support.rows import rows
from tests.support.tries import at_most

Found = Mapping[str, Any]


def ones_and_large(found: Found, piles: tuple[int, ...]) -> tuple[int, int]:
    """How many piles, or values, are 1, and how many are larger."""
    sizes = found.get("even_steps") or found.get("grundy_values") or piles
    return sum(size == 1 for size in sizes), sum(size > 1 for size in sizes)


def by_ones(case: Case, found: Found, piles: tuple[int, ...]) -> bool | None:
    ones, large = ones_and_large(found, piles)
    if case.game.name == "sum":
        return None  # of all piles of all components
    modulus = case.keys.get("max_piles", 1) + 1
    return large > 0 or ones % modulus != 1


def by_genera(_: Case, found: Found, __: tuple[int, ...]) -> bool:
    firm = any(genus not in ("0^120", "1^031") for genus in found["genera"])
    return bool(found["nim_sum"] != (0 if firm else 1))


def by_groups(case: Case, found: Found, piles: tuple[int, ...]) -> bool:
    misere = "last object" in " ".join(found["reasons"])
    return bool((sum(piles) - misere) % (case.keys["max_remove"] + 1))


def by_steps(_: Case, found: Found, __: tuple[int, ...]) -> bool:
    total = 0
    for pile in found["even_steps"]:
        total ^= pile
    return total != 0


TELLS: Mapping[str, Callable[[Case, Found, tuple[int, ...]], bool | None]] = {
    "columns": lambda _, found, __: found["binary"]["odd_columns"] != [],
    "values": lambda _, found, __: found["binary"]["odd_columns"] != [],
    "remainders": lambda _, found, __: any(found["binary"]["remainders"]),
    "ones": by_ones,
    "groups": by_groups,
    "genera": by_genera,
    "steps": by_steps,
    "largest-piles": lambda _, found, __: found["largest_piles"] % 2 == 1,
}
"""Whether the player to move wins, from the data that `decided_by` names."""


@rows("misere", [False, True])
@rows("case", CASES)
def test_what_decides_tells_who_wins(case: Case, misere: bool) -> None:
    few = [piles for piles in case.positions if max(piles, default=0) <= 1 or sum(piles) < 5]
    for piles in {*case.some(at_most(60, quick=15)), *few[:25]}:
        position = case.position(piles, misere)
        found = explain(position, 10)
        by = found["decided_by"]
        assert by in DECIDED_BY
        assert (by == "end") == (next(position.moves(), None) is None)
        assert (by == "search") == (by != "end" and "found by search" in " ".join(found["reasons"]))
        told = TELLS[by](case, found, piles) if by in TELLS else None
        assert told in (None, found["to_move_wins"]), (str(case), piles, misere, by)


def test_the_contract_has_every_word() -> None:
    schema = SPEC["components"]["schemas"]["Explanation"]["properties"]["decided_by"]
    assert schema["x-extensible-enum"] == [*DECIDED_BY]
    for word in DECIDED_BY:
        assert f"`{word}`" in schema["description"]
