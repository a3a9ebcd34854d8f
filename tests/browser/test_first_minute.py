"""The first minute on the page to play on: few words, all of them known, and a game at once."""

import re

import pytest

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.support.needs import needs

pytestmark = needs("chromium")


def test_a_newcomer_does_not_play_against_a_perfect_computer(page: Page) -> None:
    page.open_fresh("/")
    assert page.count("#setup [value=medium]:checked")
    assert page.address == f"{page.url}/#3,4,5"


@pytest.mark.parametrize(
    ("strength", "said"),
    [("easy", "6 of 10"), ("medium", "3 of 10"), ("hard", "1 of 10"), ("perfect", "no mistake")],
)
def test_what_a_strength_means_is_said(page: Page, strength: str, said: str) -> None:
    page.play()
    page.choose("strength", strength)
    assert said in page.attribute(f"label:has([value={strength}])", "title")
    assert said in page.text("#strength-text")
    share = page.run(
        "return import('/static/core/strategy.js').then((m) => m.MISTAKES[arguments[0]])",
        strength,
    )
    assert share == (int(said[0]) / 10 if said[0].isdigit() else 0)


def test_a_preset_sets_everything_but_the_players(page: Page) -> None:
    page.play("#9")
    page.click('[value^="21"]')
    page.settle()
    assert page.text("#rule") == "Take at most 3 objects. The last object loses."
    assert page.moves[0].startswith("The computer")
    assert page.count("#setup [value=perfect]:checked")


def test_the_preset_of_21_can_be_won(page: Page) -> None:
    page.play("#9")
    page.click('[value^="21"]')
    page.settle()
    page.whole_hint()
    assert page.detail.startswith("One move wins: take ")


def test_a_new_game_is_within_a_screen_and_a_half_of_a_phone(page: Page) -> None:
    page.resize(PHONE)
    page.play()
    bottom = page.run(
        "return document.querySelector('#setup .primary').getBoundingClientRect().bottom"
    )
    assert bottom <= 1.5 * PHONE[1]


def test_what_developers_look_for_is_folded_away(page: Page) -> None:
    page.play()
    page.take(2, 5)
    assert "POST" not in page.text("main")
    assert not re.search(r"grundy(?!’s game)|nim-sum|json", page.text("main"), re.IGNORECASE)
    page.unfold_turn()
    assert "POST /move" in page.text("#turn")


@pytest.mark.parametrize("link", ["#3,4,5", "#21;max=3;misere", "#9,8;set=1,3;misere"])
def test_no_word_is_used_before_it_is_explained(page: Page, link: str) -> None:
    page.play(link)
    page.whole_hint()
    words = r"binary|leading|misère|normal play|grundy(?!’s game)|parity"
    assert not re.search(words, page.text("main"), re.IGNORECASE)


def test_why_explains_its_words(page: Page) -> None:
    page.play("#3,4,5;misere")
    page.ask_why()
    said = page.text("#explanation")
    assert "written in binary: as a sum of the numbers above" in said
    assert "the leftmost of them, the leading one" in said
    assert "Misère play means that the last object loses." in said


def test_a_hint_comes_in_steps(page: Page) -> None:
    page.play("#3,4,5")
    page.hint()
    assert page.detail == "Take from pile 1."
    assert page.attributes(".advised", "data-pile") == ["0"]
    assert not page.count(".winning")
    page.hint()
    assert page.detail == "One move wins: take 2 from pile 1."
    assert not page.count("#hint:enabled")


@pytest.mark.parametrize(
    ("link", "first"),
    [
        ("#5", "One move wins: take 5 from pile 1."),
        ("#9,2;max=3", "Take from pile 1 or 2."),
        ("#1,4;misere", "Take from pile 2."),
    ],
)
def test_a_hint_says_first_where_to_take(page: Page, link: str, first: str) -> None:
    page.play(link)
    page.hint()
    assert page.detail == first
