"""Each process that runs these tests has one Chromium with one page."""

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
    """The window as a new one is, but for the page that the last test has left in it."""
    window.begin()
    return window


@pytest.fixture(scope="session")
def new_game() -> Iterator[str]:
    """The address of a service that has one more game than the pages know."""
    command = [sys.executable, "-m", "tests.support.new_game"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.kill()
