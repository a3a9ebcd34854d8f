"""The end of each game: the position that decided on its own board, and the way to its map."""

from typing import Any
from urllib.parse import unquote

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

KAYLES = "#7,5;kayles;two;moves=1-1_1_5,2-2_3,2-2_1,3-2_3,3-2_1,1-1,2-1,3-1"
QUEEN = "#5,8;wythoff;two;moves=2-1,1-2+2-2,1-1,1-2,2-5"
SPLITS = "#5;grundys-game;two;moves=1-0_2_3,2-0_1_2"
MOORE = "#3,4,5;moore=2;two;moves=1-3+2-4,3-5"
FIBONACCI = "#9;fibonacci;two;moves=1-3,1-6"
GREEDY = "#4,4,5;greedy;two;moves=3-5,1-4,2-4"
NIM = "#3,4,5;two;moves=3-1,1-3,2-4,3-4"


def finished(page: Page, link: str) -> None:
    page.open_fresh(f"/{link}")
    page.settle()
    wait_until(lambda: "mistake" in page.detail)


def pictured(page: Page, link: str) -> None:
    finished(page, link)
    wait_until(lambda: page.shown(".decisive"))
    wait_until(
        lambda: page.run("return [...document.styleSheets].some((s) => /picture/.test(s.href))")
    )


def kinds(page: Page) -> list[list[str]]:
    """What each pin of each row of the picture is."""
    found: list[list[str]] = page.run(
        "return [...document.querySelectorAll('.picture .stones')].map((row) =>"
        " [...row.querySelectorAll('.skittle')].map((one) => one.classList[1]))"
    )
    return found


def test_pins_stand_and_fall_where_they_did(page: Page) -> None:
    pictured(page, KAYLES)
    assert kinds(page) == [
        ["standing", "down", "standing", "taken", "taken", "down", "down"],
        ["standing", "down", "down", "down", "down"],
    ]
    assert page.text(".decisive figcaption").startswith("1, 1, 3: here, with move 5, ")
    page.click(".picture")
    assert page.headline == "Before move 5"


def test_a_split_is_marked_where_it_is(page: Page) -> None:
    pictured(page, SPLITS)
    assert sum(row.count("split") for row in kinds(page)) == 1
    assert not any("taken" in row for row in kinds(page))


def test_the_queen_stands_on_her_squares_with_a_mark_where_she_goes(page: Page) -> None:
    pictured(page, QUEEN)
    at: Any = page.run(
        "const cells = [...document.querySelectorAll('.picture .place')];"
        "return ['.her', '.goes'].map((css) => cells.findIndex((one) => one.matches(css)))"
        ".map((i) => [i % 6, 8 - Math.floor(i / 6)])"
    )
    assert at == [[2, 5], [0, 5]]
    assert page.text(".decisive figcaption") == (
        "The queen at 2 and 5: here, with move 4, Player 2 gave the game away."
    )


@pytest.mark.parametrize(("link", "taken"), [(MOORE, 7), (FIBONACCI, 3), (GREEDY, 5), (NIM, 1)])
def test_stones_of_all_piles_are_marked(page: Page, link: str, taken: int) -> None:
    finished(page, link)
    if not page.shown("#turned"):
        assert not page.shown(".decisive")
        return
    pictured(page, link)
    assert page.count(".picture .stone.taken") == taken


@pytest.mark.parametrize("link", [KAYLES, QUEEN, SPLITS, MOORE, GREEDY, NIM])
def test_the_end_leads_to_the_map_with_the_line_that_was_played(page: Page, link: str) -> None:
    finished(page, link)
    wait_until(lambda: page.shown("#map"))
    assert unquote(page.attribute("#map", "href")) == f"see#game={link[1:]}"
    moves = len(page.moves)
    page.click("#map")
    wait_until(lambda: page.count(".arc.played"))
    assert page.count(".arc.played") == moves
    assert page.count(".node.played") == moves + 1
    assert page.shown("#map-line")
    wait_until(lambda: page.run("return scrollY") > 0)
    assert page.complaints() == []


@pytest.mark.parametrize("link", [FIBONACCI, "#30,40;two;moves=1-30,2-40"])
def test_a_game_without_a_map_or_with_too_large_a_one_leads_to_none(page: Page, link: str) -> None:
    finished(page, link)
    wait_until(lambda: page.count("#game-name option[value=kayles]"))
    wait_until(lambda: page.shown("#again"))
    assert not page.shown("#map")


@pytest.mark.parametrize("link", [KAYLES, QUEEN, SPLITS, MOORE])
def test_axe_finds_no_violation_at_the_end(page: Page, link: str) -> None:
    pictured(page, link)
    assert page.violations_in_each_scheme() == {}
    assert page.too_narrow(320, 375, 1920) == {}
    page.resize((375, 740))
    page.run("document.documentElement.style.fontSize = '32px'")
    assert page.too_narrow(375) == {}


def test_the_end_of_a_game_that_the_pages_do_not_know_leads_to_its_map(
    page: Page, new_game: str
) -> None:
    game = Page(page.tab, new_game)
    finished(game, "#5,2;squares;two;moves=1-4,1-1,2-1,2-1")
    wait_until(lambda: game.shown("#map"))
    game.click("#map")
    wait_until(lambda: game.count(".arc.played") == 4)
    assert game.complaints() == []
