"""Games on a board, played to their end on the picture and judged by the service."""

from typing import Any
from urllib.parse import quote

import pytest

from service.game.board_game import BoardGame
from service.game.games import GAMES
from tests.browser.any_game import played, press_move
from tests.browser.driver import Page
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

WON = [
    "hackenbush/0-1-2,1-3-4,0-5",
    "hackenbush/0-1-2-0,2-3,0-4,0-4,3-3",
    "node-kayles/1-2-3-4-5,3-6",
    "arc-kayles/1-2-3-4,2-5",
    "geography/1-2-3,3-4@2",
    "cram/2x3",
    "coins/THTHH?code=turtles",
    "coins/TTT,THT,TTH?code=twins*twins",
]
"""A position of each game that the first player can win."""


def plays(page: Page) -> list[str]:
    """What the moves of the game chose."""
    return [move["play"] for move in played(page)["moves"]]


def judged(page: Page, server: Server) -> Any:
    reply = request(server.port, "POST", "/review", played(page))
    assert reply.status == 200, reply
    return reply.json


def begin(page: Page, place: str, fragment: str = "#perfect") -> None:
    page.open_fresh(f"/play/{quote(place, safe='/?=*,@-_')}{fragment}")
    page.settle()


def test_each_game_on_a_board_is_played_here() -> None:
    on_boards = {name for name, game in GAMES.items() if issubclass(game, BoardGame)}
    assert {place.split("/")[0] for place in WON} == on_boards


@pytest.mark.parametrize("place", WON)
def test_hints_lead_to_a_win_without_a_mistake(page: Page, server: Server, place: str) -> None:
    begin(page, place)
    while not page.over:
        page.whole_hint()
        press_move(page, page.names("#board button.winning")[-1])
    assert page.headline == "You won"
    review = judged(page, server)
    assert (review["finished"], review["winner"]) == (True, "first")
    assert review["decisive_mistake"] is None
    assert page.complaints() == []


CHOICES = """
const open = document.querySelectorAll("#board [data-cell]:not([aria-disabled])");
return [...open].map((one) => one.dataset.cell);
"""


@pytest.mark.parametrize("place", WON[:5])
def test_an_edge_or_a_vertex_is_chosen_by_the_mouse(page: Page, server: Server, place: str) -> None:
    """At the point in the middle of it, which nothing else covers."""
    begin(page, place, "#two")
    while not page.shown("#again"):
        [cell, *_] = page.run(CHOICES)
        page.click(f'[data-cell="{cell}"]')
        page.settle()
    assert judged(page, server)["finished"] is True
    assert page.complaints() == []


def test_two_squares_are_chosen_one_after_the_other(page: Page, server: Server) -> None:
    begin(page, "cram/___,_x_", "#two")
    page.click('[data-key="a1"]')
    assert "beside a1" in page.text("#board .quiet")
    page.click('[data-key="a2"]')
    page.settle()
    page.click('[data-key="b1"]')
    page.click('[data-key="c1"]')
    page.settle()
    assert plays(page) == ["a1-a2", "b1-c1"]
    assert judged(page, server)["finished"] is True


def test_coins_are_chosen_and_then_turned(page: Page, server: Server) -> None:
    begin(page, "coins/THTH?code=turtles", "#two")
    page.click('[data-key="1:1"]')
    assert page.text("#board .chosen-text") == "No move turns these coins alone."
    page.click('[data-key="4:1"]')
    assert page.text("#board .chosen-text") == "Turn coins 1 and 4"
    page.click("#board .confirm button")
    page.settle()
    assert plays(page) == ["4-1"]
    assert judged(page, server)["finished"] is False


IN_BOARD = """
return document.activeElement !== document.body && board.contains(document.activeElement)
"""


@pytest.mark.parametrize("place", ["hackenbush/0-1-2,1-3-4,0-5", "node-kayles/1-2-3-4-5-6-7"])
def test_the_keyboard_stays_on_the_board_after_a_move(page: Page, place: str) -> None:
    begin(page, place, "#two")
    page.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    page.press("ArrowRight")
    page.press("Enter")
    page.settle()
    assert len(played(page)["moves"]) == 1
    assert page.run(IN_BOARD)


READY = "html:not([data-loading])"


def test_a_board_is_looked_up(page: Page) -> None:
    page.open("/solve/hackenbush/0-1-2,1-3,0-4-5", ready=READY)
    wait_until(lambda: page.count("#solve-list .judged") == 5)
    assert "3 of 5 moves win" in page.text("#solve-verdict")
    assert page.count("#board .edge[data-fate=wins]") == 3
    assert page.complaints() == []


def test_a_board_is_explained_and_shared_with_its_moves(page: Page) -> None:
    begin(page, "hackenbush/0-1-2,1-3,0-4-5", "#two")
    page.click("#why")
    wait_until(lambda: "Piece 0-4,4-5 → 2" in page.text("#explanation-body"))
    page.click('[data-key="4-5 0"]')
    page.settle()
    page.click("#share")
    page.pick("[name=opens][value=moves]")
    value = "return document.getElementById('link').value"
    wait_until(lambda: "moves" in page.run(value))
    link = page.run(value)
    page.open_fresh("/play" + link.partition("/play")[2])
    page.settle()
    assert plays(page) == ["4-5"]
    assert page.complaints() == []


@pytest.mark.parametrize("game", ["hackenbush", "cram", "coins?code=mock"])
def test_boards_are_printed_and_set_for_a_class(page: Page, game: str) -> None:
    name, _, keys = game.partition("?")
    query = f"?{keys}" if keys else ""
    page.open(f"/sheet/{name}{query}#easy;count=4;seed=3", ready=READY)
    wait_until(lambda: page.count("#positions > li") >= 3)
    assert page.count("#positions .board") == page.count("#positions > li")
    assert page.count("#key > li") == page.count("#positions > li")
    page.open(f"/set/{name}{query}#easy;count=4;seed=3", ready=READY)
    wait_until(lambda: page.count("#board [data-cell]") > 0)
    assert page.complaints() == []


def test_a_board_is_typed_in_the_form(page: Page) -> None:
    page.play("#3,4,5")
    wait_until(lambda: page.count("#game-name option[value=hackenbush]"))
    page.set("#game-name", "hackenbush")
    wait_until(lambda: page.text("#piles-label") == "Board")
    page.set("#piles", "0-1-2; 0 - 3")
    page.click("#setup .start")
    wait_until(lambda: "/play/hackenbush/" in page.address)
    page.settle()
    assert page.count("#board .line") == 3
