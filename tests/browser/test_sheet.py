"""The sheet to print: positions that can be won, and the key that says how."""

import re

import pytest

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.rule_oracle import Played, removing
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

LARGEST = 21


def sheet(page: Page, options: str = "") -> None:
    page.open(f"/sheet{options}", ready="html:not([data-loading])")
    wait_until(lambda: page.count("#positions li"))


def positions(page: Page) -> list[tuple[int, ...]]:
    """The piles of each position, as they are drawn."""
    drawn: list[list[int]] = page.run(
        "return [...document.querySelectorAll('.piles')]"
        ".map(one => [...one.children].map(pile => pile.querySelectorAll('.dot').length))"
    )
    return [tuple(piles) for piles in drawn]


def key(page: Page) -> list[set[tuple[int, int]]]:
    """The moves of each answer: the pile's index, and what to take from it."""
    return [
        {
            (int(pile) - 1, int(take))
            for take, pile in re.findall(r"ake (\d+) from pile (\d+)", said)
        }
        for said in page.texts("#key li")
    ]


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
@pytest.mark.parametrize(
    ("rule", "numbers"),
    [("", range(1, LARGEST + 1)), ("max=3;", range(1, 4)), ("set=1,3,4;", (1, 3, 4))],
)
@pytest.mark.parametrize("misere", [False, True])
def test_the_key_is_right(
    page: Page, difficulty: str, rule: str, numbers: range | tuple[int, ...], misere: bool
) -> None:
    sheet(page, f"#{rule}{'misere;' if misere else ''}{difficulty};count=6;seed=7")
    played = Played(removing(numbers), LARGEST)
    given = positions(page)
    assert len(set(given)) == 6
    for piles, answers in zip(given, key(page), strict=True):
        assert answers == {
            (i, remove)
            for i, count in enumerate(piles)
            for remove in numbers
            if remove <= count
            and not played.to_move_wins((*piles[:i], count - remove, *piles[i + 1 :]), misere)
        }
        assert answers


def test_the_address_brings_the_same_sheet_back(page: Page) -> None:
    sheet(page)
    first = positions(page)
    address = page.address.removeprefix(page.url)
    page.click("#new")
    wait_until(lambda: positions(page) != first)
    page.open(address, ready="#positions li")
    assert positions(page) == first


def test_the_number_of_positions_is_chosen(page: Page) -> None:
    sheet(page)
    page.run(
        "const s = document.querySelector('#count'); s.value = 12;"
        "s.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    wait_until(lambda: len(positions(page)) == 12)
    assert page.text("#count-text") == "12"


def test_a_sheet_takes_over_the_rule_of_a_game_that_is_shared(page: Page) -> None:
    page.play("#21;max=4;misere")
    page.share()
    page.click("#sheet")
    wait_until(lambda: page.count("#positions li"))
    assert "takes at most 4 objects from one pile. The last object loses." in page.text(
        "#sheet-rule"
    )


def test_the_lessons_lead_to_the_sheet(page: Page) -> None:
    page.open("/learn", ready="#lessons a")
    page.click("#sheet")
    wait_until(lambda: page.count("#positions li"))


def test_piles_are_numbered_as_the_blanks_and_the_key_name_them(page: Page) -> None:
    sheet(page, "#medium;count=4;seed=7")
    numbers = page.run(
        "return [...document.querySelectorAll('.piles')]"
        ".map(one => [...one.querySelectorAll('.number')].map(number => number.textContent))"
    )
    assert numbers == [["Pile 1", "Pile 2", "Pile 3"]] * 4


@pytest.mark.parametrize(
    ("rule", "words"),
    [("", "takes as many objects as they like from"), ("max=3;", "takes at most 3 objects from")],
)
def test_the_sheet_says_what_a_move_takes(page: Page, rule: str, words: str) -> None:
    sheet(page, f"#{rule}easy;count=2")
    assert words in page.text("#sheet-rule")


def test_the_columns_of_the_key_stand_apart(page: Page) -> None:
    sheet(page, "#hard;count=24;seed=7")
    edges = page.run(
        "return [...document.querySelectorAll('#key li')]"
        ".map(one => { const b = one.getBoundingClientRect(); return [b.left, b.right]; })"
    )
    lefts = sorted({left for left, _ in edges})
    assert len(lefts) > 1
    assert lefts[1] - max(right for left, right in edges if left == lefts[0]) >= 32


def test_a_wrong_number_is_rejected_in_words(page: Page) -> None:
    sheet(page, "#max=3")
    page.fill("#numbers", "")
    wait_until(lambda: page.shown("#numbers-error"))
    assert page.text("#numbers-error").startswith("How many objects may a move take?")


def test_a_sheet_is_asked_for_again(page: Page) -> None:
    sheet(page)
    with page.line(offline=True):
        page.click("#new")
        wait_until(lambda: page.shown("#problem"))
    page.click("#retry")
    wait_until(lambda: not page.shown("#problem"))


def test_axe_finds_no_violation_on_the_sheet(page: Page) -> None:
    page.visit(sheet)
    assert page.violations_in_each_scheme() == {}


def test_the_sheet_never_scrolls_sideways(page: Page) -> None:
    sheet(page, "#max=3;hard")
    assert page.too_narrow(320, PHONE[0], 900) == {}
