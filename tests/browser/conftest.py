"""Each process that runs these tests has one Chromium with one window."""

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.browser.chromium import start_chromium
from tests.browser.driver import Page
from tests.support.servers import Server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chrome]:
    driver = start_chromium()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def window(chromium: Chrome, server: Server) -> Page:
    return Page(chromium, server.url)


@pytest.fixture
def page(window: Page) -> Page:
    """The window as a new one is, but for the page that the last test has left in it."""
    window.begin()
    return window
