"""Choosing a game: the cards, the form, links, and the state after a reload."""

import pytest

from tests.browser.driver import PLAYABLE, Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def test_card_under_the_board_leads_to_the_page_of_its_game(page: Page) -> None:
    page.resize((360, 740))
    page.play("#3,4,5")
    page.click('.gallery a[data-game="kayles"]')
    wait_until(lambda: page.shown(".pin"))
    assert page.run("return location.pathname") == "/play/kayles"
    assert page.piles == [7, 5]
    top = page.run("return document.querySelector('#headline').getBoundingClientRect().top")
    assert 0 <= top < 740
    assert not page.shown(".gallery")
    assert page.attributes(".gallery [aria-current]", "data-game") == ["kayles"]
    page.run("history.back()")
    wait_until(lambda: page.piles == [3, 4, 5])


@pytest.mark.parametrize("text", ["7, 8", "7 8", " 7,8, "])
def test_piles_are_typed(page: Page, text: str) -> None:
    page.play("#3,4,5")
    page.fill("#piles", text, "Enter")
    wait_until(lambda: page.piles == [7, 8])


def test_piles_that_are_wrong_are_rejected_and_the_game_stays(page: Page) -> None:
    page.play("#3,4,5")
    for text, words in {
        "": "There must be something to take. Enter the piles like this: 3, 4, 5.",
        "3,x": "“x” is not a number. Enter the piles like this: 3, 4, 5.",
        "99999": "At most 9999 stones fit in a pile on this page.",
    }.items():
        page.fill("#piles", text)
        page.click("#setup .start")
        assert (page.text("#piles-error"), page.piles) == (words, [3, 4, 5])


def test_preset_sets_everything_but_the_players(page: Page) -> None:
    page.play("#9")
    page.click('[value^="21"]')
    wait_until(lambda: page.piles != [9])
    page.settle()
    assert (
        page.rule == "A move takes 1 to 3 stones from one pile. Take the last stone and you lose."
    )
    assert page.moves[0].startswith("The computer")
    assert page.count("#setup [value=perfect]:checked")


def test_preset_says_that_the_first_player_loses(page: Page) -> None:
    page.play("#3,4,5")
    page.run("document.querySelector('#presets').scrollIntoView()")
    wait_until(lambda: "first player loses" in page.text('[name=preset][value="1,3,5,7"]'))
    assert "first player loses" not in page.text('[name=preset][value="3,4,5"]')


def test_strength_is_explained(page: Page) -> None:
    page.play()
    for strength, said in {
        "easy": "6 of 10",
        "medium": "3 of 10",
        "hard": "1 of 10",
        "perfect": "no mistake",
    }.items():
        page.choose("strength", strength)
        assert said in page.text("#strength-text")
        assert page.text("#playing") == "Against the perfect computer"  # until the next game


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#%E0%A4%A", "The link is damaged."),
        ("#constructor", "“constructor” is not a number. Enter the piles like this: 3, 4, 5."),
    ],
)
def test_link_that_is_wrong_is_explained(page: Page, link: str, words: str) -> None:
    page.open_fresh(f"/{link}")
    assert page.text("#link-error").startswith(words)
    assert page.piles == [3, 4, 5]
    page.take(0, 1)
    assert not page.shown("#link-error")


def test_reload_keeps_the_moves_and_the_strength(page: Page) -> None:
    page.play("#9,8,7")
    page.take(0, 3)
    before = (page.piles, page.moves, page.text("#playing"))
    page.reload(ready=PLAYABLE)
    page.settle()
    assert (page.piles, page.moves, page.text("#playing")) == before
    assert page.headline == "It’s your turn"


def test_reload_keeps_two_people_and_their_names(page: Page) -> None:
    page.play("#3,3", ";two")
    page.type("#name-you", "Ada", "Enter")
    wait_until(lambda: page.headline == "Ada, your turn")
    page.take(0, 1)
    page.reload(ready=PLAYABLE)
    page.settle()
    assert page.headline == "Player 2, your turn"
    assert page.moves == ["Ada\nTook 1 from pile 1, leaving 2"]


def test_reload_during_the_computers_turn_goes_on_with_it(page: Page) -> None:
    page.play("#9,8")
    with page.line(offline=True):
        page.take(0, 3)
        wait_until(lambda: page.shown("#problem"))
    page.reload(ready=PLAYABLE)
    page.settle()
    assert len(page.moves) == 2
