"""The rooms of the service: what may be changed, and which tests should notice it."""

import resource
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

PYTEST = (sys.executable, "-m", "pytest", "-qx", "--timeout=60", "--hypothesis-seed=0")
QUICK, SERVING = ("--quick",), ("-m", "serving and not long")
ALONE = ("-m", "not serving", "--numprocesses=2")
"""With more examples, and with what takes seconds."""
NODE = ("node", "--test", "--test-timeout=120000")


class Room(NamedTuple):
    """Modules of one kind, and the folders and files with their tests."""

    modules: Sequence[str]
    tests: Sequence[str]
    serves: bool = False
    """Whether tests that start servers see more than the quick ones."""
    memory: int = 4_000_000_000
    """Bytes that a test process may write to, the stacks of its threads included."""
    has_scripts: bool = False
    """Whether its files are scripts in JavaScript: Node tests them, and few tests in Python do."""


DECLARING = {"service/server/limits.py"}
"""Modules that only declare. Of the limits, most are chosen by measuring, and others do as well;
requests at each promised one are in `tests/server/`."""

ROOMS = {
    "game": Room(["service/game"], ["tests/game", "tests/test_steps.py", "tests/operations"]),
    "operations": Room(
        ["service/operations"],
        [
            *("tests/operations", "tests/api", "tests/test_limits.py"),
            "tests/telemetry/test_metrics.py",
        ],
    ),
    "api": Room(
        ["service/api", "service/codec.py"],
        [
            *("tests/api", "tests/test_codec.py", "tests/operations", "tests/test_limits.py"),
            "tests/test_app.py",
        ],
    ),
    "server": Room(
        ["service/server"],
        ["tests/server", "tests/test_limits.py"],
        serves=True,
        memory=resource.RLIM_INFINITY,  # each test leaves threads, which wait
    ),
    "telemetry": Room(["service/telemetry"], ["tests/telemetry"], serves=True),
    "web": Room(
        ["service/web", "service/told.py"],
        ["tests/web", "tests/test_told.py", "tests/operations/test_names.py"],
    ),
    "process": Room(
        [
            *("service/__main__.py", "service/app.py", "service/gunicorn_hooks.py"),
            *("service/configuration.py", "service/environ.py", "service/healthcheck.py"),
            *("service/settings.py", "service/terminal.py"),
        ],
        [
            *("tests/test_app.py", "tests/test_gunicorn_hooks.py", "tests/test_healthcheck.py"),
            *("tests/test_main.py", "tests/test_settings.py", "tests/test_terminal.py"),
        ],
        serves=True,
    ),
    "scripts": Room(
        [
            *(f"service/web/static/core/{name}.js" for name in ("api", "game", "games")),
            *(f"service/web/static/core/{name}.js" for name in ("hints", "session", "setup")),
            "service/web/static/lessons/index.js",
            *(f"service/web/static/pages/play/{name}.js" for name in ("match", "today")),
            "service/web/static/pages/sheet/tasks.js",
        ],
        [f"tests/web/test_{name}.py" for name in ("agreed", "told_by_boards")],
        has_scripts=True,
    ),
}
"""All modules but those that only declare; of the scripts those that neither draw nor lay out."""


def files_of(room: Room) -> list[str]:
    """The files of a room that may be changed, below the root."""
    found = []
    for name in room.modules:
        path = ROOT / name
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    names = (str(path.relative_to(ROOT)) for path in found)
    return [name for name in names if name not in DECLARING]


def commands(room: Room, file: str = "") -> Iterator[Sequence[str]]:
    """The tests of a room, first those that are named after a file, and its doctests."""
    if room.has_scripts:
        yield from of_scripts(room, file)
        return
    named = [*ROOT.glob(f"tests/**/test_*{Path(file).stem}*.py")] if file else []
    likeliest = [str(path.relative_to(ROOT)) for path in sorted(named)]
    folders = [str(each.relative_to(ROOT)) for name in room.tests for each in ROOT.glob(name)]
    if file:
        likeliest.append(file)
    if likeliest:
        yield [*PYTEST, *QUICK, "tests/conftest.py", *likeliest]
    yield [*PYTEST, *QUICK, *sorted(folders)]
    yield [*PYTEST, *ALONE, *sorted(folders)]
    if room.serves:
        if likeliest:
            yield [*PYTEST, *SERVING, "tests/conftest.py", *likeliest]
        yield [*PYTEST, *SERVING, "--numprocesses=4", *sorted(folders)]  # most of them wait


def of_scripts(room: Room, file: str) -> Iterator[Sequence[str]]:
    """The tests of scripts, one after another, first those that import a file."""
    imported = f'/{Path(file).name}"'
    tests = sorted(ROOT.glob("tests/web/modules/*.test.mjs"))
    for test in sorted(tests, key=lambda test: imported not in test.read_text()):
        yield [*NODE, str(test.relative_to(ROOT))]
    yield [*PYTEST, *room.tests]
