"""Every operation keeps the contract, whatever is sent.

schemathesis is a plugin of pytest that makes its cases when tests are collected, which takes some
seconds. So it is loaded in a process of its own, not in each one that shares the tests.
"""

import sys
from pathlib import Path

import pytest

from tests.support.programs import run


@pytest.mark.serving
@pytest.mark.timeout(900)  # thousands of requests, on a machine that may be busy
@pytest.mark.parametrize(
    ("examples", "coverage"), [(15, "no"), pytest.param(40, "yes", marks=pytest.mark.soak)]
)
def test_every_operation_keeps_the_contract(examples: int, coverage: str) -> None:
    """Data that is drawn and, with `coverage`, nineteen thousand requests at each boundary, too."""
    fuzz = Path(__file__).with_name("fuzz.py")
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "schemathesis", str(fuzz)]
    said = run(command, environment={"EXAMPLES": str(examples), "COVERAGE": coverage})
    assert said.returncode == 0, said.stdout
