"""The end of a game, and what is learned from it: the turning point, each mistake done better."""

import pytest

from tests.browser.any_game import press
from tests.browser.driver import PLAYABLE, Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

FLYING = "return document.querySelectorAll('.joy .stone').length"


def lost(page: Page) -> None:
    """A game in which the first move of the person was the only mistake."""
    page.play("#3,4,5")
    page.take(2, 1)
    while not page.over:
        page.take_anything()
    wait_until(lambda: page.shown(".decisive"))


def test_the_decisive_position_is_a_picture_that_leads_to_its_move(page: Page) -> None:
    lost(page)
    rows = page.run(
        "return [...document.querySelectorAll('.picture .stones')].map((row) =>"
        "  [row.querySelectorAll('.stone').length, row.querySelectorAll('.taken').length])"
    )
    assert rows == [[3, 0], [4, 0], [5, 1]]
    assert page.text(".decisive figcaption") == (
        "3, 4, 5: here, with move 1, you gave the game away."
    )
    page.click(".picture")
    assert (page.headline, page.piles) == ("Before move 1", [3, 4, 5])


@pytest.mark.parametrize("css", ["#turned", "#decided"])
def test_the_end_leads_to_where_it_turned(page: Page, css: str) -> None:
    lost(page)
    page.click(css)
    assert page.headline == "Before move 1"


def test_the_other_side_begins_the_next_game(page: Page) -> None:
    lost(page)
    assert page.text("#swap") == "Play again, the computer begins"
    page.click("#swap")
    page.settle()
    assert page.moves[0].startswith("The computer")
    assert page.count("#setup [name=first][value=other]:checked")


def test_mistakes_of_two_players_are_counted(page: Page) -> None:
    page.play("#3,4,3", ";two")
    for pile, remove in [(0, 1), (0, 1), (0, 1), (1, 4), (2, 3)]:
        page.take(pile, remove)
    wait_until(lambda: "mistake" in page.detail)
    assert "Player 1 made 2 mistakes and Player 2 made 2." in page.detail


def test_a_better_move_is_asked_for_before_it_is_shown(page: Page) -> None:
    lost(page)
    page.click("#mistakes")
    assert page.detail.endswith("Which move wins? Try it on the board.")
    assert not page.count(".winning, .hinted")
    assert "To win" not in page.text("main")
    page.click('[data-pile="0"] [data-index="1"]')
    assert page.detail.endswith("Right: take 2 from pile 1 wins.")
    assert page.piles == [3, 4, 5]
    assert page.texts("#board .winning") == ["take 2"]


def test_a_wrong_try_shows_the_better_move(page: Page) -> None:
    lost(page)
    page.click("#mistakes")
    page.click('[data-pile="1"] [data-index="0"]')
    assert page.detail.endswith("No, that loses too. To win: take 2 from pile 1.")


def test_the_better_move_is_shown_on_demand(page: Page) -> None:
    lost(page)
    page.click("#mistakes")
    page.click("#better")
    assert page.detail.endswith("To win: take 2 from pile 1.")
    assert not page.shown("#better, #next-mistake")


def test_one_mistake_leads_to_the_next(page: Page) -> None:
    page.play("#2,2;misere", ";two")
    for pile, remove in [(0, 1), (1, 1), (0, 1), (1, 1)]:
        page.take(pile, remove)
    wait_until(lambda: page.shown("#mistakes"))
    page.click("#mistakes")
    before = page.headline
    page.click("#better")
    if page.shown("#next-mistake"):
        page.click("#next-mistake")
        assert page.headline != before


def test_a_victory_is_a_short_joy(page: Page) -> None:
    page.prefer(scheme="light", motion="no-preference")
    page.play("#1")
    page.take(0, 1)
    wait_until(lambda: page.run(FLYING))
    wait_until(lambda: not page.run(FLYING))


def test_it_is_quiet_where_motion_is_not_wanted(page: Page) -> None:
    page.play("#1")
    page.run("window.AudioContext = function () { throw new Error('sounds') }")
    page.take(0, 1)
    wait_until(lambda: page.text("#detail").endswith("mistake."))
    assert page.run(FLYING) == 0
    assert page.complaints() == []


