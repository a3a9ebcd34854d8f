"""Programs that a test starts. If one is missing, the test is skipped or fails."""

import os
import shutil
import sys
from pathlib import Path

import pytest


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skip the test if a program is missing; with REQUIRE_PROGRAMS=1, fail instead."""
    # Some come with the test environment, which may not be on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    missing = [program for program in programs if not shutil.which(program, path=path)]
    if os.environ.get("REQUIRE_PROGRAMS") == "1":
        missing = []  # the test runs, and fails without the program
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")
