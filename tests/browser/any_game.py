"""Any game on the page to play on: what stands on its board, and how each of its moves is made."""

import json
from collections.abc import Mapping
from typing import Any

from tests.browser.driver import Page
from tests.browser.scripts import SETTLED
from tests.support.waiting import wait_until

Move = Mapping[str, Any]

KEPT = "return history.state.text"

# The buttons that make a move, or choose one, by what a screen reader says.
OFFERED = """
const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
return [...document.querySelectorAll("#board button")].filter((one) => one.checkVisibility()
  && !one.disabled && one.getAttribute("aria-disabled") !== "true"
  && /^(Take|Split|Move) /.test(name(one))).map(name);
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

AMOUNT = """
const [remove] = arguments;
const list = document.querySelector(".amounts select");
const radio = document.querySelector(`.amounts input[value="${remove}"]`);
if (list) {
  list.value = remove;
  list.dispatchEvent(new Event("change", { bubbles: true }));
} else if (radio) radio.click();
"""


def played(page: Page) -> dict[str, Any]:
    """The game so far, as POST /review takes it."""
    kept: dict[str, Any] = json.loads(page.run(KEPT))
    rule = {**kept["rule"]}
    moves = [{k: v for k, v in move.items() if k not in {"by", "at"}} for move in kept["moves"]]
    return {"piles": kept["start"], "misere": kept["misere"], **rule, "moves": moves}


def await_board(page: Page) -> None:
    """Wait until the board is drawn, whose module is loaded when a game first needs it."""
    wait_until(lambda: page.count("#board [data-board]:not([hidden]) *"))


def offered(page: Page) -> list[str]:
    """What can be chosen on the board."""
    await_board(page)
    found: list[str] = page.run(OFFERED)
    return found


def press(page: Page, name: str) -> None:
    """Choose what has this name, confirm it where that is required, and await the next turn."""
    page.run(SETTLED + PRESS, name)


def make(page: Page, move: Move) -> None:
    """Make a move on the board, and see that it was made."""
    before = len(page.moves)
    _choose(page, move)
    assert len(page.moves) > before, move


def press_move(page: Page, name: str) -> None:
    """Press what has this name, and see that a move was made."""
    before = len(page.moves)
    press(page, name)
    assert len(page.moves) > before, name


def _choose(page: Page, move: Move) -> None:
    await_board(page)
    if "removals" in move and not page.count(".squares"):
        for one in move["removals"]:
            count = page.piles[one["pile"]]
            page.click(f'[data-pile="{one["pile"]}"] [data-index="{count - one["remove"]}"]')
        page.click("#board .confirm button")
        page.settle()
    elif "removals" in move:
        left = kept_piles(page)
        for one in move["removals"]:
            left[one["pile"]] = one["leaves"]
        ending = f", leaves {left[0]} and {left[1]}"
        press(page, next(name for name in offered(page) if name.endswith(ending)))
    elif "leaves_piles" in move:
        page.run(AMOUNT, move["remove"])
        parts = move["leaves_piles"] or [0]
        page.click(f'[data-pile="{move["pile"]}"] [data-index="{parts[0]}"]')
        page.settle()
    elif page.count(".legal"):
        pile, remove = move["pile"], move["remove"]
        wanted = f"Take {remove} from pile {pile + 1}, leaves {move['leaves']}"
        press(page, wanted)
    else:
        page.take(move["pile"], move["remove"])
        if page.shown("#board .confirm button:enabled"):
            page.click("#board .confirm button")
            page.settle()


def kept_piles(page: Page) -> list[int]:
    """The piles now, in their order."""
    piles: list[int] = page.run(
        "return [...document.querySelectorAll('.counts .pile-count')]"
        ".map((one) => +one.textContent)"
    )
    return piles
