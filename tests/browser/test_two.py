"""Two people at one device: whose turn it is, who has won, and what was wrong."""

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

TWO = ";two"


def test_two_people_are_set_up_with_their_names(page: Page) -> None:
    page.play("#1,2")
    page.choose("players", "two")
    assert not page.shown("#strengths")
    page.type("#name-you", "Ada")
    page.type("#name-other", "Bo", "Enter")
    assert page.headline == "Ada, your turn"
    page.take(1, 1)
    assert (page.headline, page.detail) == ("Bo, your turn", "Ada took 1 from pile 2, leaving 1.")
    assert page.moves == ["Ada\n1 from pile 2"]


def test_players_without_names_are_counted(page: Page) -> None:
    page.play("#1,1", TWO)
    assert page.headline == "Player 1, your turn"
    page.take(0, 1)
    assert page.headline == "Player 2, your turn"


@pytest.mark.parametrize(("link", "winner"), [("#1,1", "Player 2"), ("#1,1;misere", "Player 1")])
def test_the_game_of_two_is_won_by_its_rules(page: Page, link: str, winner: str) -> None:
    page.play(link, TWO)
    page.take(0, 1)
    page.take(1, 1)
    assert page.headline == f"{winner} won"
    assert not page.shown("#lesson")


def test_the_second_player_can_begin(page: Page) -> None:
    page.play("#2", ";two;second")
    assert page.headline == "Player 2, your turn"
    assert page.count("#setup [name=first][value=other]:checked")


def test_the_game_of_two_is_reviewed(page: Page) -> None:
    page.play("#3,4,5", TWO)
    for pile, remove in [(2, 1), (0, 1), (0, 2), (1, 4), (2, 4)]:
        page.take(pile, remove)
    wait_until(lambda: "decided" in page.detail)
    assert page.detail == (
        "Player 1 took the last object. Player 1 made one mistake and Player 2 made one."
        " Move 2 decided the game."
    )


def test_a_flawless_game_of_two_says_who_had_won_it_from_the_start(page: Page) -> None:
    page.play("#1,1", TWO)
    page.take(0, 1)
    page.take(1, 1)
    wait_until(lambda: "mistake" in page.detail)
    assert page.detail.endswith(
        "Neither side made a mistake. The first position was won for Player 2 from the start."
    )


def test_undo_takes_back_one_move_of_two(page: Page) -> None:
    page.play("#3,4,5", TWO)
    page.take(0, 1)
    page.take(1, 1)
    page.click("#undo")
    assert (page.piles, page.headline) == ([2, 4, 5], "Player 2, your turn")


def test_nothing_is_asked_of_the_service_while_two_people_play(page: Page) -> None:
    page.play("#2,2", TWO)
    page.run("window.fetch = () => { throw new Error('requested') }")
    page.take(0, 1)
    page.take(1, 1)
    assert page.complaints() == []
    assert page.piles == [1, 1]
