"""Each game of the service, played to the end on its board and judged by the service."""

from typing import Any

import pytest

from service.game.games import GAMES
from tests.browser.any_game import offered, played, press_move
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
    "#3,3,3;chomp",
    "#2,5;growing=20;add=1;multiply=2",
    "#1,3,6;welter",
]
"""A game of each kind that the first player can win."""


def judged(page: Page, server: Server) -> Any:
    """The service's review of the game so far."""
    reply = request(server.port, "POST", "/review", played(page))
    assert reply.status == 200, reply
    return reply.json


@pytest.mark.parametrize("link", WON)
def test_hints_lead_to_a_win_without_a_mistake(page: Page, server: Server, link: str) -> None:
    page.play(link)
    while not page.over:
        page.whole_hint()
        press_move(page, page.names("#board button.winning, #board button.hinted")[-1])
    assert page.headline == "You won"
    assert "You had help." in page.detail
    review = judged(page, server)
    assert (review["finished"], review["winner"]) == (True, "first")
    assert review["decisive_mistake"] is None
    assert page.complaints() == []


IN_BOARD = """
return document.activeElement !== document.body && board.contains(document.activeElement)
"""


@pytest.mark.parametrize(
    ("link", "moves"),
    [
        ("#3,4,5", ["Enter", "Enter"]),
        ("#7,5;kayles", ["Enter", "Enter"]),
        ("#9,8;grundys-game", ["Enter", "Enter"]),
        ("#9,5;wythoff", ["ArrowRight Enter"]),  # not to the edge, from which the computer wins
    ],
)
def test_the_keyboard_stays_on_the_board_after_a_move(
    page: Page, link: str, moves: list[str]
) -> None:
    page.play(link)
    for keys in moves:
        page.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
        with page.line(latency=300):
            page.press(*keys.split())
            wait_until(lambda: "computer’s turn" in page.headline)
            assert page.run(IN_BOARD)
            page.settle()
        assert not page.over
        assert page.run(IN_BOARD)
        assert page.run("return document.activeElement.matches('button:not([aria-disabled])')")


def test_the_keyboard_is_where_a_move_is_legal(page: Page) -> None:
    page.play("#5,12;euclid")
    page.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    page.press("Enter")
    page.settle()
    assert not page.over
    assert page.run("return document.activeElement.matches('button:not([aria-disabled])')")


def test_move_that_changes_several_piles_is_chosen_pile_by_pile(page: Page) -> None:
    page.play("#3,4,5;moore=2", ";two")
    page.click('[data-pile="0"] [data-index="1"]')
    page.click('[data-pile="2"] [data-index="0"]')
    page.click("#board .confirm button")
    page.settle()
    assert page.piles == [1, 4, 0]


def test_row_of_pins_is_split_by_the_number_that_a_click_takes(page: Page) -> None:
    page.play("#6;octal=0.66", ";two")
    page.pick(".amounts input[value='2']")
    page.click('[data-pile="0"] [data-index="1"]')
    page.settle()
    assert sorted(page.piles) == [1, 3]
    page.play("#6;laskers-nim", ";two")  # so many numbers that they are a list
    page.set(".amounts select", 0)
    page.pick("#confirms")
    assert page.text("#board .confirm button") == "Split"  # as nothing is taken
    page.click('[data-pile="0"] [data-index="1"]')
    page.click("#board .confirm button")
    page.settle()
    assert sorted(page.piles) == [1, 5]
    page.pick("#confirms")


@pytest.mark.parametrize(
    ("link", "amount", "marked"),
    [("#3,4,5", None, 4), ("#7,5;kayles", 2, 2), ("#9;grundys-game", None, 1)],
)
def test_what_a_click_takes_is_marked_under_the_mouse(
    page: Page, link: str, amount: int | None, marked: int
) -> None:
    page.play(link, ";two")
    if amount:
        page.pick(f".amounts input[value='{amount}']")
    page.point("#board [data-pile]:last-child [data-index='1']")
    wait_until(lambda: page.count(".going") == marked)


TWO_STEPS = ("sum", "cram", "coins")
"""A sum, and games in which a move is chosen in two steps: see test_play_boards.py."""


