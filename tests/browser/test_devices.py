"""The page to play on in a hand: touch, a phone on its side, large text, a slow line."""

import re

import pytest

from tests.browser.any_game import offered
from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

SMALL = """
const touched = "button, select, input, summary, .button, .gallery a";
return [...document.querySelectorAll("main")[0].querySelectorAll(touched)]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
  .map(([html]) => html);
"""

CLIPPED = """
return [...document.querySelectorAll("main *, header *")].filter((one) => one.checkVisibility())
  .filter((one) => one.childElementCount === 0 && one.textContent.trim() && !one.closest(".unseen"))
  .filter((one) => !one.closest(".presets, .squares, svg, select"))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1
      && getComputedStyle(one).display !== "inline";
  })
  .map((one) => one.outerHTML.slice(0, 100));
"""

GAMES = ["#1,3,5,7", "#7,5;kayles", "#9,12;wythoff", "#20;fibonacci", "#3,4,5;moore=2"]


@pytest.mark.parametrize("link", GAMES)
def test_whatever_is_touched_is_as_large_as_a_finger(page: Page, link: str) -> None:
    page.resize((375, 667))
    page.play(link)
    page.settle()
    offered(page)
    page.run("document.querySelector('#more').open = true")
    assert page.run(SMALL) == []


def test_a_finger_chooses_first_and_then_takes(page: Page) -> None:
    page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    page.resize(PHONE)
    try:
        page.run("localStorage.removeItem('nim-ways')")
        page.play("#3,4,5")
        coarse = page.run("return matchMedia('(pointer: coarse)').matches")
        assert page.run("return document.querySelector('#confirms').checked") == coarse
        if not coarse:
            page.pick("#confirms")
        page.click('[data-pile="2"] [data-index="2"]')
        assert (page.piles, page.text(".confirm button")) == ([3, 4, 5], "Take 3")
        assert page.text(".chosen-text") == "3 from pile 3, leaving 2"
        page.click(".confirm button")
        page.settle()
        assert page.moves[0] == "You\n3 from pile 3"
    finally:
        page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=False)
        page.run("localStorage.removeItem('nim-ways')")


def test_one_tap_takes_where_that_is_chosen_and_is_remembered(page: Page) -> None:
    page.play("#3,4,5")
    page.pick("#confirms")
    page.click('[data-pile="2"] [data-index="2"]')
    assert page.piles == [3, 4, 5]
    page.play("#3,4,5")
    assert page.run("return document.querySelector('#confirms').checked")
    page.pick("#confirms")
    page.take(2, 3)
    assert len(page.moves) == 2
    page.run("localStorage.removeItem('nim-ways')")


def test_a_phone_on_its_side_shows_the_whole_board(page: Page) -> None:
    page.resize((667, 375))
    page.play("#1,3,5,7")
    box = page.run("return document.querySelector('#board').getBoundingClientRect().toJSON()")
    assert box["top"] >= 0
    assert box["bottom"] <= 375
    assert page.shown("#headline")


@pytest.mark.parametrize("link", GAMES)
def test_nothing_is_cut_where_text_is_twice_as_large(page: Page, link: str) -> None:
    page.resize((375, 740))
    page.play(link)
    page.settle()
    offered(page)
    page.run("document.documentElement.style.fontSize = '32px'")
    page.run("document.querySelector('#more').open = true")
    page.run("return new Promise((done) => setTimeout(done, 100))")
    assert page.run("return document.documentElement.scrollWidth") == 375
    assert page.run(CLIPPED) == []


@pytest.mark.parametrize("size", [(960, 800), (1280, 800), (480, 585)])
def test_the_board_in_a_frame_fits_it(page: Page, size: tuple[int, int]) -> None:
    page.resize(size)
    page.open_fresh("/embed#3,4,5")
    assert page.run("return document.documentElement.scrollHeight") <= size[1]


@pytest.mark.parametrize("link", [*GAMES, "#4,5,6;kayles", "#3,5,5,5;greedy", "#2,4;laskers-nim"])
def test_the_html_for_another_page_makes_the_frame_as_high_as_its_board(
    page: Page, link: str
) -> None:
    page.play(link, "")
    page.share()
    source, height = re.findall(r'src="([^"]+)" width="480" height="(\d+)"', page.value("#code"))[0]
    page.resize((480, int(height)))
    page.open_fresh(source.removeprefix(page.url))
    offered(page)
    assert page.run("return document.documentElement.scrollHeight") <= int(height)


def test_a_computer_that_thinks_for_long_says_so(page: Page) -> None:
    page.play("#3,4,5")
    with page.line(latency=2500):
        page.click('[data-pile="0"] .object')
        assert page.detail == "You took 3 from pile 1, leaving none."
        wait_until(lambda: page.detail.endswith("The computer is thinking …"))
        page.settle()
        assert page.detail.startswith("The computer took")


def test_the_headline_is_a_heading(page: Page) -> None:
    page.play("#3,4,5")
    assert page.run("return document.querySelector('#headline').tagName") == "H2"


def test_the_first_load_is_small(page: Page) -> None:
    page.resize(DESKTOP)
    page.run("sessionStorage.clear()")
    page.tab.ask("Network.enable")
    page.tab.ask("Network.clearBrowserCache")
    page.play("#3,4,5", "")
    wait_until(lambda: page.count("#game-name option[value=kayles]"))
    sizes = page.run(
        "return [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')].map((entry) => entry.transferSize)"
    )
    assert len(sizes) <= 20
    assert sum(sizes) <= 100_000


def test_a_game_of_the_gallery_is_opened_by_its_link(page: Page) -> None:
    page.play("#3,4,5")
    page.click('.gallery a[href="#7,5;kayles"]')
    wait_until(lambda: page.shown(".pin"))
    assert page.piles == [7, 5]
    page.run("history.back()")
    wait_until(lambda: page.piles == [3, 4, 5])


def test_what_is_lost_for_the_one_who_begins_says_so(page: Page) -> None:
    page.play("#3,4,5")
    page.run("document.querySelector('#presets').scrollIntoView()")
    wait_until(lambda: "first loses" in page.text('[name=preset][value="1,3,5,7"]'))
    assert "first loses" not in page.text('[name=preset][value="3,4,5"]')
