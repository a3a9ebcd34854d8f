"""The Makefile's targets are listed, and do nothing twice."""

import re
import subprocess
import sys

from tests.support.servers import ROOT


def make(*arguments: str) -> str:
    command = ["make", "--no-print-directory", f"PYTHON={sys.executable}", *arguments]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return result.stdout


def test_help_lists_every_target_for_people() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = set(re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE)) - {"python"}
    listed = {line.split()[0] for line in make("help").splitlines()}
    assert listed == phony


def test_what_is_installed_is_not_installed_again() -> None:
    # This test runs in the environment that `make test` has just looked at.
    assert "pip install" not in make("--dry-run", "test")
