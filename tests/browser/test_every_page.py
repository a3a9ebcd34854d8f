"""Every page at the root, below a prefix, and behind a proxy that hides one: nothing is missing."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urljoin, urlsplit

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

FILES = "return [...document.querySelectorAll(arguments[0])].map((one) => one.href || one.src)"
"""The files that these elements name."""

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


def of_each_kind(paths: list[str]) -> list[str]:
    """The first and the last page of each kind: those whose paths begin alike and are as deep."""
    kinds: dict[tuple[str, int], list[str]] = {}
    for path in paths:
        kinds.setdefault((path.split("/")[1], path.count("/")), []).append(path)
    return [path for alike in kinds.values() for path in dict.fromkeys((alike[0], alike[-1]))]


def walk(page: Page, path: str) -> tuple[set[str], set[str]]:
    """Open a page, let it change its address, and return the files and the links that it names."""
    page.open(path, ready="html:not([data-loading])")
    before = page.address
    files = {*page.run(FILES, ALL)}
    if page.count("[data-purpose=solve]"):
        wait_until(lambda: page.count(CHANGE) or page.count(".judged"))
        if page.count(CHANGE):  # not of a game on a board
            page.run("[...document.querySelectorAll(arguments[0])].pop().click()", CHANGE)
            wait_until(lambda: page.address != before)
    elif page.shown("#setup .start") and page.value("#piles"):  # which a sum leaves empty
        page.run("document.querySelector('#setup [value=other]').click()")
        page.run("document.querySelector('#setup .start').click()")
        wait_until(lambda: page.address != before)
    return files | {*page.run(FILES, LATE)}, {*page.run(LINKS)}


@pytest.mark.parametrize(
    ("prefix", "hidden", "chosen"),
    [("", "", of_each_kind), ("/games/nim", "", of_each_kind), ("", "/outer", list)],
    ids=["at the root", "below a prefix", "below a prefix that a proxy hides"],
)
def test_nothing_is_missing_on_any_page(
    chromium: Tab, prefix: str, hidden: str, chosen: Callable[[list[str]], list[str]]
) -> None:
    """Behind a proxy of which neither pages nor service know, one absolute path is a fault.

    There all pages are opened; elsewhere two of each kind, which have the same parts as others.
    """
    with Server(NIM_PATH_PREFIX=prefix) as server, recorded(server, hidden) as (url, seen):
        page, paths = Page(chromium, url + prefix), chosen(addresses(server, prefix))
        files, links = dict[str, str](), dict[str, str]()  # each with a page that names it
        page.begin()
        for path in paths:
            named, linked = walk(page, path)
            files |= dict.fromkeys(named, path)
            links |= dict.fromkeys(linked, path)
            if path not in {"/nothing/at/this/address", "/play/nim/3,x"}:
                assert page.complaints() == [], path
            page.complaints()
        opened = {hidden + prefix + path for path in paths}
        assert len(seen) > 2 * len(paths)
        assert [each for each in seen if each[0] >= 400 and each[1] not in opened] == []
        origin = url.removesuffix(hidden)
        inner = {link: path for link, path in links.items() if link.startswith(origin)}
        assert len(inner) > len(paths)
        (manifest,) = (file for file in files if file.endswith("/manifest.webmanifest"))
        icons = request(server.port, "GET", manifest.removeprefix(url)).json["icons"]
        files |= {urljoin(manifest, icon["src"]): manifest for icon in icons}
        known = f"{server.url}{prefix}/"  # the service's address, as far as it knows
        for each, path in {**files, **inner}.items():
            assert f"{each}/".startswith((f"{page.url}/", known)), path
            own = each.removeprefix(url).removeprefix(server.url)
            assert request(server.port, "GET", own).status == 200, (each, path)
