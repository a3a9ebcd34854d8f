"""Each process that runs these tests has one Chromium; each test has a fresh page."""

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from tests.browser.driver import Page, start_chromium
from tests.support.servers import Server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chrome]:
    driver = start_chromium()
    yield driver
    driver.quit()


@pytest.fixture
def page(chromium: Chrome, server: Server) -> Page:
    page = Page(chromium, server.url)
    page.forget()
    return page
