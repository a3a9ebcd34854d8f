"""A page's messages while it loads, and if it can't."""

import pytest

from tests.browser.any_page import DESKTOP
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.pages import PAGES
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

WITHOUT = """
delete AbortSignal.any;
delete AbortSignal.timeout;
for (const name of ["with", "toSorted", "toReversed", "toSpliced", "findLast", "findLastIndex"]) {
  delete Array.prototype[name];
}
"""
"""Removes features that Safari 15.4, Chrome 100 or Firefox 100 lack, and pages might use."""


def test_a_browser_of_2022_plays_a_game_and_a_lesson(page: Page) -> None:
    with page.first(WITHOUT):
        page.play("#3,4,5")
        assert page.run("return [AbortSignal.any, [].with, [].findLast]") == [None] * 3
        page.take(2, 5)
        page.hint()
        page.click("#undo")
        while not page.over:
            page.follow_hint()
        page.click("#again")
        assert (page.piles, page.shown("#problem")) == ([3, 4, 5], False)
        page.open("/learn#one-pile", ready="html:not([data-loading]) #board .object")
        page.click('[data-index="0"]')
        wait_until(lambda: page.headline == "Solved")
        page.open("/see", ready=".cell")
        page.open("/sheet", ready="#positions li")
        assert page.complaints() == []


def test_an_error_in_a_script_is_not_blamed_on_the_connection(page: Page) -> None:
    page.play("#3,4,5")
    page.run("AbortController = function () { throw new TypeError('not supported') }")
    page.click("#hint")
    wait_until(page.complaints)
    assert not page.shown("#problem")


# The text before an element's own.
SAID_BEFORE = "return getComputedStyle(document.querySelector(arguments[0]), '::before').content"

SAYS = (
    "const said = (one) => getComputedStyle(one, '::before').content + one.textContent;"
    "return [...document.querySelectorAll('body *')].map(said).join()"
)


@pytest.mark.parametrize("path", PAGES)
def test_without_scripts_a_page_says_so_and_where_to_go(page: Page, path: str) -> None:
    leads = {
        "/": ["play", "solve/nim/3,4,5", "theory", "openapi.yaml"],
        "/see": ["openapi.yaml"],
        "/sheet": ["openapi.yaml"],
        "/learn": ["theory"],
    }
    with page.no_scripts():
        page.tab.load(page.url + path)
        assert "Loading" not in page.run(SAYS)
        if path in leads:
            assert "JavaScript" in page.text("noscript p")
            assert page.attributes("noscript a", "href") == leads[path]
        if path == "/docs":
            assert page.shown(".minute .response, #solvePosition summary")
            assert not page.shown(".try, #search")


@pytest.mark.parametrize("path", ["/", "/learn", "/see", "/play/kayles", "/play/set", "/docs"])
def test_icons_keep_their_addresses_when_the_page_changes_its_own(page: Page, path: str) -> None:
    page.open(path, ready="html[data-scripts]")
    page.run("history.replaceState(null, '', '/another/address/of/the/page')")
    icons = "return [...document.querySelectorAll('link[rel*=icon], link[rel=manifest]')]"
    addresses = page.run(f"{icons}.map(({{ href }}) => href)")
    assert len(addresses) == 3
    assert [each for each in addresses if not each.startswith(f"{page.url}/static/")] == []


@pytest.mark.parametrize("path", ["/", "/play/nim", "/play/moore", "/play/staircase"])
def test_the_stones_lie_where_scripts_will_draw_them(page: Page, path: str) -> None:
    places = (
        "return [...document.querySelectorAll('#board .object')].map((one) => {"
        " const { left, width } = one.getBoundingClientRect(); return [left, width] })"
    )
    with page.no_scripts():
        page.tab.load(page.url + path)
        painted = page.run(places)
    page.open(path, ready="html:not([data-loading])")
    assert painted
    assert page.run(places) == painted


@pytest.mark.parametrize(
    ("path", "missing", "loads"),
    [
        ("/", "play.js", "#headline"),
        ("/", "boards.js", "#headline"),
        ("/learn", "lessons/index.js", "main"),
        ("/see", "figures.js", "main"),
        ("/sheet", "sheet.js", "main"),
        ("/docs", "docs.js", ""),
    ],
)
def test_a_script_that_does_not_load_leaves_no_dead_buttons(
    page: Page, path: str, missing: str, loads: str
) -> None:
    with page.without(f"*/{missing}"):
        page.open(path, ready="#failed")
        wait_until(lambda: page.shown("#failed"))
        assert "The page didn’t load completely." in page.text("#failed")
        assert not page.shown(".actions button, form button")
        if loads:
            assert page.violations("region") == []
            assert page.run(SAID_BEFORE, loads) == "none"
            page.run("document.documentElement.dataset.scripts = ''")  # as before it failed
            assert page.run(SAID_BEFORE, loads) == '"Loading …"'
    page.click("#reload")
    wait_until(lambda: not page.shown("#failed"))
    wait_until(lambda: not page.count("html[data-loading]"))


def test_a_lesson_that_does_not_load_comes_with_a_reload(page: Page) -> None:
    with page.without("*/lessons/wythoff.js"):
        page.open("/learn#wythoff;2", ready="#failed:not([hidden])")
    page.click("#reload")
    wait_until(lambda: page.shown("#board .queen") and not page.shown("#failed"))


def test_a_script_that_is_too_new_for_the_browser_is_noticed(page: Page) -> None:
    """The effect of a script's syntax error on the page that loads it."""
    page.run("history.replaceState(null, '', '/healthz')")
    page.open("/", ready="html:not([data-loading])")
    page.run("document.documentElement.dataset.loading = ''")
    page.run("dispatchEvent(new ErrorEvent('error', { message: 'SyntaxError' }))")
    assert page.shown("#failed")


WAITING = "One moment …"


@pytest.mark.parametrize("what", ["hint", "why"])
def test_a_slow_response_is_announced(page: Page, what: str) -> None:
    page.resize(DESKTOP)
    page.play("#3,4,5")
    with page.line(latency=1500):
        page.click(f"#{what}")
        said = "#detail" if what == "hint" else "#explanation-waits"
        wait_until(lambda: page.text(said) == WAITING)
        wait_until(lambda: page.text(said) != WAITING)
        shown = page.detail if what == "hint" else page.text("#explanation-body")
        assert ("pile 1" if what == "hint" else "sum") in shown
