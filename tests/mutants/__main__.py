"""`make mutants`: whether the quick tests notice small changes to the code, drawn at random.

Cosmic Ray makes one change at a time in a copy of the project, and the tests must fail. About one
change in ten has no visible effect, so no test can fail.
"""

import argparse
import ast
import concurrent.futures
import functools
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "mutants"
ENOUGH = 0.85

MODULES = (
    "service/game",
    "service/codec.py",
    "service/settings.py",
    "service/api/nearest.py",
    "service/api/operation.py",
    "service/api/requests.py",
    "service/api/schemas.py",
    "service/operations",
)
"""The modules to change."""

# For the values compared here, identity and equality are the same.
# Most decorators here cache results or serve the type checker.
LEFT_OUT = re.compile(
    r"core/(RemoveDecorator|ReplaceComparisonOperator_(Eq_Is|Is_Eq|NotEq_IsNot|IsNot_NotEq)$)"
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--sample", type=int, default=200, help="how many changes to draw")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    arguments = parser.parse_args()
    print(f"{arguments.sample} changes, drawn with --seed {arguments.seed}", flush=True)
    drawn = random.Random(arguments.seed)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        # Each core has its own copy.
        numbers = range(len(os.sched_getaffinity(0)))
        copies = [copy_project(BUILD / str(number)) for number in numbers]
        list(pool.map(begin, copies))
        sites = sites_of(copies[0])
        chosen = drawn.sample(sites, min(arguments.sample, len(sites)))
        changes = [drawn.choice(site) for site in chosen]
        for number, copy in enumerate(copies):
            keep(copy, changes[number :: len(copies)])
        list(pool.map(execute, copies))
    return report([each for copy in copies for each in results(copy)])


def copy_project(copy: Path) -> Path:
    """A copy of the project as in the working tree, in which changes are made."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for file in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
        if (ROOT / file).is_file():
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, copy / file, follow_symlinks=False)
    shutil.copytree(copy / "service", copy / "original" / "service")
    return copy


def begin(copy: Path) -> None:
    """Check that the tests pass without a change, and list all changes."""
    command = [sys.executable, "tests/mutants/run_tests.py"]
    (copy / "mutants.toml").write_text(
        f"[cosmic-ray]\nmodule-path = {json.dumps(MODULES)}\nexcluded-modules = []\n"
        # A changed program may request more memory than there is.
        f"""test-command = "sh -c 'ulimit -v 4000000; exec {" ".join(command)}'"\n"""
        'timeout = 900.0\n[cosmic-ray.distributor]\nname = "local"\n'
    )
    # Cosmic Ray prevents tests from writing bytecode, so it is written beforehand.
    writing = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=copy, check=True, env=writing)
    cosmic_ray(copy, "init", "mutants.toml", "session.sqlite")


def cosmic_ray(copy: Path, *arguments: str) -> None:
    command = [str(Path(sys.executable).with_name("cosmic-ray")), *arguments]
    subprocess.run(command, cwd=copy, check=True, env={**os.environ, "PYTHONHASHSEED": "0"})


def session(copy: Path) -> Any:
    return use_db(str(copy / "session.sqlite"), WorkDB.Mode.open)


def sites_of(copy: Path) -> list[list[Any]]:
    """The changes by their place in the code, so that every place is equally likely to be drawn."""
    sites = defaultdict(list)
    with session(copy) as db:
        for item in db.work_items:
            [change] = item.mutations
            place = change.module_path, change.start_pos
            if not LEFT_OUT.match(change.operator_name) and not is_left_out(copy, *place):
                sites[place].append(item)
    return list(sites.values())


def is_left_out(copy: Path, module: Path, place: tuple[int, int]) -> bool:
    """Whether a place is in a type or an argument that no test can see."""
    return any(
        (each.lineno, each.col_offset) <= place < (each.end_lineno or 0, each.end_col_offset or 0)
        for each in types_and_checks(copy / module)
    )


@functools.cache
def types_and_checks(module: Path) -> list[ast.expr]:
    """The annotations, the aliases of types, and each `strict=True` or `kw_only=True`."""
    tree = ast.parse(module.read_text())
    found: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found.append(node.returns)
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        if isinstance(node, ast.keyword) and node.arg in {"strict", "kw_only"}:
            found.append(node.value)
    for node in tree.body:
        match node:
            case ast.Assign(value=ast.Subscript() | ast.BinOp(op=ast.BitOr()) as alias):
                found.append(alias)
    return [each for each in found if each]


def keep(copy: Path, items: list[Any]) -> None:
    with session(copy) as db:
        db.clear()
        db.add_work_items(items)


def execute(copy: Path) -> None:
    cosmic_ray(copy, "exec", "mutants.toml", "session.sqlite")


def results(copy: Path) -> Iterator[str]:
    """For each change: its diff if no test noticed it, otherwise nothing."""
    with session(copy) as db:
        for _, result in db.completed_work_items:
            if result.test_outcome != TestOutcome.INCOMPETENT:
                yield "" if result.test_outcome == TestOutcome.KILLED else result.diff or "?"


def report(all_results: list[str]) -> int:
    """Print the changes that no test noticed; 0 if they are few enough."""
    survivors = sorted(filter(None, all_results))
    for difference in survivors:
        print(f"\nNot noticed:\n{difference}")
    noticed = 1 - len(survivors) / len(all_results)
    print(f"\n{noticed:.1%} of {len(all_results)} changes noticed; {ENOUGH:.0%} are enough.")
    return int(noticed < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
