"""Which tests `make quick` runs: those that start no server and no other program."""

import inspect
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from tests.support.paths import ROOT

FOLDERS = {
    "bench": "bench",
    "browser": "browser",
    "clients": "clients",
    "deploy": "deploy",
    "server": "serving",
    "telemetry": "serving",
}
"""The marker of all tests in a folder of tests/."""

STARTERS = {f"tests.support.{name}" for name in ("any_server", "programs", "servers")}
"""What starts servers and other programs: a test that uses it is marked `serving`."""


def marker_of(item: pytest.Item) -> str | None:
    """The marker that says what a test needs besides the test environment, if anything."""
    if folder := FOLDERS.get(folder_of(item.path)):
        return folder
    if not isinstance(item, pytest.Function):
        return None
    return "serving" if is_serving(item.function, item.module, *item.fixturenames) else None


@cache
def is_serving(test: FunctionType, module: ModuleType, *fixtures: str) -> bool:
    """Whether a test of a module, with these fixtures, needs a server or another program."""
    names = {*fixtures, *test.__code__.co_names}
    return "server" in names or starts(names, vars(module), set())


def starts(names: Iterable[str], module: dict[str, object], seen: set[str]) -> bool:
    """Whether one of some names in a module starts a program, itself or by another function."""
    for name in {*names} - seen:
        seen.add(name)
        value = inspect.unwrap(module.get(name))  # type: ignore[arg-type]  # a fixture's function
        if getattr(value, "__module__", None) in STARTERS:
            return True
        if isinstance(value, FunctionType) and value.__globals__ is module:
            code = value.__code__
            if starts((*code.co_names, *code.co_varnames), module, seen):
                return True
    return False


@cache
def folder_of(path: Path) -> str:
    """The folder of tests/ that a path is in; empty for all others."""
    parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return parts[1] if len(parts) > 1 and parts[0] == "tests" else ""
