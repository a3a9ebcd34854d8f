"""Each process that runs these tests has one Chromium with one page."""

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Tab, run_chromium
from tests.browser.driver import Page
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
