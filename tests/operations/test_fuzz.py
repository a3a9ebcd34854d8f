"""Every operation keeps the contract, no matter what is sent.

schemathesis, a plugin of pytest, makes its cases when tests are collected, which takes seconds. It
runs in a separate process, so that not every test process loads it.
"""

import sys
from pathlib import Path

import pytest

from tests.support.programs import run


@pytest.mark.serving
@pytest.mark.timeout(900)  # thousands of requests, possibly on a busy machine
@pytest.mark.parametrize(
    ("examples", "coverage"), [(15, "no"), pytest.param(40, "yes", marks=pytest.mark.soak)]
)
def test_every_operation_keeps_the_contract(examples: int, coverage: str) -> None:
    """Random data and, with `coverage`, nineteen thousand requests at all boundaries."""
    fuzz = Path(__file__).with_name("fuzz.py")
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "schemathesis", str(fuzz)]
    said = run(command, environment={"EXAMPLES": str(examples), "COVERAGE": coverage})
    assert said.returncode == 0, said.stdout
