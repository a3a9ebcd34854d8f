"""Scripts that need no page, tested by Node's own runner."""

import sys

import pytest

from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import run

pytestmark = needs("node")


def test_scripts_that_need_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run tests/web/modules/; the failures are in the message."""
    command = ["node", "--test", "--test-reporter=spec", "tests/web/modules/"]
    monkeypatch.setenv("PYTHON", sys.executable)
    done = run(command, cwd=ROOT)
    assert done.returncode == 0, done.stdout
