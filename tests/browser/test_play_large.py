"""The board alone on a projector of 1,280 × 720, with every position that the pages offer."""

from collections.abc import Iterator

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs

pytestmark = needs("chromium")

PRESETS = """
return import(new URL("/static/core/games.js", location.href)).then(({ GAMES, neededKey }) =>
  Object.entries(GAMES).map(([game, { presets, fields }]) => {
    const key = neededKey({ game });
    return [game, presets, key && `${game}=${fields.find(({ name }) => name === key).first}`];
  }));
"""

# How far the page and each part of the board extend beyond the window.
BEYOND = """
const { scrollWidth, scrollHeight } = document.documentElement;
const parts = [...document.querySelectorAll("#game, #board, #board *")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
  .map((one) => one.getBoundingClientRect());
const most = (sides) => Math.max(0, ...sides);
return [
  most([scrollWidth, ...parts.map(({ right }) => right)]) - innerWidth,
  most([scrollHeight, ...parts.map(({ bottom }) => bottom)]) - innerHeight,
].map((beyond) => Math.max(0, Math.round(beyond)));
"""


def links(page: Page) -> Iterator[str]:
    """Links to the positions that the games begin with."""
    for game, presets, named in page.run(PRESETS):
        if game != "sum":
            for preset in presets:
                yield f"#{preset}" if game == "nim" else f"#{preset};{named or game}"


def test_board_on_a_projector_shows_every_position_to_begin_with(
    page: Page, subtests: pytest.Subtests
) -> None:
    page.resize((1280, 720))
    page.play("#3,4,5")
    sums = ["#(3,4)+(7;kayles)", "#(3,4,5)+(5,8;wythoff)", "#(20;fibonacci)+(7,5;kayles)"]
    for link in [*sums, *links(page)]:
        with subtests.test(link):
            page.play(link, ";two")
            page.run("document.documentElement.dataset.view = 'large'")
            page.next_frame()
            assert page.run(BEYOND) == [0, 0]


def test_board_on_a_projector_is_left_by_escape(page: Page) -> None:
    page.play("#3,4,5")
    page.share()
    page.click("#large")
    assert not page.shown("#setup")
    page.press("Escape")
    assert page.shown("#setup")
