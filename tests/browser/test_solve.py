"""Solve: a position of its own, and the fate of each move beside the board and on it."""

import pytest

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

GOING = "return [...document.querySelectorAll('.going')].map((one) => one.dataset.at)"


def solve(page: Page, position: str) -> None:
    page.open(f"/solve/{position}", ready="html:not([data-loading])")
    wait_until(lambda: page.count(".judged"))


@pytest.mark.parametrize(
    ("position", "line", "marked"),
    [
        ("nim/3,4,5", "Take 2 from pile 1", ["0,1", "0,2"]),
        ("kayles/7,5", "Take 2 from row 1", ["0,0", "0,1"]),
        ("wythoff/5,8", "Move the queen 5 down", ["5,3"]),
        ("chomp/4,3,2", "Take square 3 of row 2 with all right of it and below", ["1,2"]),
        ("growing/2,5?add=1&multiply=2&target=20", "Add 1 to pile 1", ["0,0"]),
        ("moore/3,4,5?max_piles=2", "Take 1 from pile 2 and 2 from pile 3", ["1,3", "2,3", "2,4"]),
        ("sum/3,4+kayles:7", "Take 3 from pile 2 in game 1, Nim", ["1,1", "1,2", "1,3"]),
    ],
)
def test_a_line_that_is_pointed_at_shows_its_move_on_the_board(
    page: Page, position: str, line: str, marked: list[str]
) -> None:
    solve(page, position)
    index = page.texts(".judged .what").index(line)
    page.run("document.querySelectorAll('.judged')[arguments[0]].focus()", index)
    assert page.run(GOING) == marked
    page.run("document.activeElement.blur()")
    assert page.run(GOING) == []


def test_a_line_is_pointed_at_by_the_mouse_too(page: Page) -> None:
    solve(page, "nim/3,4,5")
    page.point(".judged")
    wait_until(lambda: page.run(GOING) == ["0,1", "0,2"])


@pytest.mark.parametrize("position", ["nim/3,4,5", "wythoff/5,8", "chomp/4,3,2", "kayles/7,5"])
def test_moves_that_win_are_marked_on_the_board(page: Page, position: str) -> None:
    solve(page, position)
    names = page.names("#board [data-fate]")
    assert len(names) > page.count("#board [data-fate=wins]") > 0
    assert [name for name in names if not name.endswith(("wins", "loses"))] == []
    page.click("#play-here")
    wait_until(lambda: "play" in page.address)
    page.settle()
    assert page.count("#board [data-fate]") == 0


def test_the_piles_of_a_sum_are_changed(page: Page) -> None:
    solve(page, "sum/3,4+kayles:7")
    assert page.texts("#solve-piles .of") == ["1. Nim", "2. Kayles"]
    page.click("#solve-piles [aria-label='Game 2, row 1: one less']")
    wait_until(lambda: page.address == f"{page.url}/solve/sum/3,4+kayles:6")
    page.click("#solve-piles [aria-label='Game 1: one more pile']")
    wait_until(lambda: page.address == f"{page.url}/solve/sum/3,4,1+kayles:6")
    page.fill("#solve-piles [aria-label='Game 2, row 1: number of pins']", "61")
    assert page.text("#solve-error") == "At most 60 pins fit in a row on this page."
    page.fill("#solve-piles [aria-label='Game 2, row 1: number of pins']", "9")
    wait_until(lambda: page.address == f"{page.url}/solve/sum/3,4,1+kayles:9")
    page.click("#undo")
    wait_until(lambda: page.address == f"{page.url}/solve/sum/3,4,1+kayles:6")


def test_waiting_is_said_only_if_it_takes_long(page: Page) -> None:
    heard = (
        "window.heard = []; new MutationObserver(() => heard.push("
        "document.querySelector('#solve-verdict').textContent))"
        ".observe(document.querySelector('#solve-verdict'), {childList: true})"
    )
    page.play("#3,4,5")
    page.run(heard)
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    page.take(2, 1)
    page.settle()
    wait_until(lambda: "of 5" in page.text("#solve-verdict") or page.run("return heard")[1:])
    assert "One moment …" not in page.run("return heard")
    with page.line(latency=1500):
        page.click("#solve-piles button[aria-label$='one more']")
        wait_until(lambda: page.text("#solve-verdict") == "One moment …")


def test_a_position_that_is_over_can_be_looked_up(page: Page) -> None:
    page.open("/solve/nim/0,0", ready="html:not([data-loading])")
    wait_until(lambda: page.text("#solve-verdict") == "No move is legal: the game is over.")
    assert (page.piles, page.shown("#link-error")) == ([0, 0], False)


def test_a_page_whose_position_cannot_be_played_says_so(page: Page) -> None:
    page.open_fresh("/play/growing/5000")
    assert page.detail.startswith("No move is legal.")


def test_a_button_that_is_pressed_once_more_makes_no_move(page: Page) -> None:
    page.play("#1,2,3")
    page.run("document.querySelector('#hint').focus()")
    page.press("Enter")
    wait_until(lambda: page.detail.startswith("Every move loses"))
    assert page.focused == "Explain"
    page.press("Enter")
    wait_until(lambda: page.shown("#explanation .verdict"))
    assert page.piles == [1, 2, 3]


@pytest.mark.parametrize("link", ["#7,5;kayles", "#5,8;wythoff", "#9,9,9,9,9,9"])
def test_what_a_tap_says_is_in_view_on_a_phone(page: Page, link: str) -> None:
    page.resize(PHONE)
    page.play(link)
    top = "return document.querySelector('#headline').getBoundingClientRect().top"
    page.hint()
    wait_until(lambda: 0 <= page.run(top) < PHONE[1])
    page.another()
    page.click("#setup .start")
    page.settle()
    wait_until(lambda: 0 <= page.run(top) < PHONE[1])


def test_a_card_that_is_tapped_without_a_connection_leaves_the_retry_to_the_game(
    page: Page,
) -> None:
    page.play("#3,4,5")
    page.take(2, 1)
    with page.line(offline=True):
        page.run("document.querySelector('#board [data-index=\"0\"]').click()")
        wait_until(lambda: page.shown("#problem"))
        page.another()
        page.click(".gallery a[data-game=kayles]")
    page.click("#retry")
    page.settle()
    assert "kayles" not in page.address
    assert len(page.moves) == 4
    page.complaints()


def test_rows_of_a_bar_change_with_the_row_that_is_changed(page: Page) -> None:
    solve(page, "chomp/4,3,3")
    page.click('[aria-label="Row 2: one less"]')
    wait_until(lambda: "/4,2,2" in page.address)
    page.click('[aria-label="Row 3: one more"]')
    wait_until(lambda: "/4,3,3" in page.address)
    page.click('[aria-label="Row 3: one less"]')
    wait_until(lambda: "/4,3,2" in page.address)
    assert not page.shown("#solve-error")