@pytest.mark.parametrize("name", [name for name in GAMES if name not in TWO_STEPS])
def test_game_of_the_form_is_played_by_the_names_of_its_buttons(
    page: Page, server: Server, name: str
) -> None:
    """Two people who choose the first offered move, until "Play again"."""
    page.play("#3,4,5")
    wait_until(lambda: page.count(f"#game-name option[value={name}]"))
    page.set("#game-name", name)
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


def test_rows_of_pins_are_numbered_from_left_to_right(page: Page) -> None:
    """No matter which index the service uses: the smaller part keeps the index of the whole."""
    page.play("#7,3;kayles", ";two")
    page.click('[data-pile="0"] [data-index="4"]')
    page.settle()
    assert page.texts(".pin-row .pile-name") == ["Row 1", "Row 2", "Row 3"]
    assert page.attributes(".piece", "data-pile") == ["2", "0", "1"]


def test_reasons_and_solver_number_rows_as_the_board_does(page: Page) -> None:
    page.play("#7;kayles", ";two")
    page.click('[data-pile="0"] [data-index="4"]')
    page.settle()
    page.click("#solve")
    wait_until(lambda: page.count("#solve-list li"))
    numbered = page.attributes("#board .piece", "aria-label")
    assert numbered == ["Row 1: 4", "Row 2: 2"]
    assert page.run(
        "return [...document.querySelectorAll('#solve-piles input')].map(i => i.value)"
    ) == ["4", "2"]
    page.ask_why()
    reasons = " ".join(page.texts("#explanation .reasons p"))
    assert (
        "A move from 4 leaves the value 0, 2 or 3, and the least number missing is 1, so row 1"
        in reasons
    )
    assert "Take 2 from row 1." in page.texts("#explanation .conclusions p")


@pytest.mark.parametrize("link", ["#9;grundys-game", "#12,4;kayles"])
def test_row_of_pins_stays_in_one_line_on_a_phone(page: Page, link: str) -> None:
    page.resize((360, 740))
    page.play(link, ";two")
    tops = page.run(
        "return [...document.querySelectorAll('[data-pile=\"0\"] .pin')]"
        ".map((pin) => pin.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1


def test_queen_is_shown_where_she_loses(page: Page) -> None:
    page.play("#5,8;wythoff")
    page.click(".beside-board > button")
    wait_until(lambda: page.count(".square.lost"))
    assert page.count(".square.lost") == 6  # 0,0 · 1,2 · 2,1 · 3,5 · 5,3 · 4,7 within 5 × 8


def test_a_game_without_a_line_of_its_own_is_told_in_the_words_of_the_service(page: Page) -> None:
    page.play("#1,3,6;welter")
    assert page.texts(".slot.coin") == ["1", "3", "6"]
    page.whole_hint()
    assert page.detail == "One move wins: move the coin on square 6 to square 5."
    press_move(page, page.names("#board button.winning")[0])
    assert page.moves[0] == "You\nMoved the coin on square 6 to square 5"
    assert page.moves[1].startswith("The computer\nMoved the coin on square")
    page.run("document.querySelector('#say-position').click()")
    assert page.text("#spoken").startswith("The coins are on squares")


def test_a_move_that_is_listed_is_chosen_and_then_confirmed(page: Page) -> None:
    page.play("#1,3,6;welter")
    page.pick("#confirms")
    page.hint()
    assert page.detail == "There is a winning move with the coin on square 6."
    assert page.text(".confirm") == "Move\nChoose a coin and a square first."
    assert page.names(".slot[aria-pressed=true]") == ["6: a coin"]
    page.click(".slot.coin")
    assert page.names(".slot.target") == ["0: move the coin on square 1 to square 0"]
    page.click(".slot.target")
    assert page.count(".slot.chosen") == 1
    assert not page.count("#moves li")
    page.click(".confirm button")
    wait_until(lambda: page.count("#moves li"))
    assert page.moves[0] == "You\nMoved the coin on square 1 to square 0"
    page.pick("#confirms")


def test_a_hint_lists_the_piles_that_a_move_takes_from_together(page: Page) -> None:
    page.play("#3,2,2;chomp")
    page.hint()
    assert page.detail == "Take from rows 2 and 3, or from row 3."
