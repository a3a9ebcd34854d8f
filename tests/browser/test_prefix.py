"""The pages below a prefix: they find their scripts, ask the service, and share links there."""

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Tab
from tests.browser.driver import Page
from tests.browser.states import STATES
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

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
    origin = below.url.removesuffix("/games/nim")
    asked = below.run("return performance.getEntries().map(entry => entry.name)")
    led = below.run("return [...document.querySelectorAll('a[href]')].map(({ href }) => href)")
    urls = [url for url in (*asked, *led) if url.startswith(origin)]
    assert [url for url in urls if not url.startswith(f"{below.url}/")] == []


def test_what_is_shared_leads_below_the_prefix(below: Page) -> None:
    below.begin()
    STATES["shared"](below)
    assert below.value("#link").startswith(f"{below.url}/play/nim/3,4,5#")
    assert f'src="{below.url}/embed/' in below.value("#code")
    STATES["by link"](below)
    wait_until(lambda: below.value("#sent-link"))
    assert below.value("#sent-link").startswith(f"{below.url}/play/nim/3,4,5#by=link")
