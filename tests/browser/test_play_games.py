"""Each game of the service, played to its end on its board, as the service itself judges it."""

from typing import Any

import pytest

from service.game.games import GAMES
from tests.browser.any_game import make, offered, played, press_move
from tests.browser.driver import Page
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

WON = [
    "#7,5;kayles",
    "#6,5;octal=0.6",
    "#8,3;dawsons-chess",
    "#2,4;laskers-nim",
    "#7,9;grundys-game",
    "#3,4,5;moore=2;misere",
    "#5,8;wythoff",
    "#20;fibonacci",
    "#3,5,5,5;greedy",
    "#3,4,5",
    "#9,8;set=1,3",
]
"""A game of each kind that the player who begins can win."""


def judged(page: Page, server: Server) -> Any:
    """What the service says of the game so far."""
    reply = request(server.port, "POST", "/review", played(page))
    assert reply.status == 200, reply
    return reply.json


@pytest.mark.parametrize("link", WON)
def test_game_is_won_by_the_moves_that_the_service_finds(
    page: Page, server: Server, link: str
) -> None:
    page.play(link)
    page.settle()
    while not page.over:
        make(page, judged(page, server)["position"]["best_move"])
    review = judged(page, server)
    assert (page.headline, review["finished"], review["winner"]) == ("You won", True, "first")
    assert review["decisive_mistake"] is None
    assert page.complaints() == []


@pytest.mark.parametrize("link", WON)
def test_hints_lead_to_a_win(page: Page, link: str) -> None:
    page.play(link)
    page.settle()
    while not page.over:
        page.whole_hint()
        press_move(page, page.names("#board button.winning, #board button.hinted")[-1])
    assert page.headline == "You won"


@pytest.mark.parametrize("name", [name for name in GAMES if name != "sum"])
def test_game_of_the_form_is_played_by_the_names_of_its_buttons(
    page: Page, server: Server, name: str
) -> None:
    """Two people, who choose the first move that is offered, up to "Play again"."""
    page.play("#3,4,5")
    wait_until(lambda: page.count(f"#game-name option[value={name}]"))
    page.run(CHANGE, name)
    wait_until(lambda: page.count("#nim-rule[hidden]") == (name != "nim"))
    page.choose("players", "two")
    page.click("#setup .start")
    wait_until(lambda: page.run("return history.state?.text?.includes(arguments[0])", '"two":true'))
    page.settle()
    while not page.shown("#again"):
        press_move(page, offered(page)[0])
    review = judged(page, server)
    assert (review["finished"], page.focused) == (True, "Play again")
    winner = {"first": "Player 1", "second": "Player 2"}[review["winner"]]
    assert page.headline == f"{winner} won"
    assert page.complaints() == []


CHANGE = """
const list = document.querySelector("#game-name");
list.value = arguments[0];
list.dispatchEvent(new Event("change", { bubbles: true }));
"""


def test_rows_of_pins_are_numbered_from_left_to_right(page: Page) -> None:
    """Whatever the service's index of a row is: the smaller part keeps the index of the whole."""
    page.play("#7,3;kayles", ";two")
    page.settle()
    page.click('[data-pile="0"] [data-index="4"]')
    page.settle()
    assert page.texts(".pin-row .pile-name") == ["Row 1", "Row 2", "Row 3"]
    assert page.attributes(".piece", "data-pile") == ["2", "0", "1"]


@pytest.mark.parametrize("link", ["#9;grundys-game", "#12,4;kayles"])
def test_row_of_pins_stays_in_one_line_on_a_phone(page: Page, link: str) -> None:
    page.resize((360, 740))
    page.play(link, ";two")
    page.settle()
    tops = page.run(
        "return [...document.querySelectorAll('[data-pile=\"0\"] .pin')]"
        ".map((pin) => pin.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1


def test_what_is_not_taken_is_not_called_taken(page: Page) -> None:
    page.play("#9;grundys-game", ";two")
    page.settle()
    page.pick("#confirms")
    assert page.text("#board .confirm button") == "Split"
    page.pick("#confirms")


def test_queen_is_shown_where_she_loses(page: Page) -> None:
    page.play("#5,8;wythoff")
    page.settle()
    page.click(".beside-board > button")
    wait_until(lambda: page.count(".square.lost"))
    assert page.count(".square.lost") == 6  # 0,0 · 1,2 · 2,1 · 3,5 · 5,3 · 4,7 within 5 × 8
