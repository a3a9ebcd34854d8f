"""Any game on the board's page: the moves that it offers, and pressing them."""

import json
from typing import Any

from tests.browser.driver import Page
from tests.browser.scripts import SETTLED

KEPT = "return history.state.text"

# The buttons that make a move, or choose one, by what a screen reader says.
OFFERED = """
const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
return [...document.querySelectorAll("#board button")].filter((one) => one.checkVisibility()
  && !one.disabled && one.getAttribute("aria-disabled") !== "true"
  && /^(Take|Split|Move|Change|Cut) |: (add|multiply|move) /.test(name(one))).map(name);
"""

PRESS = """
const [wanted] = arguments;
const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
const one = [...document.querySelectorAll("#board button")].find((each) => name(each) === wanted);
one.focus();
one.click();
const submits = [...document.querySelectorAll("#board .confirm button:enabled")];
const submit = submits.find((each) => each.checkVisibility());
if (submit) submit.click();
return whenSettled();
"""


def played(page: Page) -> dict[str, Any]:
    """The game so far, in the form of POST /review."""
    kept: dict[str, Any] = json.loads(page.run(KEPT))
    rule = {**kept["rule"]}
    moves = [
        {k: v for k, v in move.items() if k not in {"by", "at", "left", "leaves_board"}}
        for move in kept["moves"]
    ]
    place = {} if "board" in rule else {"piles": kept["start"]}
    return {**place, "misere": kept["misere"], **rule, "moves": moves}


def offered(page: Page) -> list[str]:
    """The names of the choices on the board."""
    page.settle()
    found: list[str] = page.run(OFFERED)
    return found


def press(page: Page, name: str) -> None:
    """Make the choice with this name, confirm it if required, and await the next turn."""
    page.run(SETTLED + PRESS, name)


def press_move(page: Page, name: str) -> None:
    """Press the choice with this name, and check that a move was made."""
    before = len(page.moves)
    press(page, name)
    assert len(page.moves) > before, name
