"""Each game of the service, played to its end on its board, as the service itself judges it."""

from collections.abc import Callable
from typing import Any

import pytest

from service.game.games import GAMES
from tests.browser.any_game import make, offered, played, press_move
from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import Page
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

WON = [
    "#7,5;kayles",
    "#6,5;octal=0.6",
    "#7,4;dawsons-kayles;misere",
    "#8,3;dawsons-chess",
    "#2,4;laskers-nim",
    "#7,9;grundys-game",
    "#3,4,5;moore=2",
    "#3,4,5;moore=2;misere",
    "#5,8;wythoff",
    "#3,3;wythoff;misere",
    "#20;fibonacci",
    "#3,5,5,5;greedy",
    "#3,4,5",
]
"""A game of each kind that the one who begins can win."""


def ask(server: Server, path: str, body: object) -> Any:
    reply = request(server.port, "POST", path, body)
    assert reply.status == 200, reply
    return reply.json


def judged(page: Page, server: Server) -> Any:
    """What the service says of the game so far."""
    return ask(server, "/review", played(page))


@pytest.mark.parametrize("link", WON)
def test_a_won_game_is_won_by_the_moves_that_the_service_finds(
    page: Page, server: Server, link: str
) -> None:
    page.play(link)
    page.settle()
    while not page.over:
        make(page, judged(page, server)["position"]["best_move"])
    review = judged(page, server)
    assert (page.headline, review["finished"], review["winner"]) == ("You won", True, "first")
    assert review["decisive_mistake"] is None
    assert page.shown("#again")
    assert page.complaints() == []


@pytest.mark.parametrize("link", WON)
def test_the_hints_lead_to_a_win(page: Page, link: str) -> None:
    page.play(link)
    page.settle()
    while not page.over:
        page.whole_hint()
        press_move(page, page.names("#board button.winning, #board button.hinted")[-1])
    assert page.headline == "You won"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_form_is_played_by_the_names_of_its_buttons(
    page: Page, server: Server, name: str
) -> None:
    """Two people, who choose the first move that is offered, up to "Play again"."""
    page.play("#3,4,5")
    wait_until(lambda: page.count(f"#game-name option[value={name}]"))
    page.run(CHANGE, name)
    page.choose("players", "two")
    page.click("#setup .start")
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
list.dispatchEvent(new Event("input", { bubbles: true }));
list.dispatchEvent(new Event("change", { bubbles: true }));
"""


# --- A game that the pages do not know ------------------------------------------------------------


def test_a_new_game_of_the_service_is_played_without_a_line_of_javascript(
    page: Page, new_game: str
) -> None:
    game = Page(page.tab, new_game)
    game.play("#3,4,5")
    wait_until(lambda: game.count("#game-name option[value=squares]"))
    game.run(CHANGE, "squares")
    assert game.text("#game-rule") == "A move takes a square number of objects from one pile."
    game.fill("#piles", "7, 4")
    game.choose("strength", "perfect")
    game.click("#setup .start")
    game.settle()
    assert offered(game) == [
        "Take 1 from pile 1, leaves 6",
        "Take 4 from pile 1, leaves 3",
        "Take 1 from pile 2, leaves 3",
        "Take 4 from pile 2, leaves 0",
    ]
    assert game.address == f"{new_game}/#7,4;squares;perfect"
    while not game.over:
        game.whole_hint()
        press_move(game, game.names("#board button.winning")[0])
    assert game.headline == "You won"
    assert game.complaints() == []
    game.open_fresh("/#7,4;squares;perfect")
    game.settle()
    assert game.text("#rule").startswith("A move takes a square number")
    assert game.violations_in_each_scheme() == {}


def test_where_the_service_lists_no_moves_it_judges_each(page: Page, new_game: str) -> None:
    game = Page(page.tab, new_game)
    game.play("#7,4;hidden")
    game.settle()
    wait_until(lambda: game.count("#board input"))
    game.fill("#board input", "2", "Enter")
    wait_until(lambda: "Can't remove 2 from a pile of 7" in game.detail)
    assert (game.piles, game.moves) == ([7, 4], [])
    game.fill("#board input", "4", "Enter")
    wait_until(lambda: len(game.moves) == 2)
    assert game.moves[0] == "You\n4 from pile 1"
    assert game.violations_in_each_scheme() == {}


# --- Every state is accessible, fits and is silent ------------------------------------------------

State = Callable[[Page], None]


def begun(link: str) -> State:
    def state(page: Page) -> None:
        page.play(link, "")
        page.settle()
        offered(page)

    return named(state, f"begun {link}")


def advised(link: str) -> State:
    def state(page: Page) -> None:
        page.play(link)
        page.settle()
        page.whole_hint()
        page.ask_why()

    return named(state, f"advised {link}")


def learning(link: str) -> State:
    def state(page: Page) -> None:
        finished(link)(page)
        page.click("#moves .mistake button")
        page.click("#better")
        page.click("#why")
        wait_until(lambda: page.shown("#explanation .reasons"))

    return named(state, f"learning {link}")


def finished(link: str) -> State:
    def state(page: Page) -> None:
        page.play(link, ";two")
        page.settle()
        while not page.shown("#again"):
            press_move(page, offered(page)[0])
        wait_until(lambda: "mistake" in page.detail)

    return named(state, f"finished {link}")


def named(state: State, name: str) -> State:
    state.__qualname__ = name
    return state


LINKS = ["#7,5;kayles", "#5,8;wythoff", "#20;fibonacci", "#3,4,5;moore=2", "#4,5,5;greedy"]
LINKS += ["#4,5;laskers-nim", "#7,9;grundys-game"]

in_each_state = pytest.mark.parametrize(
    "state",
    [kind(link) for kind in (begun, advised, finished, learning) for link in LINKS],
    ids=lambda state: state.__qualname__,
    scope="module",
)


@in_each_state
def test_axe_finds_no_violation_in_a_game(page: Page, state: State) -> None:
    page.visit(state)
    assert page.violations_in_each_scheme() == {}


@in_each_state
def test_no_game_scrolls_sideways(page: Page, state: State) -> None:
    page.visit(state)
    assert page.too_narrow(320, PHONE[0], DESKTOP[0]) == {}


@in_each_state
def test_a_game_is_silent(page: Page, state: State) -> None:
    assert page.visit(state) == []
