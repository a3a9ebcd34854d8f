"""Which tests `make quick` runs: those that start nothing."""

from pathlib import Path

import pytest

from tests.support.paths import ROOT

FOLDERS = {
    "bench": "bench",
    "browser": "browser",
    "clients": "clients",
    "operations": "operations",
    "server": "serving",
    "serving": "serving",
    "telemetry": "serving",
}
"""The marker of all tests in a folder of tests/."""

STARTERS = {f"tests.support.{name}" for name in ("any_server", "programs", "servers")}
"""What starts servers and other programs: a module that imports from these needs them."""


def marker_of(item: pytest.Item) -> str | None:
    """The marker that says what a test needs besides the test environment, if anything."""
    if folder := FOLDERS.get(folder_of(item.path)):
        return folder
    imported = vars(getattr(item, "module", None) or object).values()
    starts = any(getattr(each, "__module__", None) in STARTERS for each in imported)
    return "serving" if starts or "server" in getattr(item, "fixturenames", ()) else None


def folder_of(path: Path) -> str:
    """The folder of tests/ that a path is in; empty for all others."""
    parts = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return parts[1] if len(parts) > 1 and parts[0] == "tests" else ""
