"""Imports between the rooms of the service point one way; pyproject.toml has the contract."""

import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT


def test_imports_point_down() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
