"""The best move of a solution, against the rule for it that the documents give."""

import re

import pytest

from service.game.games import GAMES
from service.game.moves import Move
from service.game.position import Position
from tests.support.cases import SERVED, SUMS, Case
from tests.support.contract import SPEC
from tests.support.paths import ROOT
from tests.support.rows import rows
from tests.support.tries import sweep

TEXT = " ".join(
    SPEC["components"]["schemas"]["Solution"]["properties"]["best_move"]["description"].split()
)
ROWS = dict(
    re.findall(r"^\| (.+?) \| (.+?) \|$", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE)
)


def named(text: str) -> set[str]:
    """The games that a text names as code."""
    return {name for name in re.findall(r"`([a-z-]+)`", text) if name in GAMES}


(IN_TEXT,) = re.findall(r"; in ([^;]*), the first legal move", TEXT)
FIRST = named(IN_TEXT)
"""The games whose first legal move is the best one in a lost position."""


def documented(position: Position) -> Move | None:
    """The best move by the documents, found by looking at all moves."""
    won = [move for move in position.moves() if not position.after(move).wins()]
    if won:
        return max(won, key=position.removed)
    for i, component in enumerate(position.components() or ()):
        if (move := in_a_lost_position(component)) is not None:
            return move._replace(component=i)
    return None if position.components() else in_a_lost_position(position)


def in_a_lost_position(position: Position) -> Move | None:
    game, legal = position.game, [*position.moves()]
    if not legal or game.name in FIRST:
        return legal[0] if legal else None
    if game.form == "split":
        return max(
            legal,
            key=lambda move: (
                sum(sum(parts) for _, parts in move.changes)
                - sum(position.piles[i] for i, _ in move.changes)
            ),
        )
    return min(
        legal, key=lambda move: (-position.piles[move.changes[0][0]], position.removed(move))
    )


def is_served(case: Case) -> bool:
    return all(part.case.game.name in GAMES for part in case.parts)


@pytest.mark.parametrize("misere", [False, True])
@rows("case", [*SERVED, *(case for case in SUMS if is_served(case))])
def test_best_move_is_that_of_the_documents(case: Case, misere: bool) -> None:
    for piles in sweep(case.positions):
        position = case.position(piles, misere)

        assert position.solve(100_000).best_move == documented(position), piles


def test_documents_name_the_same_games() -> None:
    assert {
        name
        for text, move in ROWS.items()
        if move == "the first legal move"
        for name in named(text)
    } == FIRST
    assert {name for name, game in GAMES.items() if game.form == "replacement"} <= FIRST
