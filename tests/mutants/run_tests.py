"""The tests that must notice a change: the likeliest first, finally all quick ones.

Run in a copy of the project, in which one module of the service may differ from `original/`.
"""

import filecmp
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PYTEST = [sys.executable, "-m", "pytest", "-qx", "--quick", "--timeout=100", "--hypothesis-seed=0"]
PASSED = (0, 5)  # 5: there is no such test


def changed_modules() -> Iterator[Path]:
    for path in Path("service").glob("**/*.py"):
        if not filecmp.cmp(path, "original" / path, shallow=False):
            yield path


def tests_of(module: Path) -> list[str]:
    """The doctests of a module, and the test modules whose names contain its name."""
    named = sorted(Path("tests").glob(f"**/test_*{module.stem}*.py"))
    return ["tests/conftest.py", str(module), *map(str, named)]


def main() -> int:
    selections: list[list[str]] = [[]]
    for module in changed_modules():
        room = ["tests/game"] if "game" in module.parts else ["tests/operations", "tests/api"]
        selections[:0] = [tests_of(module), room]
    for selection in selections:
        status = subprocess.run([*PYTEST, *selection], check=False).returncode
        if status not in PASSED:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
