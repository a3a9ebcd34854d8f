"""examples/check_period.py proves the periods that the service claims, and no others."""

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.support.examples import EXAMPLES, load
from tests.support.octal_codes import plain_values
from tests.support.paths import ROOT
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.service import Service

PROGRAM = EXAMPLES / "check_period.py"
check_period: Any = load("check_period")


def claim_of(service: Service, code: str) -> dict[str, Any]:
    claim: dict[str, Any] = service.get(f"/values?game=octal&size=1000&code={code}").json
    return claim


@rows("code", ["0.77", "0.137", "0.3", "0.103", "0.4", "4.07", "4.13", "4.0", "0.356"])
def test_the_values_are_those_of_plain_recursion(code: str) -> None:
    assert list(check_period.values_of(code, 60)) == plain_values(code, 60)


@rows("code", ["0.77", ".77", "0.137", "0.07", "0.3", "0.0", "0.4", "4.07", "0.7777"])
def test_a_period_of_the_service_is_proven(service: Service, code: str) -> None:
    assert check_period.flaw(code, claim_of(service, code)) is None


@rows(
    ("changes", "said"),
    [
        ({"preperiod": 70}, "the values do not repeat"),
        ({"preperiod": 72}, "the values repeat earlier"),
        ({"period": 24}, "the values repeat sooner"),
        ({"period": 11}, "the values do not repeat"),
        ({"saltus": 1}, "the values do not repeat"),
        ({"values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 5]}, "a value is wrong"),
    ],
)
def test_a_false_claim_is_found_out(service: Service, changes: dict[str, Any], said: str) -> None:
    assert check_period.flaw("0.77", {**claim_of(service, "0.77"), **changes}) == said


def test_values_that_only_seem_to_repeat_prove_nothing() -> None:
    """0.4 begins with 0, 0, 0, 1: long enough to mislead a window that starts at 0."""
    claim = {"values": [0, 0, 0, 1], "preperiod": 0, "period": 1, "saltus": 0}
    assert check_period.flaw("0.4", claim) == "the values do not repeat"


def test_the_program_says_what_the_page_shows(server: Server, tmp_path: Path) -> None:
    program = tmp_path / "check_period.py"
    program.write_text(PROGRAM.read_text().replace("8000", str(server.port)))
    command = [sys.executable, str(program), "0.77", "0.127", "0.[3]"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    proven, *unproven = said.splitlines()
    assert proven in (ROOT / "docs/theory/take-and-break.md").read_text()
    assert unproven == ["0.127: no proof to check", "0.[3]: no proof to check"]


@pytest.mark.soak
@pytest.mark.parametrize("begins", [f"{first}.{digit}" for first in "04" for digit in range(8)])
def test_every_code_of_three_digits_is_proven(service: Service, begins: str) -> None:
    codes = [begins + "".join(digits) for digits in product("01234567", repeat=2)]
    claims = {code: claim_of(service, code) for code in codes}
    proven = [code for code, claim in claims.items() if claim["proof"] == "computed"]
    assert proven
    assert [code for code in proven if check_period.flaw(code, claims[code])] == []
