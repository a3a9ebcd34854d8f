"""`make mutants`: whether the tests notice small changes to the code, drawn at random.

Each room of the service gets as many changes as another. One change at a time is made in a copy of
the project, and a test of its room must fail. About one change in ten has no visible effect, so no
test can fail.
"""

import argparse
import contextlib
import difflib
import itertools
import os
import queue
import random
import resource
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.mutants import modules, scripts
from tests.mutants.rooms import ROOMS, ROOT, commands, files_of

BUILD = ROOT / "build" / "mutants"
ENOUGH = 0.85
PATIENCE = 600
"""Seconds after which a change is noticed because nothing ends."""

PASSED, FAILED = (0, 5), 1  # 5: there is no such test


class Change(NamedTuple):
    """A file with a small change."""

    file: str
    """Below the root."""
    text: str
    """The whole changed file."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--sample", type=int, default=200, help="how many changes to draw")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    parser.add_argument("--rooms", nargs="+", default=[*ROOMS], choices=ROOMS, metavar="ROOM")
    arguments = parser.parse_args()
    drawn = {
        name: draw(files_of(ROOMS[name]), arguments.sample // len(ROOMS), arguments.seed)
        for name in arguments.rooms
    }
    print(
        f"{sum(map(len, drawn.values()))} changes, drawn with --seed {arguments.seed}", flush=True
    )
    first, *others = (BUILD / str(core) for core in range(len(os.sched_getaffinity(0))))
    copy_project(first)
    for name in drawn:
        room = ROOMS[name]
        if any(run(first, each, room.memory, writes=True) not in PASSED for each in commands(room)):
            print(f"Without a change, a test of {name} fails; build/mutants/0.log says which.")
            return 1
    for other in others:
        shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(first, other, symlinks=True)  # with the bytecode
    copies = queue.SimpleQueue[Path]()
    for copy in (first, *others):
        copies.put(copy)
    with ThreadPoolExecutor(1 + len(others)) as pool:
        noticed = {
            name: list(
                pool.map(is_noticed, [name] * len(changes), changes, [copies] * len(changes))
            )
            for name, changes in drawn.items()
        }
    return report(noticed)


def draw(files: list[str], count: int, seed: int) -> list[Change]:
    """Changes to these files; every place in the code is equally likely."""
    drawn = random.Random(seed)
    texts = {file: (ROOT / file).read_text() for file in files}
    kinds = {file: modules if file.endswith(".py") else scripts for file in files}
    places = [(file, site) for file in files for site in kinds[file].sites(texts[file])]
    drawn.shuffle(places)
    changes = (
        Change(file, kinds[file].change(texts[file], *drawn.choice(site))) for file, site in places
    )
    return [*itertools.islice(filter(is_valid, changes), count)]


def is_valid(change: Change) -> bool:
    """Whether something changes, and compiles: Cosmic Ray takes the ** of a call for a power."""
    if change.text == (ROOT / change.file).read_text():
        return False
    if change.file.endswith(".py"):
        with warnings.catch_warnings(action="ignore"):
            try:
                compile(change.text, change.file, "exec")
            except SyntaxError:
                return False
    return True


def copy_project(copy: Path) -> None:
    """Copy the project as it is in the working tree, so that changes can be made."""
    shutil.rmtree(copy, ignore_errors=True)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for file in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
        if (ROOT / file).is_file():
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, copy / file, follow_symlinks=False)


def run(copy: Path, command: Sequence[str], memory: int, *, writes: bool = False) -> int:
    """The exit status of tests in a copy, which end after a while if they would not by themselves.

    A changed program writes no bytecode, which the next one would find.
    """
    environment = {
        **os.environ,
        "PYTHON": sys.executable,
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "" if writes else "1",
    }
    with (
        copy.with_suffix(".log").open("wb") as log,
        subprocess.Popen(
            command,
            cwd=copy,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=partial(limit_memory, memory),  # noqa: PLW1509  # nothing else
        ) as process,
    ):
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return FAILED
        finally:  # servers, too
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def limit_memory(bytes_: int) -> None:
    """Let a changed program have no more memory than there is."""
    resource.setrlimit(resource.RLIMIT_DATA, (bytes_, bytes_))


def is_noticed(name: str, change: Change, copies: "queue.SimpleQueue[Path]") -> bool:
    """Make a change to a room, and see whether a test fails; if not, print it."""
    room, copy = ROOMS[name], copies.get()
    file = copy / change.file
    try:
        file.write_text(change.text)
        for command in commands(room, change.file):
            if run(copy, command, room.memory) not in PASSED:
                return True
        print("\n".join((f"\nNot noticed in {name}:", *difference(change))), flush=True)
        return False
    finally:
        shutil.copy2(ROOT / change.file, file)
        copies.put(copy)


def report(noticed: dict[str, list[bool]]) -> int:
    """Print how many changes were noticed; 0 if they are enough in each room."""
    shares = {name: sum(seen) / len(seen) for name, seen in noticed.items()}
    print()
    for name, share in shares.items():
        print(f"{name:12}{share:4.0%} of {len(noticed[name])} changes noticed")
    print(f"{ENOUGH:.0%} are enough.")
    return int(min(shares.values()) < ENOUGH)


def difference(change: Change) -> Iterator[str]:
    """The lines that a change changes."""
    before = (ROOT / change.file).read_text().splitlines()
    after = change.text.splitlines()
    yield from difflib.unified_diff(before, after, change.file, change.file, n=1, lineterm="")


if __name__ == "__main__":
    sys.exit(main())
