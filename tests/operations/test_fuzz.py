"""Every operation keeps the contract, whatever is sent.

schemathesis is a plugin of pytest that makes its cases when tests are collected, which takes some
seconds. So it is loaded in a process of its own, not in each one that shares the tests.
"""

import sys
from pathlib import Path

import pytest

from tests.support.programs import run
from tests.support.servers import Server


@pytest.mark.timeout(900)  # thousands of requests, on a machine that may be busy
@pytest.mark.parametrize("examples", [15, pytest.param(40, marks=pytest.mark.soak)])
def test_every_operation_keeps_the_contract(server: Server, examples: int) -> None:
    fuzz = Path(__file__).with_name("fuzz.py")
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "schemathesis", str(fuzz)]
    said = run(command, environment={"SERVER_URL": server.url, "EXAMPLES": str(examples)})
    assert said.returncode == 0, said.stdout
