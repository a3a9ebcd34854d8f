"""The end of a game: its picture, the better move, and the menu."""

import pytest

from tests.browser.any_game import offered, press_move
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def lost(page: Page) -> None:
    """A game that the person's first move gave away."""
    page.play("#3,4,5")
    while not page.over:
        page.take_anything()
    wait_until(lambda: page.shown(".course"))


def test_end_is_the_picture_of_the_game_and_two_buttons(page: Page) -> None:
    lost(page)
    assert page.headline == "The computer won"
    seen = page.texts("#game .actions > :is(button, a)")
    assert [text for text in seen if text] == ["Play again", "Find the better move"]
    assert page.texts("#more-actions summary") == ["More"]
    height = "return document.querySelector('#again').offsetHeight"
    before = page.run(height)
    page.click("#more-actions summary")
    assert page.run(height) == before
    assert page.shown("#undo")
    assert page.shown("#share")
    wait_until(lambda: page.shown("#all-positions"))
    assert "/see/nim/3,4,5" in page.run("return document.querySelector('#all-positions').href")


def test_the_end_is_a_page_of_its_own(page: Page) -> None:
    page.resize((360, 740))
    lost(page)
    assert not page.shown("#board")
    bottom = "return document.querySelector('#ending').getBoundingClientRect().bottom"
    assert page.run(bottom) <= 740


SPOKEN = """
window.spoken = [];
const status = document.querySelector(".status");
const said = () => status.textContent.replace(/\\s+/g, " ").trim();
let before = said();
new MutationObserver(() => {
  if (status.getAttribute("aria-busy") === "true" || said() === before) return;
  spoken.push((before = said()));
}).observe(status, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""Records what a screen reader says of the state of the game, a live region."""


def test_the_end_is_spoken_once_with_its_review(page: Page) -> None:
    page.play("#1", strength=";easy")
    page.run(SPOKEN)
    page.take(0, 1)
    wait_until(lambda: page.shown(".course"))
    (said,) = page.run("return spoken")
    assert said == "You won You took the last stone. Neither side made a mistake."


def test_what_was_explained_is_gone_at_the_end(page: Page) -> None:
    page.play("#1")
    page.click("#why")
    wait_until(lambda: page.text("#spoken"))
    page.take(0, 1)
    wait_until(lambda: page.over)
    assert page.text("#spoken") == ""


def test_course_marks_where_the_game_turned_and_leads_there(page: Page) -> None:
    lost(page)
    assert page.names(".ply.decides.ahead") == page.names(".ply")[:1]
    assert page.texts(".ply")[0] == "?"
    assert page.names(".ply")[0] == "Before move 1, you could win; then came a mistake"
    page.click(".ply")
    assert page.headline == "Before move 1"
    page.run("document.querySelector('[data-move=\"0\"]').focus()")
    page.press("ArrowDown")
    assert page.headline == "Before move 2"
    page.press("ArrowUp")
    assert page.headline == "Before move 1"


def test_better_move_is_shown_or_found_on_the_board(page: Page) -> None:
    lost(page)
    page.click("#find")
    page.click("#better")
    assert "To win: take 2 from pile 1." in page.detail
    page.click("#to-end")
    assert page.headline == "The computer won"
    page.click("#find")
    assert "Which move wins? Try it on the board." in page.detail
    page.click('[data-pile="0"] [data-index="1"]')
    assert "Right! This wins: take 2 from pile 1." in page.detail
    page.click("#from-here")
    page.settle()
    assert (page.headline, page.piles) == ("It’s your turn", [3, 4, 5])


def test_end_shows_the_decisive_position_on_the_games_own_board(page: Page) -> None:
    page.play("#7,5;kayles", ";two")
    press_move(page, offered(page)[-1])  # from the end of a row
    while not page.shown("#again"):
        page.click("#board .pin:not([aria-disabled])")
        page.settle()
    wait_until(lambda: page.shown(".decisive"))
    assert page.count(".decisive .skittle.taken")


@pytest.mark.parametrize(("motion", "flying"), [("reduce", False), ("no-preference", True)])
def test_stones_fly_at_a_victory_only_where_motion_is_wanted(
    page: Page, motion: str, flying: bool
) -> None:
    page.prefer(scheme="light", motion=motion)
    page.play("#3")
    page.take(0, 3)
    wait_until(lambda: page.shown(".course"))
    assert bool(page.count(".joy")) == flying
