"""The pictures: every number in them, by hand and by keyboard."""

from itertools import product
from typing import Literal

import pytest

from service.game.theory.nimber import table
from tests.browser.driver import PLAYABLE, Page
from tests.browser.pictures import see
from tests.support import oracle
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def pick(page: Page, name: str, value: str) -> None:
    """Choose a radio button."""
    page.pick(f'input[name={name}][value="{value}"]')


def draw(page: Page, operation: str, size: int) -> None:
    """Choose a table, and wait for it."""
    pick(page, "operation", operation)
    pick(page, "size", str(size))
    sign = {"sum": "⊕", "product": "⊗"}[operation]
    wait_until(lambda: page.count(".cell") == size * size and sign in page.text("#value"))


OPERATIONS: dict[Literal["sum", "product"], str] = {"sum": "plus", "product": "times"}


def test_each_square_says_its_number_and_has_headings(
    page: Page, subtests: pytest.Subtests
) -> None:
    see(page)
    for (operation, said), size in product(OPERATIONS.items(), [8, 16, 32, 64]):
        with subtests.test(f"{operation} up to {size}"):
            draw(page, operation, size)
            values = table(operation, size)
            assert page.attributes(".cell", "aria-label") == [
                f"{a} nim-{said} {b} is {values[a][b]}" for a, b in product(range(size), repeat=2)
            ]
            numbers = [str(number) for number in range(size)]
            for role in ("columnheader", "rowheader"):
                assert page.attributes(f"[role={role}]", "aria-label")[-size:] == numbers
                written = page.texts(f"[role={role}]")[-size:]
                assert [*filter(None, written)] == numbers[:: 1 if size < 32 else size // 8]


def test_equal_numbers_have_equal_colours_and_others_have_others(page: Page) -> None:
    see(page)
    draw(page, "sum", 8)
    colours = page.run(
        "return [...document.querySelectorAll('.cell')]"
        ".map(c => [c.textContent, c.style.backgroundColor])"
    )
    assert len({(number, colour) for number, colour in colours}) == 8
    assert len({colour for _, colour in colours}) == 8


def test_pointing_at_a_square_shows_its_value(page: Page) -> None:
    see(page)
    page.point('[aria-label="5 nim-plus 3 is 6"]')
    wait_until(lambda: page.text("#value") == "5 ⊕ 3 = 6")
    assert page.text("#bits") == "101 ⊕ 011 = 110"


def test_squares_are_chosen_by_keyboard(page: Page) -> None:
    see(page)
    while "nim-plus" not in page.focused:
        page.press("Tab")
    page.press("ArrowDown", "ArrowDown", "ArrowRight")
    assert page.text("#value") == "2 ⊕ 1 = 3"
    page.press("End")
    assert page.text("#value") == "2 ⊕ 15 = 13"
    page.press("ArrowRight", "PageDown", "Home")
    assert page.text("#value") == "15 ⊕ 0 = 15"
    page.press("Tab")
    assert "nim-plus" not in page.focused


def test_the_chosen_square_stays_chosen_in_another_table(page: Page) -> None:
    see(page)
    page.click('[aria-label="5 nim-plus 3 is 6"]')
    draw(page, "product", 16)
    assert page.text("#value") == "5 ⊗ 3 = 15"


@pytest.mark.parametrize(("convention", "misere"), [("normal", False), ("misere", True)])
def test_the_lost_positions_are_those_of_a_solver_that_knows_only_the_rules(
    page: Page, convention: str, misere: bool
) -> None:
    see(page)
    page.run("document.querySelector('#slice-words').textContent = ''")
    pick(page, "last", convention)
    if misere:
        wait_until(lambda: page.text("#slice-words"))
    for third in range(4):
        page.set("#slice", third)
        pairs = page.text("#slice-words").split(": ")[1].removesuffix(".").split(", ")
        small = {pair for pair in pairs if int(pair.split(" and ")[1]) < 8}
        assert small == {
            f"{a} and {b}"
            for a, b in product(range(8), repeat=2)
            if a <= b and not oracle.to_move_wins((a, b, third), misere)
        }


def picture(page: Page) -> str:
    data: str = page.run("return document.querySelector('#solid').toDataURL()")
    return data


def test_the_picture_shows_a_slice_and_turns_by_slider_and_mouse(page: Page) -> None:
    see(page)
    first = picture(page)
    page.set("#turn", 90)
    turned = picture(page)
    page.set("#slice", 5)
    assert len({first, turned, picture(page)}) == 3
    x, y = page.point("#solid")
    page.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
    page.mouse("mouseMoved", x + 60, y, button="left", buttons=1)
    page.mouse("mouseReleased", x + 60, y, button="left", clickCount=1)
    wait_until(lambda: page.value("#turn") != "90")


def test_a_service_that_cannot_be_reached_is_asked_again(page: Page) -> None:
    see(page)
    page.tab.ask("Network.clearBrowserCache")  # it keeps what it was given for a day
    with page.line(offline=True):
        pick(page, "last", "misere")
        wait_until(lambda: page.shown("#problem"))
        assert page.text("#problem-text") == "Can’t reach the service."
    page.set("#slice", 0)
    assert "0 and 0" in page.text("#slice-words")
    page.click("#retry")
    wait_until(lambda: "0 and 1" in page.text("#slice-words"))
    assert not page.shown("#problem")


def test_a_table_that_does_not_come_leaves_the_one_that_is_shown(page: Page) -> None:
    see(page)
    page.tab.ask("Network.clearBrowserCache")  # it keeps tables for a day
    with page.line(offline=True):
        pick(page, "operation", "product")
        wait_until(lambda: page.shown("#problem"))
        page.pick('[aria-label="1 nim-plus 1 is 0"]')
        assert page.text("#value") == "1 ⊕ 1 = 0"
    draw(page, "product", 8)
    assert page.text("#value") == "1 ⊗ 1 = 1"
    assert not page.shown("#problem")


# --- Headings, the address, a position of one's own -----------------------------------------------


def test_headings_stand_beside_their_squares(page: Page) -> None:
    see(page)
    draw(page, "sum", 64)
    middles = page.run(
        "const at = (css) => { const b = document.querySelector(css).getBoundingClientRect();"
        " return [b.left + b.width / 2, b.top + b.height / 2]; };"
        "return [at('[role=columnheader][aria-label=\"16\"]'),"
        " at('[role=rowheader][aria-label=\"24\"]'),"
        " at('[aria-label=\"24 nim-plus 16 is 8\"]')]"
    )
    (column, _), (_, row), (x, y) = middles
    assert (abs(column - x) < 1, abs(row - y) < 1) == (True, True)


def test_what_is_chosen_is_in_the_address(page: Page) -> None:
    see(page)
    draw(page, "product", 8)
    pick(page, "last", "misere")
    page.set("#slice", 3)
    page.set("#turn", 90)
    page.type("#own", "1,2,4")
    address = "/see#operation=product&size=8&last=misere&turn=90&slice=3&own=1%2C2%2C4"
    wait_until(lambda: page.address == page.url + address)
    page.open(address, ready=".cell")
    wait_until(lambda: page.text("#own-words").startswith("1, 2 and 4: "))
    assert page.count(".cell") == 64
    assert "⊗" in page.text("#value")
    assert page.text("#slice-text") == "3"
    assert page.value("#turn") == "90"
    assert page.count("[name=last][value=misere]:checked")


def test_step_back_shows_what_was_shown_before(page: Page) -> None:
    see(page)
    page.run("location.hash = 'size=8'")
    wait_until(lambda: page.count(".cell") == 64)
    page.run("history.back()")
    wait_until(lambda: page.count(".cell") == 256)


def test_nothing_is_chosen_at_first(page: Page) -> None:
    see(page)
    assert page.address == f"{page.url}/see"
    assert page.text("#slice-text") == "any size"
    assert page.text("#slice-words").startswith("1,024 of the 32,768 positions")


@pytest.mark.parametrize(
    ("piles", "words"),
    [
        ("1, 2, 3", "1, 2 and 3: the player to move loses."),
        ("7 12 5", "The line shows the winning move: take 10 from pile 2."),
        ("19, 20, 21", "take 18 from pile 1, take 14 from pile 2, take 14 from pile 3."),
        ("1, 2", "Enter three piles of up to 31, like 3, 4, 5."),
        ("1, 2, 32", "Enter three piles of up to 31"),
        ("0, 0, 0", "0, 0 and 0: the player to move loses."),
    ],
)
def test_a_position_of_ones_own_is_judged(page: Page, piles: str, words: str) -> None:
    see(page)
    page.type("#own", piles)
    wait_until(lambda: words in page.text("#own-words"))


def test_a_position_of_ones_own_is_drawn_looked_up_and_played(
    page: Page,
) -> None:
    see(page)
    before = picture(page)
    page.type("#own", "1, 3, 5")
    wait_until(lambda: page.shown("#own-links"))
    wait_until(lambda: picture(page) != before)
    found = page.run(
        "return Promise.all(['own-positions', 'own-graph'].map(async (id) =>"
        " (await fetch(document.getElementById(id).href)).json()))"
    )
    assert found[0]["p_count"] == 5
    assert found[0]["count"] == len(found[1]["options"])
    page.click("#own-play")
    wait_until(lambda: page.count(PLAYABLE))
    assert page.piles == [1, 3, 5]
