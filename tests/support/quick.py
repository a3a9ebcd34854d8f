"""Which tests `make quick` runs: those that start no server and no other program."""

import inspect
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tests.support.paths import ROOT

MARKED = {"bench", "browser", "clients", "deploy"}
"""The folders of tests/ whose tests have a marker of the same name."""

LEFT_OUT = {"browser"}
"""The folders in which all tests start programs."""


def markers(item: pytest.Item) -> Iterator[str]:
    """The markers that say what a test needs besides the test environment."""
    folder = folder_of(item.path)
    if folder in MARKED:
        yield folder
    if isinstance(item, pytest.Function):
        plugins = item.config.pluginmanager.get_plugins()
        conftests = (each for each in plugins if getattr(each, "__name__", "").endswith("conftest"))
        modules = (*conftests, item.module)
        # A test that is skipped where a program is missing starts it.
        needs_program = item.get_closest_marker("skipif")
        if (
            folder in LEFT_OUT
            or needs_program
            or starts(item.function, modules, *item.fixturenames)
        ):
            yield "serving"


@cache
def starts(test: FunctionType, modules: tuple[ModuleType, ...], *fixtures: str) -> bool:
    """Whether a test, or one of its fixtures in these modules, starts a program."""
    used = [vars(module).get(name) for module in modules for name in fixtures]
    return any(uses_subprocess(each, set()) for each in [test, *used])


def uses_subprocess(used: Any, seen: set[int]) -> bool:
    """Whether a function, class or fixture starts a program, by others of this repository too."""
    if used is subprocess:
        return True
    kind = type(used)
    if not issubclass(kind, type | FunctionType) and kind.__module__ not in {
        "functools",
        "_pytest.fixtures",
    }:
        return False
    used = inspect.unwrap(getattr(getattr(used, "hypothesis", None), "inner_test", used))
    ours = str(getattr(used, "__module__", "")).startswith(("tests.", "bench."))
    if id(used) in seen or not ours:
        return False
    seen.add(id(used))
    if inspect.isclass(used):
        parts = [*used.__bases__, *vars(used).values()]
    else:
        code = used.__code__
        names = {*code.co_names, *code.co_varnames[: code.co_argcount]}
        parts = [value for name, value in used.__globals__.items() if name in names]
    return any(uses_subprocess(each, seen) for each in parts)


@cache
def folder_of(path: Path) -> str:
    """The folder of tests/ that a path is in; empty for all others."""
    parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return parts[1] if len(parts) > 1 and parts[0] == "tests" else ""
