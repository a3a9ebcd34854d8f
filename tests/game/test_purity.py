"""The core is pure: it computes, and neither reads, writes, waits nor remembers."""

import ast
import sys
from pathlib import Path

import pytest

import service.game

CORE = Path(service.game.__file__).parent
MODULES = sorted(CORE.rglob("*.py"))
# What the core may import, each as pure as the core is to be.
PURE = {
    "abc",
    "array",
    "bisect",
    "collections",
    "collections.abc",
    "functools",
    "itertools",
    "math",
    "operator",
    "struct",
    "typing",
}
IMPURE_BUILTINS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}

each_module = pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)


def imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def test_all_modules_of_the_core_are_checked() -> None:
    assert {"nim.py", "nimber.py", "graph.py", "explain.py", "review.py"} <= {
        module.name for module in MODULES
    }


@each_module
def test_core_needs_only_the_standard_library(module: Path) -> None:
    tops = {name.split(".")[0] for name in imported(module)}

    assert tops <= sys.stdlib_module_names | {"service"}


@each_module
def test_core_imports_only_pure_modules(module: Path) -> None:
    assert {n for n in imported(module) if not f"{n}.".startswith("service.game.")} <= PURE


@each_module
def test_core_calls_no_impure_builtin(module: Path) -> None:
    names = {
        node.id
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name)
    }

    assert names & IMPURE_BUILTINS == set()
