"""The Makefile: its targets are listed, and nothing is installed twice."""

import re
import sys

from tests.support.paths import ROOT
from tests.support.programs import make


def test_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = set(re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE)) - {"python"}
    listed = {line.split()[0] for line in make("help").stdout.splitlines()}
    assert listed == phony


def test_nothing_is_installed_twice() -> None:
    # This test runs in the environment that `make test` has just looked at.
    made = make("--dry-run", "test", PYTHON=sys.executable)
    assert (made.returncode, made.stderr) == (0, "")
    assert "pip install" not in made.stdout
