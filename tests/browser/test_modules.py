"""The page's modules that know the rules and the opponent's mistakes, run in a real browser."""

from itertools import product
from typing import Any

import pytest

from service.game.games.nim.bouton import solve
from tests.browser.driver import Page
from tests.support import oracle
from tests.support.needs import needs

pytestmark = needs("chromium")

POSITIONS = [(piles, misere) for piles in product(range(4), repeat=3) for misere in (False, True)]

# The move that is chosen, for each of 60 random numbers, evenly spread.
CHOOSE = """
const [positions, share] = arguments;
const modules = ['/static/core/strategy.js', '/static/core/game.js'].map((name) => import(name));
return Promise.all(modules).then(([{ chooseMove }, rules]) =>
  positions.map(({ piles, solution }) => {
    const game = rules.newGame({ piles });
    return Array.from({ length: 60 }, (_, i) => {
      const draws = [0, i / 60];
      const { pile, remove, leaves, mistake } = chooseMove(
        game, solution, share, () => draws.shift(),
      );
      return [pile, remove, leaves, mistake];
    });
  }),
);
"""

PLAY = """
const [setup, moves] = arguments;
return import('/static/core/game.js').then((rules) => {
  let game = rules.newGame(setup);
  const turns = [rules.turn(game)];
  try {
    for (const [pile, remove] of moves) {
      game = rules.play(game, { pile, remove });
      turns.push(rules.turn(game));
    }
    return { piles: game.piles, turns, over: rules.isOver(game), winner: rules.winner(game) };
  } catch (error) {
    return error.name;
  }
});
"""


def choices(page: Page, positions: list[tuple[tuple[int, ...], bool]], share: float) -> Any:
    """The moves that the opponent makes, over all random numbers, for each position."""
    page.visit(Page.play)
    arguments = [{"piles": piles, "solution": solve(piles, misere)} for piles, misere in positions]
    return page.run(CHOOSE, arguments, share)


def test_mistakes_are_the_moves_that_lose_a_win(page: Page) -> None:
    """All of them are made, and no others."""
    won = [
        (piles, misere)
        for piles, misere in POSITIONS
        if oracle.to_move_wins(piles, misere)
        and len(oracle.winning_moves(piles, misere)) < sum(piles)
    ]
    for (piles, misere), chosen in zip(won, choices(page, won, share=1), strict=True):
        mistakes = {
            (i, remove, left[i], True)
            for i, remove, left in oracle.legal_moves(piles)
            if oracle.to_move_wins(left, misere)
        }
        assert {tuple(move) for move in chosen} == mistakes, (piles, misere)


@pytest.mark.parametrize("share", [0, 1])
def test_otherwise_the_opponent_plays_the_best_move(page: Page, share: int) -> None:
    """It does so where it may not, or can not, make a mistake."""
    positions = [
        (piles, misere)
        for piles, misere in POSITIONS
        if sum(piles)
        and (
            share == 0
            or not oracle.to_move_wins(piles, misere)
            or len(oracle.winning_moves(piles, misere)) == sum(piles)
        )
    ]
    for (piles, misere), chosen in zip(positions, choices(page, positions, share), strict=True):
        best = solve(piles, misere)["best_move"]
        assert best
        assert "leaves" in best
        expected = (best["pile"], best["remove"], best["leaves"], False)
        assert {tuple(move) for move in chosen} == {expected}, (piles, misere)


def play(page: Page, piles: list[int], moves: list[tuple[int, int]], **setup: Any) -> Any:
    page.visit(Page.play)
    return page.run(PLAY, {"piles": piles, **setup}, moves)


@pytest.mark.parametrize(
    ("misere", "first", "winner"),
    [
        (False, "you", "other"),
        (True, "you", "you"),
        (False, "other", "you"),
        (True, "other", "other"),
    ],
)
def test_the_convention_decides_the_winner(
    page: Page, misere: bool, first: str, winner: str
) -> None:
    assert play(page, [2, 1], [(0, 2), (1, 1)], misere=misere, first=first) == {
        "piles": [0, 0],
        "turns": [first, {"you": "other", "other": "you"}[first], first],
        "over": True,
        "winner": winner,
    }


def test_an_unfinished_game_has_no_winner(page: Page) -> None:
    assert play(page, [2, 1], [(0, 1)]) == {
        "piles": [1, 1],
        "turns": ["you", "other"],
        "over": False,
        "winner": None,
    }


@pytest.mark.parametrize("move", [(0, 0), (0, 3), (0, -1), (0, 1.5), (2, 1), (-1, 1)])
def test_an_illegal_move_is_rejected(page: Page, move: tuple[int, int]) -> None:
    assert play(page, [2, 1], [move]) == "RangeError"
