"""The piles on the board: their lines, the way through them by keyboard, and what is in focus."""

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import Page
from tests.support.needs import needs

pytestmark = needs("chromium")


def lines(page: Page) -> list[list[bool]]:
    """For each line of the first pile, from the top, which of its objects may be taken."""
    found: list[tuple[int, bool]] = page.run(
        "return [...document.querySelectorAll('[data-pile=\"0\"] .object')]"
        ".map(o => [o.offsetTop, !o.matches('.fixed')])"
    )
    tops = sorted({top for top, _ in found})
    return [[free for at, free in found if at == top] for top in tops]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 740)])
@pytest.mark.parametrize("count", [11, 12, 13, 16, 17, 20, 21, 22, 25, 29])
def test_what_may_be_taken_stands_in_one_line(
    page: Page, size: tuple[int, int], count: int
) -> None:
    page.resize(size)
    page.play(f"#{count};max=3;misere")
    taken = [line for line in lines(page) if any(line)]
    assert [sum(line) for line in taken] == [3]


def test_lines_are_of_equal_length(page: Page) -> None:
    page.play("#28")
    assert [len(line) for line in lines(page)] == [14, 14]
    page.resize(PHONE)
    page.play("#21")
    assert [len(line) for line in lines(page)] == [7, 7, 7]


def test_lines_change_with_the_width(page: Page) -> None:
    page.play("#12")
    assert [len(line) for line in lines(page)] == [12]
    page.resize(PHONE)
    page.run("return new Promise((soon) => requestAnimationFrame(() => setTimeout(soon, 50)))")
    assert [len(line) for line in lines(page)] == [6, 6]


def test_the_words_fit_a_pile_that_wraps(page: Page) -> None:
    page.play("#21;max=3")
    assert page.detail.endswith("Choose an object: you take it, and all after it.")


def to_the_board(page: Page) -> None:
    while "pile" not in page.focused:
        page.press("Tab")


def test_arrows_move_up_and_down_within_a_pile_that_wraps(page: Page) -> None:
    page.play("#28,3")
    to_the_board(page)
    page.press("ArrowUp")
    assert page.focused == "Take 15 from pile 1, leave 13"
    page.press("ArrowDown")
    assert page.focused == "Take 1 from pile 1, leave 27"
    page.press("ArrowDown")
    assert page.focused == "Take 1 from pile 2, leave 2"
    page.press("ArrowUp")
    assert page.focused == "Take 12 from pile 1, leave 16"


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("#7", "Take 1 from pile 1, leave 6"),
        ("#9;set=2,5", "Take 2 from pile 1, leave 7"),
        ("#1,9;set=2,5", "Take 2 from pile 2, leave 7"),
        ("#0,4", "Take 1 from pile 2, leave 3"),
    ],
)
def test_a_game_begins_with_the_least_move_in_focus(page: Page, link: str, name: str) -> None:
    page.play(link)
    to_the_board(page)
    assert page.focused == name


def test_a_new_game_forgets_where_the_focus_was(page: Page) -> None:
    """Or Enter would take a whole pile."""
    page.play("#9")
    to_the_board(page)
    page.press("Home")
    assert page.focused == "Take 9 from pile 1, leave 0"
    page.click("#setup .primary")
    assert page.focused == "Take 1 from pile 1, leave 8"
    page.press("Home", "Enter")
    page.press("Enter")  # plays again
    assert page.focused == "Take 1 from pile 1, leave 8"