def test_a_sound_is_played_only_where_it_is_chosen(page: Page) -> None:
    page.play("#1")
    page.run(
        "window.sounds = 0; const Real = AudioContext;"
        "window.AudioContext = class extends Real { constructor() { super(); sounds += 1; } }"
    )
    page.pick("#sound")
    page.take(0, 1)
    wait_until(lambda: page.run("return window.sounds") == 1)
    page.pick("#sound")


def test_a_split_is_found_on_the_board_again(page: Page) -> None:
    page.play("#7,5;kayles")
    page.settle()
    wait_until(lambda: page.count(".pin"))
    press(page, "Take 1 from pile 1, leaves 6")
    while not page.shown("#again"):
        page.run("document.querySelector('.pin:not([aria-disabled])').click()")
        page.settle()
    wait_until(lambda: page.shown("#mistakes"))
    page.click("#mistakes")
    page.run("document.querySelector('.amounts input[value=\"2\"]').click()")
    page.click('[data-pile="0"] [data-index="0"]')
    assert "Right: take 2 from pile 1 wins." in page.detail


# --- An explanation keeps the move for the one who asks -------------------------------------------


@pytest.mark.parametrize(
    ("link", "move"),
    [
        ("#3,4,5", "Take 2 from pile 1"),
        ("#7;max=3", "Take 3 from pile 1"),
        ("#7,5;kayles", "Take 2 from pile 1"),
        ("#5,8;wythoff", "Take 5 from pile 2"),
        ("#20;fibonacci", "Take 2 from pile 1"),
        ("#3,4,5;moore=2", "Take 1 from pile 2 and 2 from pile 3"),
        ("#4,4,5;greedy", "from pile 3"),
    ],
)
def test_an_explanation_says_the_move_only_when_its_conclusion_is_unfolded(
    page: Page, link: str, move: str
) -> None:
    page.play(link)
    page.settle()
    page.click("#why")
    wait_until(lambda: page.shown("#explanation .reasons"))
    said = page.text("#explanation")
    assert "can win" not in said
    assert "ake " not in said.replace("A move takes", "").replace("may take", "")
    page.click("#explanation .conclusion summary")
    assert move in page.text("#explanation")


# --- Links that carry the moves -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "moves"),
    [
        ("#3,4,5", "1-2,2-4,3-5,1-1"),
        ("#4,2;kayles", "1-1_1_2,1-1,2-2,3-2"),
        ("#3,2;moore=2", "1-2+2-2,1-1"),
        ("#2,3;wythoff", "1-1+2-1,1-1+2-1,2-1"),
        ("#9;fibonacci", "1-3,1-6"),
    ],
)
def test_a_link_carries_a_finished_game(page: Page, link: str, moves: str) -> None:
    page.open_fresh(f"/{link};two;moves={moves}")
    page.settle()
    assert page.headline.endswith(" won")
    assert len(page.moves) == moves.count(",") + 1
    wait_until(lambda: "mistake" in page.detail)
    page.share()
    page.pick("[name=opens][value=moves]")
    sent = page.value("#link")
    assert sent == f"{page.url}/{link};two;moves={moves}"
    page.open_fresh(sent.removeprefix(page.url))
    assert page.headline.endswith(" won")


def test_moves_that_are_not_legal_are_rejected(page: Page) -> None:
    page.open_fresh("/#3,4,5;moves=1-9")
    assert page.text("#link-error").startswith("The moves in the link are not legal.")


def test_a_link_is_handed_to_the_device(page: Page) -> None:
    with page.first(
        "navigator.share = (what) => { window.sent = what; return Promise.resolve(); }"
    ):
        page.open("/#3,4,5", ready=PLAYABLE)
        page.share()
        page.click("#send")
        assert page.run("return window.sent.url") == f"{page.url}/#3,4,5"


def test_where_a_device_has_nothing_to_send_with_there_is_no_button(page: Page) -> None:
    with page.first("Object.defineProperty(navigator, 'share', { value: undefined })"):
        page.open_fresh("/#3,4,5")
        page.share()
        assert not page.shown("#send")
