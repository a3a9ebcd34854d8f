"""Sheets of every game: each in the form of its moves, with a key as the service judges."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from service.game.games import GAMES
from tests.browser.any_page import BLANK
from tests.browser.driver import Page
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

NEEDED = {"octal": "octal=0.6", "moore": "moore=2", "numbers": "numbers=squares"}
ON_BOARDS = [name for name, game in GAMES.items() if game.main_key == "board"]
OTHERS = {"nim", "sum", "growing", *ON_BOARDS}
RULES = [NEEDED.get(name, name) for name in GAMES if name not in OTHERS]
MISERE = ["kayles;misere", "moore=2;misere"]

DRAWN = """
const counted = (one) =>
  [...one.children].map((pile) =>
    pile.querySelectorAll(".dot, .skittle").length || +pile.querySelector(".size").textContent);
return [...document.querySelectorAll("#positions > li")].map((one) => ({
  piles: one.querySelector(".piles") ? counted(one.querySelector(".piles")) : null,
  queen: one.querySelector("[role=img]").getAttribute("aria-label"),
  said: one.innerText,
}));
"""

SAID = re.compile(
    r"split (?:the row|row (?P<split>\d+)) into (?P<a>\d+) and (?P<b>\d+)"
    r"|take square (?P<square>\d+) of row (?P<row>\d+)"
    r"|move the queen (?P<steps>\d+) (?P<where>left|down|diagonally)"
    r"|(?:take|move) (?P<taken>\d+(?: from (?:pile|row|step) \d+"
    r"(?:(?:,| and) \d+ from pile \d+)*)?)"
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
    for square, left in re.findall(r"the coin on square (\d+) to square (\d+)", answer):
        found.add(f"{piles.index(int(square)) + 1}-{int(square) - int(left)}")
    for said in SAID.finditer(answer):
        if said["a"]:
            found.add(f"{said['split'] or 1}-0 {said['a']} {said['b']}")
        elif said["steps"]:
            places = {"left": [across], "down": [1 - across], "diagonally": [0, 1]}[said["where"]]
            found.add("+".join(f"{place + 1}-{said['steps']}" for place in places))
        elif said["square"]:
            left, first = int(said["square"]) - 1, int(said["row"])
            rows = [(row, count - left) for row, count in enumerate(piles, 1) if row >= first]
            found.add("+".join(f"{row}-{remove}" for row, remove in rows if remove > 0))
        else:
            taken = re.findall(r"(\d+)(?: from (?:pile|row|step) (\d+))?", said["taken"])
            parts = [(remove, pile or "1") for remove, pile in taken]
            two = f" {said['c']} {said['d']}" if said["c"] else ""
            found.add("+".join(f"{pile}-{remove}" for remove, pile in parts) + two)
    return found


def written(move: dict[str, Any]) -> str:
    """A move of the service in the same form, with the rest of a pile only if it is split."""
    parts = move.get("removals", [move])
    left = move.get("leaves_piles", [])
    two = f" {left[0]} {left[1]}" if len(left) == 2 else ""
    return "+".join(f"{one['pile'] + 1}-{one['remove']}" for one in parts) + two


@pytest.mark.parametrize("rule", [*RULES, *MISERE])
def test_the_key_has_all_winning_moves(page: Page, server: Server, rule: str) -> None:
    sheet(page, f"{rule};easy;count=6;seed=7")
    name, _, value = rule.removesuffix(";misere").partition("=")
    every: dict[str, dict[str, Any]] = {
        "octal": {"code": value},
        "moore": {"max_piles": 2},
        "numbers": {"numbers": value},
    }
    given = positions(page)
    assert len({str(one) for one in given}) == 6
    for position, answer in zip(given, page.texts("#key li"), strict=True):
        body = {"game": name, "misere": rule in MISERE, **every.get(name, {}), **position}
        solution = request(server.port, "POST", "/move", body).json
        assert moves(answer, position["piles"]) == {
            written(move) for move in solution["winning_moves"]
        }
        assert (answer == "None: this position is lost.") is not solution["to_move_wins"]
    assert page.complaints() == []


@pytest.mark.parametrize("name", ON_BOARDS)
def test_the_key_of_boards_has_the_texts_of_all_winning_moves(
    page: Page, server: Server, name: str
) -> None:
    games = request(server.port, "GET", "/games").json["games"]
    (example,) = [each["example"] for each in games if each["name"] == name]
    page.open(f"/sheet/{name}#count=6;seed=7", ready="html:not([data-loading])")
    wait_until(lambda: page.count("#positions > li"))
    boards = page.run(
        "return [...document.querySelectorAll('#positions > li [role=img]')]"
        ".map((one) => one.getAttribute('aria-label'))"
    )
    assert len({*boards}) == len(boards) >= 2
    for said, answer in zip(boards, page.texts("#key li"), strict=True):
        board = said.removeprefix("The board is ").removesuffix(".").replace(", ", ",")
        solved = request(server.port, "POST", "/explanation", {**example, "board": board}).json
        rest = answer.removesuffix(".").lower()
        for text in sorted((each["text"] for each in solved["winning_moves"]), key=len)[::-1]:
            assert text.lower() in rest, board
            rest = rest.replace(text.lower(), "", 1)
        lost = "none: this position is lost"
        assert (
            rest == lost if not solved["to_move_wins"] else re.fullmatch("(; or |, | or )*", rest)
        )


def test_pins_are_circled(page: Page) -> None:
    sheet(page, "kayles;count=4;seed=1")
    assert "Circle the pins to take" in page.text("#positions .fill")
    assert page.count("#positions .skittle")


def test_a_sheet_of_a_game_that_moves_objects_is_filled_in_as_its_key_says(page: Page) -> None:
    sheet(page, "staircase;count=4;seed=1")
    assert {text.split() == ["Move", "from", "step"] for text in page.texts(".fill")} == {True}
    sheet(page, "welter;count=4;seed=1")
    assert {*page.texts("#positions .number")} == {"Coin on square"}
    assert not page.count("#positions .dot")


def test_number_of_a_pile_stands_beside_it_however_long_it_is(page: Page) -> None:
    sheet(page, "hard;count=8;seed=1")
    apart = page.run(
        "return [...document.querySelectorAll('.piles li')].filter((pile) => {"
        " const [dots, size] = ['.dots', '.size'].map((css) =>"
        "   pile.querySelector(css).getBoundingClientRect());"
        " return size.left < dots.right || size.top > dots.bottom }).length"
    )
    assert apart == 0


def test_qr_code_leads_to_the_same_positions_without_the_key(page: Page) -> None:
    sheet(page, "medium;count=4;seed=3")
    wait_until(lambda: page.run("return document.querySelector('#qr').naturalWidth"))
    leads = f"{page.url}/set/nim#medium%3Bcount=4%3Bseed=3"
    assert page.attribute("#qr", "src").endswith(f"?link={quote(leads, safe='')}")


@pytest.mark.parametrize(
    ("options", "css", "part"),
    [("count=2", ".dot", ""), ("kayles;count=2", ".skittle", "::before")],
)
def test_forced_colours_keep_what_is_counted_visible(
    page: Page, options: str, css: str, part: str
) -> None:
    page.prefer(scheme="light", motion="reduce", colours="active")
    sheet(page, options)
    colour = "return getComputedStyle(document.querySelector(arguments[0]), arguments[1])"
    colours = [page.run(f"{colour}.backgroundColor", *of) for of in [(css, part), ("body", "")]]
    assert colours[0] != colours[1]


NO_TASKS = {
    "%E0%A4%A": "The link is damaged. These tasks are of Nim.",
    "constructor": "There is no game “constructor”. These tasks are of Nim.",
    "sum": "There are no tasks of a sum of games. These tasks are of Nim.",
    "game=(3,4)+(7;kayles)": "There are no tasks of a sum of games. These tasks are of Nim.",
}
"""Addresses without tasks, and what the page says."""


@pytest.mark.parametrize(("fragment", "said"), NO_TASKS.items(), ids=NO_TASKS)
def test_address_without_tasks_shows_the_usual_sheet_and_says_so(
    page: Page, fragment: str, said: str
) -> None:
    sheet(page, fragment)
    assert page.text("#sheet-title") == "Nim: find a winning move"
    assert page.text("#link-error") == said
    page.click("#new")
    wait_until(lambda: not page.shown("#link-error"))
    assert page.complaints() == []


@pytest.mark.parametrize("rule", ["", "kayles;", "moore=2;", "greedy;"])
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_half_of_the_misere_tasks_have_other_answers_in_normal_play(
    page: Page, server: Server, rule: str, difficulty: str
) -> None:
    sheet(page, f"{rule}misere;{difficulty};count=8;seed=7")
    name, _, most = rule.rstrip(";").partition("=")
    keys: dict[str, Any] = {"game": name or "nim", **({"max_piles": int(most)} if most else {})}
    won, different = 0, 0
    for position in positions(page):
        found = [
            request(server.port, "POST", "/move", {**keys, **position, "misere": misere}).json
            for misere in (True, False)
        ]
        won += found[0]["to_move_wins"]
        different += found[0]["winning_moves"] != found[1]["winning_moves"]
    assert won >= 6
    assert 2 * different >= won


def test_misere_tasks_are_chosen_by_one_request_a_batch(page: Page) -> None:
    """Each batch has its twins in normal play, so no request asks for one alone."""
    with page.first(
        "self.sent = []; self.really = fetch;"
        "self.fetch = (path, more) => { sent.push(more.body); return really(path, more) };"
    ):
        page.tab.load(page.url + BLANK)
        sheet(page, "misere;hard;count=6;seed=7")
        batches = [json.loads(body)["positions"] for body in page.run("return sent") if body]
    assert batches
    for sent in batches:
        half = len(sent) // 2
        assert [one["misere"] for one in sent] == [True] * half + [False] * half
        assert [one["piles"] for one in sent[:half]] == [one["piles"] for one in sent[half:]]


def test_a_game_is_chosen_and_stays_in_the_address(page: Page) -> None:
    sheet(page, "count=4;seed=5")
    page.set("#game-name", "moore")
    wait_until(lambda: page.text("#sheet-title").startswith("Moore"))
    assert not page.shown("#nim-rule")
    page.fill("#key-max_piles", "3")
    wait_until(lambda: "up to 3 piles" in page.text("#sheet-rule"))
    assert page.address == f"{page.url}/sheet/moore?max_piles=3#medium;count=4;seed=5"
    page.fill("#key-max_piles", "x")
    wait_until(lambda: page.shown("#key-max_piles-error"))
    assert page.attribute("#key-max_piles", "aria-invalid") == "true"


def gameof(link: str) -> str:
    return link.split(";")[1].partition("=")[0]


@pytest.mark.parametrize("link", ["#7,5;kayles;misere", "#5,8;wythoff", "#3,4,5;moore=2"])
def test_a_shared_game_leads_to_its_sheet(page: Page, link: str) -> None:
    page.play(link)
    page.share()
    page.click("#sheet")
    wait_until(lambda: page.count("#positions > li"))
    assert page.address.startswith(f"{page.url}/sheet/{gameof(link)}")
    assert page.count("[name=convention][value=misere]:checked") == ("misere" in link)


@pytest.mark.parametrize("lesson", ["kayles", "wythoff", "fibonacci"])
def test_a_lesson_leads_to_a_sheet_of_its_game(page: Page, lesson: str) -> None:
    page.open(f"/learn#{lesson}", ready="html:not([data-loading])")
    page.click("#sheet")
    wait_until(lambda: page.count("#positions > li"))
    assert page.address.startswith(f"{page.url}/sheet/{lesson}#")


def test_a_sheet_comes_once_the_games_are_known(page: Page) -> None:
    with page.without(f"{page.url}/games"):
        page.open("/sheet#kayles;count=2", ready="html:not([data-loading])")
        wait_until(lambda: page.shown("#problem"))
        page.click("#new")
        wait_until(lambda: page.shown("#problem"))
    page.click("#retry")
    wait_until(lambda: page.count("#positions > li") == 2)
    assert page.text("#sheet-title").startswith("Kayles")
    assert not page.shown("#problem")
    assert page.complaints() == []
