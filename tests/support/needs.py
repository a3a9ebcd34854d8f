"""Programs that a test starts: where one is missing, the test is skipped, or must not be."""

import os
import shutil
import sys
from pathlib import Path

import pytest


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skip the test where a program is missing; with REQUIRE_PROGRAMS=1 it fails instead."""
    # Some come with the test environment, which need not be on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    missing = [program for program in programs if not shutil.which(program, path=path)]
    if os.environ.get("REQUIRE_PROGRAMS") == "1":
        missing = []  # the test runs, and fails without the program
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")
