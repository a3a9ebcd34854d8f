"""Each test process has one Chromium with one page."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.browser.chromium import Tab, run_chromium
from tests.browser.driver import Page
from tests.support.paths import ROOT
from tests.support.servers import Server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Tab]:
    with run_chromium() as tab:
        yield tab


@pytest.fixture(scope="session")
def window(chromium: Tab, server: Server) -> Page:
    return Page(chromium, server.url)


@pytest.fixture
def page(window: Page) -> Page:
    """The window in its initial state, except for the page that the last test left open."""
    window.begin()
    return window


@pytest.fixture(scope="session")
def new_game() -> Iterator[str]:
    """The address of a service with an additional game, unknown to the pages."""
    command = [sys.executable, "-m", "tests.support.new_game"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.kill()
