"""What a page says of a position is true of the one on the board, in both conventions."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from tests.browser.any_game import offered, press_move
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

Piles = tuple[int, ...]
Moves = Callable[[Piles], Iterator[Piles]]


def nim(piles: Piles) -> Iterator[Piles]:
    for i, count in enumerate(piles):
        for left in range(count):
            yield (*piles[:i], left, *piles[i + 1 :])


def kayles(piles: Piles) -> Iterator[Piles]:
    for i, count in enumerate(piles):
        for rest in range(max(0, count - 2), count):
            for left in range(rest // 2 + 1):
                yield (*piles[:i], left, rest - left, *piles[i + 1 :])


@cache
def wins(moves: Moves, piles: Piles, misere: bool) -> bool:
    after = [tuple(sorted(filter(None, left))) for left in moves(piles)]
    return any(not wins(moves, left, misere) for left in after) if after else misere


GAMES: dict[str, tuple[str, Moves, Sequence[int]]] = {
    "nim": ("#2,3,1", nim, (2, 0)),
    "kayles": ("#4,3;kayles", kayles, (1, 3)),
}
"""A link, the moves by the rules, and which of the offered moves a person makes first."""


def check_turn(page: Page, moves: Moves, misere: bool, left: Piles | None) -> None:
    """Compare all that is said with the rules; `left` is what the person's last move left."""
    piles = tuple(page.piles)
    can_win = wins(moves, piles, misere)
    fates = [not wins(moves, after, misere) for after in moves(piles)]
    gave_away = left is not None and wins(moves, left, misere)
    if gave_away:
        wait_until(lambda: "gave the win away" in page.detail)
    assert ("gave the win away" in page.detail) is gave_away
    assert page.shown("#take-back") is (gave_away and not can_win)
    assert ("you can win again" in page.detail) is (gave_away and can_win)
    page.whole_hint()
    said = re.match(r"One move wins: |Each of these wins: |Every move loses", page.detail)
    assert said, page.detail
    assert (said[0][:3] == "Eve") is (not can_win)
    assert (said[0][:3] == "One") is (sum(fates) == 1)
    page.click("#solve")
    wait_until(lambda: page.count(".judged") == min(len(fates), 12))
    verdict = page.text("#solve-verdict")
    number = "1 move" if len(fates) == 1 else f"{len(fates)} moves"
    if can_win:
        assert re.fullmatch(rf"Can be won: {sum(fates)} of {number} wins?\.", verdict), verdict
    else:
        assert verdict.startswith("Lost: "), verdict
    assert page.count(".judged.wins") == min(sum(fates), 12)
    page.ask_why()
    wait_until(lambda: page.count("#explanation-body[aria-busy=false]"))
    explained = page.text("#explanation .verdict")
    assert explained.startswith(f"The player to move {'can win' if can_win else 'loses'}"), (
        explained
    )
    page.click("#list")


@pytest.mark.parametrize("chance", [0, 0.99], ids=["an erring computer", "one that errs never"])
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_said_is_true_of_the_board(
    page: Page, name: str, misere: bool, chance: float
) -> None:
    link, moves, choices = GAMES[name]
    page.play(link + (";misere" if misere else ""), ";easy")
    page.run(f"Math.random = () => {chance}")
    start = before = tuple(page.piles)
    left: Piles | None = None
    for choice in [*choices, *[0] * sum(start)]:
        check_turn(page, moves, misere, left)
        before = tuple(page.piles)
        names = offered(page)
        press_move(page, names[choice % len(names)])
        if page.over:
            break
        left = after(before, made(page)[-2]) if wins(moves, before, misere) else None
    check_end(page, moves, misere, start)


def check_end(page: Page, moves: Moves, misere: bool, start: Piles) -> None:
    """Compare who won, and who could win before each move, with the rules."""
    wait_until(lambda: page.shown(".course"))
    said, piles = [], start
    for number, move in enumerate(made(page), 1):
        can_win, left = wins(moves, piles, misere), after(piles, move)
        is_you = (move["by"] == "you") is can_win
        mistake = "; then came a mistake" if can_win and wins(moves, left, misere) else ""
        said.append(
            f"Before move {number}, {'you' if is_you else 'the computer'} could win{mistake}"
        )
        piles = left
    assert [*moves(piles)] == []
    assert page.attributes(".ply", "aria-label") == said
    assert (page.headline == "You won") is ((made(page)[-1]["by"] == "you") is not misere)


def made(page: Page) -> list[dict[str, Any]]:
    """The moves of the game."""
    moves: list[dict[str, Any]] = page.run("return JSON.parse(history.state.text).moves")
    return moves


def after(piles: Piles, move: dict[str, Any]) -> Piles:
    """The piles that a move leaves, in any order."""
    parts = move.get("leaves_piles", [move.get("leaves", 0)])
    rest = [*piles]
    rest.remove(move["remove"] + sum(parts))
    return tuple(filter(None, [*rest, *parts]))
