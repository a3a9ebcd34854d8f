"""Sheets of every game: each in the form of its moves, with a key as the service judges."""

import re
from typing import Any

import pytest

from service.game.games import GAMES
from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.browser.scripts import NEXT_FRAME
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

NEEDED = {"octal": "octal=0.6", "moore": "moore=2"}
RULES = [NEEDED.get(name, name) for name in GAMES if name != "nim"]

DRAWN = """
const counted = (one) =>
  [...one.children].map((pile) => pile.querySelectorAll(".dot, .skittle").length);
return [...document.querySelectorAll("#positions > li")].map((one) => ({
  piles: one.querySelector(".piles") ? counted(one.querySelector(".piles")) : null,
  queen: one.querySelector("[role=img]").getAttribute("aria-label"),
  said: one.innerText,
}));
"""

SAID = re.compile(
    r"split pile (?P<split>\d+) into (?P<a>\d+) and (?P<b>\d+)"
    r"|move the queen (?P<steps>\d+) (?P<where>left|down|diagonally)"
    r"|take (?P<taken>\d+ from pile \d+(?:(?:,| and) \d+ from pile \d+)*)"
    r"(?:, leaving (?P<c>\d+) and (?P<d>\d+))?",
    re.IGNORECASE,
)


def sheet(page: Page, options: str) -> None:
    page.open(f"/sheet#{options}", ready="html:not([data-loading])")
    wait_until(lambda: page.count("#positions > li"))


def positions(page: Page) -> list[dict[str, Any]]:
    """Each position as it is drawn: its piles, and its quota where that is said."""
    found = []
    for drawn in page.run(DRAWN):
        piles = drawn["piles"] or [int(n) for n in re.findall(r"\d+", drawn["queen"])]
        quota = re.search(r"takes at most (\d+)", drawn["said"])
        found.append({"piles": piles, **({"quota": int(quota[1])} if quota else {})})
    return found


def moves(answer: str, piles: list[int]) -> set[str]:
    """The moves that a line of the key says, written in one way."""
    across = 0 if piles[0] <= piles[-1] else 1
    found = set()
    for said in SAID.finditer(answer):
        if said["split"]:
            found.add(f"{said['split']}-0 {said['a']} {said['b']}")
        elif said["steps"]:
            places = {"left": [across], "down": [1 - across], "diagonally": [0, 1]}[said["where"]]
            found.add("+".join(f"{place + 1}-{said['steps']}" for place in places))
        else:
            parts = re.findall(r"(\d+) from pile (\d+)", said["taken"])
            two = f" {said['c']} {said['d']}" if said["c"] else ""
            found.add("+".join(f"{pile}-{remove}" for remove, pile in parts) + two)
    return found


def written(move: dict[str, Any]) -> str:
    """A move of the service in the same way; what is left of a pile only where it is split."""
    parts = move.get("removals", [move])
    left = move.get("leaves_piles", [])
    two = f" {left[0]} {left[1]}" if len(left) == 2 else ""
    return "+".join(f"{one['pile'] + 1}-{one['remove']}" for one in parts) + two


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rule", RULES)
def test_the_key_has_all_winning_moves(
    page: Page, server: Server, rule: str, misere: bool, difficulty: str
) -> None:
    sheet(page, f"{rule};{'misere;' if misere else ''}{difficulty};count=6;seed=7")
    name, _, value = rule.partition("=")
    every: dict[str, dict[str, Any]] = {"octal": {"code": value}, "moore": {"max_piles": 2}}
    given = positions(page)
    assert len({str(one) for one in given}) == 6
    for position, answer in zip(given, page.texts("#key li"), strict=True):
        body = {"game": name, "misere": misere, **every.get(name, {}), **position}
        solution = request(server.port, "POST", "/move", body).json
        assert moves(answer, position["piles"]) == {
            written(move) for move in solution["winning_moves"]
        }
    assert page.complaints() == []


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("kayles", "Take from pile leaving and"),
        ("laskers-nim", "or split pile into and"),
        ("grundys-game", "Split pile into and"),
        ("moore=2", "and from pile"),
        ("wythoff", "Move the queen left, down or diagonally: mark where to."),
        ("fibonacci", "Take"),
        ("greedy", "Take from pile"),
        ("octal=0.6", "Take from pile leaving and"),
    ],
)
def test_what_is_filled_in_has_the_form_of_the_game_s_moves(
    page: Page, rule: str, words: str
) -> None:
    sheet(page, f"{rule};count=2;seed=1")
    lines = [re.sub(r"\s+", " ", text).strip() for text in page.texts("#positions .fill")]
    assert words in lines
    assert page.text("#sheet-title").endswith(": find a winning move")


