"""A reload, and what it brings back; a move of a finished game, looked at again."""

import pytest

from tests.browser.driver import PLAYABLE, Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def reload(page: Page) -> None:
    page.reload(ready=PLAYABLE)
    page.settle()


@pytest.mark.parametrize("strength", [";easy", "", ";hard", ";perfect"])
def test_a_reload_keeps_the_moves_and_the_strength(page: Page, strength: str) -> None:
    page.play("#9,8,7", strength)
    page.take(0, 3)
    before = (page.piles, page.moves, page.headline)
    reload(page)
    assert (page.piles, page.moves, page.headline) == before
    chosen = page.run("return document.querySelector('#setup').elements.strength.value")
    assert chosen == strength.removeprefix(";") or (chosen, strength) == ("medium", "")
    page.click("#undo")
    assert (page.piles, page.moves) == ([9, 8, 7], [])


def test_a_reload_keeps_who_began(page: Page) -> None:
    page.play("#9,8,7", ";second;perfect")
    page.settle()
    assert page.moves[0].startswith("The computer")
    reload(page)
    assert page.moves[0].startswith("The computer")
    assert page.count("#setup [name=first][value=other]:checked")
    page.click("#setup .primary")
    page.settle()
    assert page.moves[0].startswith("The computer")


def test_a_reload_after_the_end_shows_the_end(page: Page) -> None:
    page.play("#1")
    page.take(0, 1)
    reload(page)
    assert (page.headline, page.piles) == ("You won", [0])
    page.click("#again")
    assert (page.headline, page.piles) == ("Your turn", [1])


def test_a_reload_keeps_two_people_and_their_names(page: Page) -> None:
    page.play("#3,3", ";two")
    page.type("#name-you", "Ada", "Enter")
    page.take(0, 1)
    reload(page)
    assert page.headline == "Player 2, your turn"
    assert page.moves == ["Ada\n1 from pile 1"]


def test_a_reload_during_the_computers_turn_goes_on_with_it(page: Page) -> None:
    page.play("#9,8")
    with page.line(offline=True):
        page.take(0, 3)
        wait_until(lambda: page.shown("#problem"))
    reload(page)
    assert (page.headline, len(page.moves)) == ("Your turn", 2)


def test_another_tab_begins_with_the_position_in_the_address(page: Page) -> None:
    page.play("#9,8,7")
    page.take(0, 3)
    piles = page.piles
    address = page.address.removeprefix(page.url)
    page.open_fresh(address)
    assert (page.piles, page.moves, page.headline) == (piles, [], "Your turn")


def test_a_reload_keeps_the_game_without_storage(page: Page) -> None:
    page.play("#9,8,7")
    page.run("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    page.take(0, 3)
    before = (page.piles, page.moves)
    reload(page)
    assert (page.piles, page.moves) == before


def test_where_the_history_is_full_a_reload_brings_back_the_position(page: Page) -> None:
    page.play("#9,8,7")
    page.run("history.replaceState = () => { throw new DOMException('too many') }")
    page.take(0, 3)
    reload(page)
    assert (page.piles, page.moves) == ([9, 8, 7], [])


def test_a_step_back_leads_to_the_earlier_game(page: Page) -> None:
    page.play("#9,8,7")
    page.take(0, 3)
    before = (page.piles, page.moves)
    page.click('[value="8,8,1"]')
    assert (page.piles, page.moves) == ([8, 8, 1], [])
    page.run("history.back()")
    wait_until(lambda: (page.piles, page.moves) == before)
    page.run("history.forward()")
    wait_until(lambda: (page.piles, page.moves) == ([8, 8, 1], []))


# --- A finished game, looked at again -------------------------------------------------------------


def lose(page: Page) -> None:
    """Play a game whose first move is a mistake."""
    page.play("#3,4,5")
    page.take(2, 1)
    while not page.over:
        page.take_anything()
    wait_until(lambda: page.shown(".judgement"))


def test_a_move_is_visited_and_its_mistake_explained(page: Page) -> None:
    lose(page)
    page.click("#moves button")
    assert (page.headline, page.piles) == ("Before move 1", [3, 4, 5])
    assert page.detail == (
        "You took 1 from pile 3, leaving 4. That was a mistake: after it the computer could win."
        " Which move wins? Try it on the board."
    )
    page.click("#better")
    assert page.detail.endswith("could win. To win: take 2 from pile 1.")
    assert page.texts("#board .winning") == ["take 2"]
    page.click("#why")
    wait_until(lambda: page.shown("#explanation .conclusion"))
    page.click("#explanation .conclusion summary")
    wait_until(lambda: "The player to move can win." in page.text("#explanation"))
    page.click("#moves li:nth-child(2) button")
    wait_until(lambda: "Pile 3\n" not in page.text("#explanation tbody"))
    assert page.headline == "Before move 2"


def test_moves_are_visited_by_arrow_keys_and_the_game_is_played_on(page: Page) -> None:
    lose(page)
    page.run("document.querySelector('#moves button').focus()")
    page.press("Enter")
    page.press("ArrowRight")
    assert page.headline == "Before move 2"
    page.press("ArrowLeft")
    assert page.headline == "Before move 1"
    page.click("#to-end")
    assert page.headline == "The computer won"
    page.click("#moves button")
    page.click("#from-here")
    assert (page.headline, page.piles, page.moves) == ("Your turn", [3, 4, 5], [])


def test_playing_on_from_a_turn_of_the_computer_lets_it_move(page: Page) -> None:
    lose(page)
    page.click("#moves li:nth-child(2) button")
    page.click("#from-here")
    page.settle()
    assert (page.headline, len(page.moves)) == ("Your turn", 2)


def test_what_is_looked_at_cannot_be_played(page: Page) -> None:
    lose(page)
    page.click("#moves button")
    page.click("#board .object")
    assert (page.headline, page.piles) == ("Before move 1", [3, 4, 5])


def test_a_game_that_was_lost_from_its_start_says_so_and_what_to_do(page: Page) -> None:
    page.play("#1,1")
    page.take(0, 1)
    wait_until(lambda: "mistake" in page.detail)
    assert page.detail.endswith(
        "Neither side made a mistake. The first position was lost for you from the start."
        " Let the computer begin, and you can win."
    )


def test_so_does_one_that_the_computer_began(page: Page) -> None:
    page.play("#1", ";second;perfect")
    page.settle()
    wait_until(lambda: "mistake" in page.detail)
    assert page.detail.endswith("Begin yourself, and you can win.")
