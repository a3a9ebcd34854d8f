"""All that a request makes the service do is counted, whatever the game.

`python -m bench.steps` holds the steps to the clock.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from types import FrameType
from typing import Any

import pytest

from service.app import create_app
from service.game.errors import InputError
from service.game.game import Game
from service.game.games import GAMES
from service.game.heap_game import HeapGame
from service.game.meter import MAX_STEPS, Meter, current
from service.game.moves import Move, PileMove
from service.game.position import Position
from service.game.questions.analysis import analyse
from service.game.questions.explain import explain
from service.game.questions.graph import position_graph
from service.game.questions.legal import listing
from service.game.questions.positions import position_table
from service.game.questions.solve import solve
from service.game.questions.values import values
from service.operations.analysis import LIMITS
from service.operations.positions import GRAPH_LIMITS, TABLE_LIMITS
from tests.support.boards import LARGE, boards_of
from tests.support.dearest import DEAREST
from tests.support.positions import POSITIONS, rules_of
from tests.support.rows import rows
from tests.support.steps import counted
from tests.support.wsgi import post

SPARE = 0.85
"""The share of all steps that an answer may need, so that the next change takes no answer away."""


@pytest.mark.long
@rows(("path", "body"), DEAREST)
def test_the_dearest_answers_leave_steps_to_spare(path: str, body: dict[str, Any]) -> None:
    found = counted(create_app(ACCESS_LOG=False), post(path, body))
    assert found.status == 200
    assert found.steps < SPARE * MAX_STEPS


# --- Games of one's own ---------------------------------------------------------------------------


class Shatter(HeapGame):
    """A heap game with as many moves as there can be: any objects are taken, and the rest split."""

    name = "shatter"
    title = "Shatter"
    rule = "A move takes any number of objects from a pile, and may split the rest."
    form = "split"

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        for remove in range(1, pile + 1):
            rest = pile - remove
            yield remove, [rest] if rest else []
            for part in range(1, rest // 2 + 1):
                yield remove, [part, rest - part]


class Cut(Game):
    """A board with very many moves: any piles are made smaller, each by any number."""

    name = "cut"
    title = "Cut"
    rule = "A move takes any number of objects from any piles."
    form = "removals"

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        for left in product(*(range(pile, -1, -1) for pile in piles)):
            if left != piles:
                yield Move(tuple((i, (n,)) for i, n in enumerate(left) if n < piles[i]))


SHAPES = [(5, 5), (30,), (9, 9, 9), (2,) * 60, (900, 900), (10**6,), (2**50, 7)]
"""Piles; those that a game does not allow are left out."""

QUESTIONS: dict[str, Callable[[Position], Any]] = {
    "solve": lambda position: solve(position, 100),
    "explain": lambda position: explain(position, 100),
    "analyse": lambda position: analyse(position, True, LIMITS),
    "table": lambda position: position_table(position, True, TABLE_LIMITS),
    "graph": lambda position: position_graph(position, GRAPH_LIMITS),
    "legal": lambda position: listing(position, 2),
    "values": lambda position: values(position.game, 300, with_genus=True),
}

CALLS_IN_A_STEP = 15
"""Calls of functions that are written in Python, of which one takes about a tenth of a step."""

SMALL = 20_000
"""Calls that need not be counted."""

MOST = 5_000
"""Steps: enough to see that all are counted, as the rest are more of the same."""


class TooManyCalls(Exception):
    """A loop does not spend what it takes."""


def calls_within_steps(ask: Callable[[], object]) -> bool:
    """Whether what is done is counted; it ends, if not by an answer, by an error of the request."""
    calls, spent = 0, 0.0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls, spent
        calls += event == "call"
        spent = max(spent, MOST - (current() or meter).left)  # an inner one tells it at its end
        if calls > SMALL + CALLS_IN_A_STEP * spent:
            raise TooManyCalls

    meter = Meter(MOST)
    with meter:
        sys.setprofile(count)
        try:
            ask()
        except TooManyCalls:
            return False
        except (InputError, AssertionError):
            pass
        finally:
            sys.setprofile(None)
    return True


def asked_of(game: Callable[[Sequence[int], bool], Position]) -> Iterator[tuple[str, Position]]:
    """The questions, and the positions of which they are asked."""
    for piles, misere in product(SHAPES, (False, True)):
        position = game(piles, misere)
        with suppress(InputError):
            position.game.check(position)
            yield from ((question, position) for question in QUESTIONS)


def check(game: Callable[[Sequence[int], bool], Position]) -> None:
    for question, position in asked_of(game):
        assert calls_within_steps(lambda: QUESTIONS[question](position)), (question, position)  # noqa: B023


@rows("game", [Shatter, Cut])
def test_a_new_game_counts_its_work_without_saying_what_it_is(game: type[Game]) -> None:
    check(game.position)


OF_PILES = [name for name, some in POSITIONS.items() if "piles" in some[0]]
"""The games whose positions are piles."""


@pytest.mark.long
@rows("name", OF_PILES)
def test_each_game_counts_its_work(name: str) -> None:
    keys = {key: value for key, value in rules_of(POSITIONS[name][0]).items() if key != "game"}
    check(lambda piles, misere: GAMES[name].position(piles, misere, **keys))


@pytest.mark.long
@rows("name", [*LARGE])
def test_each_game_on_a_board_counts_its_work(name: str) -> None:
    codes = {each.get("code") for each in POSITIONS[name]}
    for code, misere in product(codes, (False, True)):
        keys = {"code": code} if code else {}
        for board, question in product(boards_of(name, **keys), QUESTIONS):
            position = GAMES[name].position((), misere, **keys, board=board)
            ask = QUESTIONS[question]
            assert calls_within_steps(lambda: ask(position)), (question, board)  # noqa: B023


def test_a_loop_that_is_not_counted_is_noticed() -> None:
    assert not calls_within_steps(lambda: [*map(str, filter(_is_even, range(10**6)))])


def _is_even(n: int) -> bool:
    return not n % 2
