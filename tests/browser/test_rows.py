"""Rows of pins have one order: on the board, in the heading, the address, the list and by ear."""

import re

import pytest

from tests.browser.any_game import press
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

SPLITS = {
    "kayles": ("#7,5;kayles", "take 1 from row 1, leaving 1 and 5", [1, 5, 5]),
    "kayles, misere": ("#7,5;kayles;misere", "take 1 from row 1, leaving 2 and 4", [2, 4, 5]),
    "a later row": ("#3,9,4;kayles", "take 1 from row 2, leaving 3 and 5", [3, 3, 5, 4]),
    "only divided": ("#9,4;grundys-game", "split row 1 into 2 and 7", [2, 7, 4]),
    "a sum": ("#(7,5;kayles)+(3,4)", "take 1 from row 1, leaving 1 and 5", [1, 5, 5, 3, 4]),
}
"""Games between two people: the link, a move, and the rows that it leaves."""


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def heard(page: Page) -> list[int]:
    """The sizes of the rows as they are said: "Row 1 has 1 pin, row 2 has 5"."""
    page.run("document.querySelector('#say-position').click()")
    wait_until(lambda: page.text("#spoken"))
    said = re.findall(r"(?:row|pile) (\d+) has (\d+)", page.text("#spoken"), re.IGNORECASE)
    assert {int(number) for number, _ in said} <= {*range(1, len(said) + 1)}
    return [int(size) for _, size in said]


@pytest.mark.parametrize(("link", "move", "left"), SPLITS.values(), ids=SPLITS)
def test_rows_have_one_order(page: Page, link: str, move: str, left: list[int]) -> None:
    page.play(link, ";two")
    name = page.run(
        "return [...document.querySelectorAll('#board button')].map((one) => one.ariaLabel ?? '')"
        ".find((name) => name.toLowerCase().startsWith(arguments[0]))",
        move,
    )
    press(page, name)
    assert page.piles == left
    assert numbers(page.text("h1")) == left
    assert numbers(page.run("return decodeURIComponent(location.pathname)")) == left
    assert heard(page) == left
    assert len(page.moves) == 1
    listed = page.text("#moves .what")
    assert listed.lower().startswith(move.replace("take", "took"))
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    fields = "return [...document.querySelectorAll('#solve-piles input')].map((one) => +one.value)"
    assert page.run(fields) == left
    page.ask_why()
    worth = re.findall(r"Row of (\d+)", page.text("#explanation-body"))
    assert [int(size) for size in worth] in ([], left)
