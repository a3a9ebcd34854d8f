"""A refusal names a limit of the contract, the one that was met, and none that is inside."""

import re
from pathlib import Path
from typing import Any

from tests.support.contract import SPEC
from tests.support.problems import errors_of
from tests.support.rows import rows
from tests.support.service import Service

DOCUMENTS = f"{SPEC} {Path('docs/api.md').read_text(encoding='utf-8')}"

MET: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("/graph", {"game": "numbers", "numbers": "at-most-half"}, {"piles": [491]}, "60,000 moves"),
    ("/graph", {"game": "numbers", "numbers": "at-most-half"}, {"piles": [5_600]}, "60,000 moves"),
    ("/graph", {}, {"piles": [346]}, "60,000 moves"),
    ("/graph", {"game": "octal", "code": "4.[7]"}, {"piles": [60]}, "60,000 moves"),
    ("/graph", {"game": "chomp"}, {"piles": [60, 60, 60]}, "60,000 moves"),
    ("/graph", {"game": "kayles"}, {"piles": [100]}, "10,000 positions"),
    ("/positions", {"game": "numbers", "numbers": "odd"}, {"piles": [9_000]}, "1,400,000 steps"),
    ("/positions", {"game": "kayles"}, {"piles": [100]}, "10,000 positions"),
    ("/analysis", {"game": "chomp"}, {"piles": [60, 60, 60]}, "60,000 moves"),
    ("/move", {"game": "chomp"}, {"piles": [60, 60, 60]}, "700,000 steps"),
    ("/move", {"game": "grundys-game", "misere": True}, {"piles": [900]}, "700,000 steps"),
]
"""A question, what it is asked of, a position beyond a limit, and the limit."""

WITHIN: list[tuple[str, dict[str, Any]]] = [
    ("/graph", {"game": "numbers", "numbers": "at-most-half", "piles": [400]}),
    ("/graph", {"piles": [345]}),
    ("/graph", {"game": "octal", "code": "4.[7]", "piles": [12]}),
    ("/graph", {"game": "chomp", "piles": [12, 12, 12]}),
    ("/positions", {"game": "numbers", "numbers": "odd", "piles": [1_900]}),
    ("/positions", {"game": "staircase", "piles": [0, 139]}),
    ("/move", {"game": "chomp", "piles": [20, 20, 20]}),
    ("/move", {"game": "grundys-game", "piles": [27], "misere": True}),
]
"""Questions on the other side of these limits."""


@rows(("path", "keys", "piles", "limit"), MET)
def test_a_refusal_names_the_limit_that_was_met(
    service: Service, path: str, keys: dict[str, Any], piles: dict[str, Any], limit: str
) -> None:
    reply = service.post(path, {**keys, **piles})
    ((_, detail),) = errors_of(reply, "pointer")
    assert limit in detail
    numbers = re.findall(r"\d[\d,]*", detail)
    assert numbers
    for number in numbers:
        assert number in DOCUMENTS


@rows(("path", "body"), WITHIN)
def test_what_is_within_these_limits_is_answered(
    service: Service, path: str, body: dict[str, Any]
) -> None:
    assert service.post(path, body).status == 200
