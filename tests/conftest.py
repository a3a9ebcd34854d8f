"""Fixtures that several test modules use, and what `--quick` leaves out."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from service.app import create_app
from tests.support.containers import image, shared_directory
from tests.support.quick import LEFT_OUT, folder_of, forbid_programs, markers, turn_of
from tests.support.servers import Server
from tests.support.service import InProcess, Service

__all__ = ["image", "server", "service", "shared_directory"]

# test_fuzz.py runs it in a separate process.
collect_ignore = ["operations/fuzz.py"]

# Neither a busy machine nor chance may decide a test. A run may happen to draw few examples of a
# rare kind.
settings.register_profile(
    "unhurried",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("quick", settings.get_profile("unhurried"), max_examples=7, database=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out what needs a server or another program, and try fewer examples",
    )

    parser.addoption(
        "--soak",
        action="store_true",
        help="run what takes minutes, and nothing else",
    )


def pytest_configure(config: pytest.Config) -> None:
    # Otherwise a tenth of the time is spent looking for garbage in imported modules.
    gc.set_threshold(200_000)
    settings.load_profile("quick" if config.getoption("--quick") else "unhurried")


def pytest_collection(session: pytest.Session) -> None:
    if session.config.getoption("--quick"):  # pytest's own processes have been started
        forbid_programs()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --quick, don't even import modules in folders that are left out."""
    return (config.getoption("--quick") and folder_of(collection_path) in LEFT_OUT) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn_of(item.path))
    for item in items:
        for marker in markers(item):
            item.add_marker(marker)
    left_out = {"serving", "long"} if config.getoption("--quick") else set()
    soaks = config.getoption("--soak")

    def is_chosen(item: pytest.Item) -> bool:
        found = {marker.name for marker in item.iter_markers()}
        return ("soak" in found) is soaks and not found & left_out

    chosen = {item: is_chosen(item) for item in items}
    config.hook.pytest_deselected(items=[item for item in items if not chosen[item]])
    items[:] = [item for item in items if chosen[item]]


def pytest_collection_finish() -> None:
    keep_all()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if nextitem and nextitem.path != item.path:
        keep_all()


def keep_all() -> None:
    """No search for garbage looks again at what is there now: modules, tests, what was played out.

    One that does takes seconds, and the last look of pytest and the tests' own are many.
    """
    gc.collect(1)
    gc.freeze()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A real server with two workers and the default limits.

    All tests of a process share it, so a test may only send requests to it. A test that stops,
    signals or configures a server, or counts from zero, starts its own.
    """
    with Server() as running:
        yield running


@pytest.fixture(scope="session")
def service() -> Service:
    """The application in-process. test_examples.py shows that a server responds the same."""
    return InProcess(create_app(ACCESS_LOG=False))
