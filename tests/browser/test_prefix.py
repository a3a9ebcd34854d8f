"""The pages below a prefix: they find their scripts, ask the service, and share links there."""

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Tab
from tests.browser.driver import Page
from tests.browser.states import STATES
from tests.support.needs import needs
from tests.support.servers import Server

pytestmark = needs("chromium")


@pytest.fixture(scope="module")
def below(chromium: Tab) -> Iterator[Page]:
    """The window, at a server whose paths begin with a prefix."""
    with Server(NIM_PATH_PREFIX="/games/nim") as server:
        yield Page(chromium, f"{server.url}/games/nim")


@pytest.mark.parametrize(
    "name",
    ["explained", "shared", "embedded", "a lesson", "dots and arrows", "pictures", "a sheet",
     "the contract"],
)  # fmt: skip
def test_a_page_works_below_a_prefix(below: Page, name: str) -> None:
    below.begin()
    STATES[name](below)
    assert below.complaints() == []
    asked = below.run("return performance.getEntries().map(entry => entry.name)")
    assert all("/games/nim/" in url for url in asked if url.startswith("http"))
