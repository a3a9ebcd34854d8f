"""Which tests `make quick` runs, those that start no server and no other program; and the order."""

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

MARKED = {"bench", "browser", "clients", "deploy"}
"""The folders of tests/ whose tests have a marker of the same name."""

LONGEST = (
    "test_container.py",  # builds the image, for which others wait
    "test_states.py",
    "test_generated.py",
    "test_fuzz.py",
    "test_workers.py",
    "test_stopping.py",
    "test_play_games.py",
    "test_every_page.py",
    "test_firefox.py",
    "test_caches.py",
    "test_package.py",
)
"""The files that take longest, by waiting or by working."""

LEFT_OUT = {"browser"}
"""The folders in which all tests start programs."""

STARTING = {"server", "containers", "contents", "image"}
"""The fixtures that start programs."""


def markers(item: pytest.Item) -> Iterator[str]:
    """The markers for what a test needs, in addition to its own."""
    folder = folder_of(item.path)
    if folder in MARKED:
        yield folder
    # A test that is skipped if a program is missing starts that program.
    needs_program = item.get_closest_marker("skipif")
    if folder in LEFT_OUT or needs_program or STARTING & {*getattr(item, "fixturenames", [])}:
        yield "serving"


def forbid_programs() -> None:
    """Fail a test that starts a program but is not marked, so that `quick` stays quick."""

    def reject(*arguments: Any, **_: Any) -> None:
        pytest.fail(f"A test that starts a program is marked serving; this starts {arguments[1:]}.")

    vars(subprocess)["Popen"].__init__ = reject


@cache
def turn_of(path: Path) -> int:
    """When the tests of a file come: the contract's, the longest, those of programs, all others.

    Each process takes the next file when it has finished one. If a long one came last, the others
    would wait for it. The contract comes first, because a failure there explains others.
    """
    first = ("test_contract.py", *LONGEST)
    if path.name in first:
        return first.index(path.name)
    return len(first) + (folder_of(path) not in MARKED)


@cache
def folder_of(path: Path) -> str:
    """The folder of tests/ that a path is in; empty for all others."""
    parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return parts[1] if len(parts) > 1 and parts[0] == "tests" else ""
