"""The set for a class: the positions of a sheet, solved one after another on the board."""

import pytest

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

SET = "#easy;count=4;seed=521"


def open_set(page: Page, fragment: str = SET) -> None:
    page.open("/play/set" + fragment, ready="html:not([data-loading])")
    wait_until(lambda: page.count("#dots li"))


def answer(page: Page, server: Server, *, right: bool) -> None:
    """Answer as the service does, or say the opposite."""
    moves = request(server.port, "POST", "/move", {"piles": page.piles}).json["winning_moves"]
    pile, leaves = (moves[0]["pile"], moves[0]["leaves"]) if moves else (0, 0)
    if bool(moves) is right:
        page.click(f'[data-pile="{pile}"] [data-index="{leaves}"]')
        page.click("#board .confirm button")
    else:
        page.click("#none")


def test_set_has_the_positions_of_its_sheet(page: Page) -> None:
    page.open(f"/sheet{SET}", ready="html:not([data-loading])")
    wait_until(lambda: page.count("#positions > li"))
    sheet = page.run(
        "return [...document.querySelectorAll('#positions > li')]"
        ".map((one) => [...one.querySelectorAll('.size')].map((size) => +size.textContent))"
    )
    page.click("#set")
    wait_until(lambda: page.count("#dots li"))
    for piles in sheet:
        assert page.piles == piles
        page.click("#none")
        page.click("#next")


def test_set_ends_with_a_result_to_paste(page: Page, server: Server) -> None:
    open_set(page)
    for right in (True, True, True, False):
        answer(page, server, right=right)
        assert page.headline == ("Right" if right else "Wrong")
        assert page.focused in {"Next", "Result"}
        if right:
            page.click("#next")
    page.reload(ready="html:not([data-loading])")
    wait_until(lambda: page.headline == "3 of 4")
    page.click("#result")
    wait_until(lambda: page.value("#sent-link"))
    assert (
        page.value("#sent-link")
        == f"Nim, easy: 4 positions. 3 of 4 ✓✓✓✗\n{page.url}/set/nim{SET.replace(';', '%3B')}"
    )


def test_set_shows_each_answer_again(page: Page, server: Server) -> None:
    open_set(page)
    asked = []
    for right in (True, False, True, True):
        asked.append(page.piles)
        answer(page, server, right=right)
        page.click("#next")
    page.reload(ready="html:not([data-loading])")
    wait_until(lambda: page.headline == "3 of 4")
    page.click("#dots li:nth-child(2) button")
    assert (page.headline, page.piles) == ("Wrong", asked[1])
    moves = request(server.port, "POST", "/move", {"piles": asked[1]}).json["winning_moves"]
    said, won = page.detail.removeprefix("You said: ").split(". ", 1)
    assert (said == "there is none") == bool(moves)
    assert won.startswith(
        "One move wins: " if len(moves) == 1 else "Each of these wins: " if moves else "None: "
    )
    assert won.count("take") + won.count("Take") == len(moves)
    page.click("#next")
    assert page.headline == "3 of 4"


@pytest.mark.parametrize("rule", ["kayles", "wythoff", "moore=2", "fibonacci;hard", "chomp"])
def test_set_of_another_game_fits_the_phone(page: Page, rule: str) -> None:
    page.resize(PHONE)
    open_set(page, f"#{rule};count=2;seed=1")
    wait_until(lambda: page.shown("#board button"))
    assert page.run("return document.documentElement.scrollWidth") == PHONE[0]
    assert page.violations() == []
    page.click("#none")
    assert page.headline in {"Right", "Wrong"}
    assert page.complaints() == []


def test_a_set_of_a_game_without_tasks_says_so(page: Page) -> None:
    page.open("/play/set#sum", ready="#board .object")
    assert (
        page.text("#link-error") == "There are no tasks of a sum of games. These tasks are of Nim."
    )
