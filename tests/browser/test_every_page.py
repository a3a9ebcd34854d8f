"""Every page at the root, below a prefix, and behind a proxy that hides one: nothing is missing."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from service.web.pages import ADDRESSES, SET_PATH
from tests.browser.chromium import Tab
from tests.browser.driver import Page
from tests.browser.proxies import Forwarder, proxied
from tests.support.http_client import Reply, request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

OTHERS = (
    SET_PATH,
    "/play/nim/3,4,5",
    "/solve/nim/3,4,5?misere=true",
    "/play/Marienbad",
    "/solve/sum/3,4+kayles:7",
    "/nothing/at/this/address",
    "/play/nim/3,x",
)
"""Pages that the sitemap does not list."""

FILES = """
const loaded = [...document.querySelectorAll(arguments[0])];
const urls = loaded.map((one) => one.href || one.src);
const [manifest] = [...document.querySelectorAll("link[rel=manifest]")].map(({ href }) => href);
const found = async (url) => (await fetch(url)).json();
const icons = async () =>
  ((await found(manifest)).icons ?? []).map(({ src }) => new URL(src, manifest).href);
return (async () => {
  const all = [...urls, ...(manifest ? await icons() : [])];
  const answers = await Promise.all(all.map(async (url) => [(await fetch(url)).status, url]));
  return answers.filter(([status]) => status !== 200);
})();
"""
"""The files that these elements and the manifest name, without those that are there."""

ALL, LATE = "link[href], script[src], img[src]", "link[rel*=icon], link[rel=manifest]"
"""Elements that name files, and those that browsers load when the address may have changed."""

CHANGE = "#solve-piles button[aria-label$='one less']:enabled"
"""A button that leads to another position, and its address."""

LINKS = "return [...document.querySelectorAll('a[href]')].map(({ href }) => href.split('#')[0])"


@contextmanager
def recorded(server: Server, hidden: str = "") -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """The address of a proxy that removes a prefix, and the status and path of each response."""
    seen: list[tuple[int, str]] = []

    class Recorder(Forwarder):
        port = server.port

        def ask(self, path: str) -> Reply:
            is_hidden = path.startswith(hidden)
            reply = super().ask(path.removeprefix(hidden) if is_hidden else "/missing")
            seen.append((reply.status, path))
            return reply

    with proxied(Recorder) as address:
        yield address + hidden, seen


def addresses(server: Server, prefix: str) -> list[str]:
    """All pages that the sitemap lists, and the others."""
    sitemap = request(server.port, "GET", f"{prefix}/sitemap.xml").body.decode()
    listed = [urlsplit(url).path for url in re.findall("<loc>(.*?)</loc>", sitemap)]
    assert len(listed) > len(ADDRESSES)
    return [*(path.removeprefix(prefix) for path in listed), "/embed", *OTHERS]


def walk(page: Page, path: str) -> set[str]:
    """Open a page, let it change its address, and return the addresses that it links to."""
    page.open(path, ready="html:not([data-loading])")
    before = page.address
    assert page.run(FILES, ALL) == [], path
    if page.count("[data-purpose=solve]"):
        wait_until(lambda: page.count(CHANGE))
        page.run("[...document.querySelectorAll(arguments[0])].pop().click()", CHANGE)
        wait_until(lambda: page.address != before)
    elif page.shown("#setup .start") and page.value("#piles"):  # which a sum leaves empty
        page.run("document.querySelector('#setup [value=other]').click()")
        page.run("document.querySelector('#setup .start').click()")
        wait_until(lambda: page.address != before)
    assert page.run(FILES, LATE) == [], path
    return set(page.run(LINKS))


@pytest.mark.parametrize(
    ("prefix", "hidden"),
    [("", ""), ("/games/nim", ""), ("", "/outer")],
    ids=["at the root", "below a prefix", "below a prefix that a proxy hides"],
)
def test_nothing_is_missing_on_any_page(chromium: Tab, prefix: str, hidden: str) -> None:
    with Server(NIM_PATH_PREFIX=prefix) as server, recorded(server, hidden) as (url, seen):
        page, linked, paths = Page(chromium, url + prefix), set[str](), addresses(server, prefix)
        page.begin()
        for path in paths:
            linked |= walk(page, path)
            if path not in {"/nothing/at/this/address", "/play/nim/3,x"}:
                assert page.complaints() == [], path
            page.complaints()
        opened = {hidden + prefix + path for path in paths}
        assert len(seen) > 2 * len(paths)
        assert [each for each in seen if each[0] >= 400 and each[1] not in opened] == []
        origin = url.removesuffix(hidden)
        inner = sorted(link for link in linked if link.startswith(origin))
        assert len(inner) > len(paths)
        assert [link for link in inner if not f"{link}/".startswith(f"{page.url}/")] == []
        for link in inner:
            own = link.removeprefix(url)
            assert request(server.port, "GET", own).status == 200, link
