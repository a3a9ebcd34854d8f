"""The lessons from a learner's point of view, and the last one's game played out."""

from tests.browser.driver import Page
from tests.browser.scripts import CHOOSE, WHEN_SETTLED
from tests.support import oracle
from tests.support.waiting import wait_until

LESSONS = {
    "one-pile": "One pile",
    "equal-piles": "Two equal piles",
    "at-most": "At most three",
    "one-two-three": "1, 2, 3",
    "pairs": "What pairs off",
    "columns": "Rows and columns",
    "winning-move": "Find the winning move",
    "largest-pile": "The trap of the largest pile",
    "misere": "When the last object loses",
    "any-game": "Any game is Nim",
    "kayles": "Kayles",
    "wythoff": "Wythoff’s queen",
    "fibonacci": "Fibonacci Nim",
}
"""The lessons with their titles."""

WORTH = {"e": 1, "f": 3}
"""The size of the pile that a token on these dots is worth, by the arrows from them."""


def study(page: Page, lesson: str) -> None:
    """Open a lesson by its link, and wait for the controls of its step."""
    page.open(f"/learn#{lesson}", ready="html:not([data-loading]) #headline:not(:empty)")
    wait_until(lambda: page.shown("#board [data-board] *, #answers, #graph"))
    settle(page)


def phase(page: Page) -> str:
    said: str = page.run("return document.querySelector('#game').dataset.phase")
    return said


SETTLED = f"""
{WHEN_SETTLED}
const settled = () => document.querySelector("#game").dataset.phase !== "waiting"
  || document.querySelector("#problem").checkVisibility();
"""


def settle(page: Page) -> None:
    """Wait until it is not the service's turn, or something went wrong."""
    page.run(f"{SETTLED} return whenSettled()")


def choose(page: Page, css: str) -> None:
    script = "choose(document.querySelector(arguments[0])); return whenSettled()"
    page.run(SETTLED + CHOOSE + script, css)


def take(page: Page, pile: int, remove: int) -> None:
    index = page.piles[pile] - remove
    choose(page, f'[data-pile="{pile}"] [data-index="{index}"]')


def move_on_board(page: Page, *, wins: bool) -> tuple[int, int]:
    """A move of Nim that wins or loses, by a solver that knows only the rules."""
    return next(
        (pile, remove)
        for pile, remove, left in oracle.legal_moves(tuple(page.piles))
        if oracle.to_move_wins(left, misere=False) != wins
    )


def solve_task(page: Page) -> None:
    """Make moves that win until the task is solved, which must be one of Nim."""
    while phase(page) == "yours":
        take(page, *move_on_board(page, wins=True))


def follow_hints(page: Page) -> None:
    """Make moves that the service calls winning, until the task is solved."""
    while phase(page) == "yours":
        page.whole_hint()
        choose(page, ":is(#board, #graph) .winning")


def stored(page: Page) -> str | None:
    value: str | None = page.run("return localStorage.getItem('nim-lessons')")
    return value


def choose_size(page: Page) -> None:
    """Put the pile that it is worth next to the token."""
    size = WORTH[page.text(".token")[0]]
    page.pick(f"#sizes button:nth-of-type({size + 1})")
    settle(page)
