"""The pages on paper: what is said and drawn, without what is operated."""

import base64
import re
from collections.abc import Iterator

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


@pytest.fixture(autouse=True)
def _screen_again(page: Page) -> Iterator[None]:
    yield
    show_on(page, "")


def show_on(page: Page, media: str) -> None:
    page.tab.ask("Emulation.setEmulatedMedia", media=media)


def on_paper(page: Page) -> None:
    show_on(page, "print")


def test_a_game_is_printed_with_its_explanation_and_without_buttons(page: Page) -> None:
    page.play("#13,7;set=1,3,4")
    page.take(0, 1)
    page.click("#why")
    wait_until(lambda: page.shown("#explanation figure"))
    on_paper(page)
    for css in ("#board", "#explanation table", "#explanation figure", "#moves"):
        assert page.shown(css), css
    for css in (".actions", "#setup", "nav", "#keys"):
        assert not page.shown(css), css


def test_a_lesson_is_printed_with_its_position(page: Page) -> None:
    page.open("/learn#columns", ready="#picture table")
    on_paper(page)
    for css in ("#title", "#text", "#headline", "#board", "#picture"):
        assert page.shown(css), css
    for css in (".actions", "nav"):
        assert not page.shown(css), css


def test_the_pictures_are_printed_in_their_colours(page: Page) -> None:
    page.open("/see", ready=".cell")
    on_paper(page)
    for css in (".table", "#solid"):
        assert page.shown(css), css
        style = f"return getComputedStyle(document.querySelector('{css}')).printColorAdjust"
        assert page.run(style) == "exact", css
    assert not page.shown("fieldset")


def sheets_of(page: Page) -> int:
    """How many sheets of paper the page takes, in the format A4."""
    a4 = {"paperWidth": 8.27, "paperHeight": 11.69}
    printed = base64.b64decode(page.tab.ask("Page.printToPDF", **a4)["data"])
    return len(re.findall(rb"/Type /Page\b", printed))


@pytest.mark.parametrize("lesson", ["one-pile", "at-most", "columns", "misere", "any-game"])
def test_a_lesson_takes_one_sheet(page: Page, lesson: str) -> None:
    page.open(f"/learn#{lesson}", ready="html:not([data-loading])")
    assert sheets_of(page) == 1


@pytest.mark.parametrize("rule", ["", "kayles;hard;", "wythoff;easy;", "fibonacci;hard;"])
def test_a_sheet_to_solve_has_its_key_on_another_one(page: Page, rule: str) -> None:
    page.open(f"/sheet#{rule}count=8;seed=1", ready="#positions li")
    assert sheets_of(page) == 2
    on_paper(page)
    assert not page.shown("#settings")
    assert page.run("return getComputedStyle(document.querySelector('.key')).breakBefore") == "page"