def test_a_code_is_said_in_words(page: Page) -> None:
    sheet(page, "octal=4.07;count=2")
    assert (
        "Code 4.07: split a pile into two; take 2 and leave nothing, one pile or two piles."
        in page.text("#sheet-rule")
    )


def test_a_game_is_chosen_and_stays_in_the_address(page: Page) -> None:
    sheet(page, "count=4;seed=5")
    page.run(
        "const list = document.querySelector('#game'); list.value = 'moore';"
        "list.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    wait_until(lambda: page.text("#sheet-title").startswith("Moore"))
    assert not page.shown("#nim-rule")
    page.fill("#key-max_piles", "3")
    wait_until(lambda: "at most 3 piles" in page.text("#sheet-rule"))
    assert page.address == f"{page.url}/sheet#moore=3;medium;count=4;seed=5"
    page.fill("#key-max_piles", "x")
    wait_until(lambda: page.shown("#key-max_piles-error"))
    assert page.attribute("#key-max_piles", "aria-invalid") == "true"


@pytest.mark.parametrize("link", ["#7,5;kayles;misere", "#5,8;wythoff", "#3,4,5;moore=2"])
def test_a_shared_game_leads_to_its_sheet(page: Page, link: str) -> None:
    page.play(link)
    page.share()
    page.click("#sheet")
    wait_until(lambda: page.count("#positions > li"))
    assert page.address.startswith(f"{page.url}/sheet#{link.split(';')[1]};")
    assert page.count("[name=convention][value=misere]:checked") == ("misere" in link)


@pytest.mark.parametrize("lesson", ["kayles", "wythoff", "fibonacci"])
def test_a_lesson_leads_to_a_sheet_of_its_game(page: Page, lesson: str) -> None:
    page.open(f"/learn#{lesson}", ready="#lessons a")
    page.click("#sheet")
    wait_until(lambda: page.count("#positions > li"))
    assert page.address.startswith(f"{page.url}/sheet#{lesson};")


STATES = ["kayles;hard", "wythoff;hard", "fibonacci;hard", "moore=3;hard", "count=24;hard"]


@pytest.mark.parametrize("options", STATES)
def test_axe_finds_no_violation_on_a_game_s_sheet(page: Page, options: str) -> None:
    sheet(page, f"{options};seed=2")
    assert page.violations_in_each_scheme() == {}


CLIPPED = """
return [...document.querySelectorAll("main *, header *")].filter((one) => one.checkVisibility())
  .filter((one) => !one.closest(".board-of"))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  })
  .map((one) => one.outerHTML.slice(0, 100));
"""


@pytest.mark.parametrize("options", STATES)
def test_nothing_is_cut_where_text_is_twice_as_large(page: Page, options: str) -> None:
    sheet(page, f"{options};seed=2")
    assert page.too_narrow(320, PHONE[0], 900) == {}
    page.resize((375, 740))
    page.run("document.documentElement.style.fontSize = '32px'")
    page.run(NEXT_FRAME)
    assert page.run("return document.documentElement.scrollWidth") == 375
    assert page.run(CLIPPED) == []


def test_a_game_that_the_pages_do_not_know_has_a_sheet(page: Page, new_game: str) -> None:
    game = Page(page.tab, new_game)
    sheet(game, "squares;medium;count=4;seed=1")
    assert game.text("#sheet-title") == "Squares: find a winning move"
    assert "A move takes a square number of objects from one pile." in game.text("#sheet-rule")
    port = int(new_game.rpartition(":")[2])
    for position, answer in zip(positions(game), game.texts("#key li"), strict=True):
        solution = request(port, "POST", "/move", {"game": "squares", **position}).json
        assert moves(answer, position["piles"]) == {
            written(move) for move in solution["winning_moves"]
        }
    assert game.complaints() == []
    assert game.violations_in_each_scheme() == {}


def test_a_sheet_comes_once_the_games_are_known(page: Page) -> None:
    page.tab.ask("Network.enable")
    page.tab.ask("Network.clearBrowserCache")
    page.tab.ask("Network.setBlockedURLs", urls=["*/games"])
    try:
        page.open("/sheet#kayles;count=2", ready="html:not([data-loading])")
        wait_until(lambda: page.shown("#problem"))
        page.click("#new")
        wait_until(lambda: page.shown("#problem"))
    finally:
        page.tab.ask("Network.setBlockedURLs", urls=[])
    page.complaints()
    page.click("#retry")
    wait_until(lambda: page.count("#positions > li") == 2)
    assert page.text("#sheet-title").startswith("Kayles")
    assert not page.shown("#problem")
    assert page.complaints() == []
