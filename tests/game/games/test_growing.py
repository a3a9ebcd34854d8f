"""Growing piles: a single pile at any target. Other modules test small positions."""

from random import Random

import pytest

from service.game.games.growing import Growing
from tests.support.rows import rows

MAX_MOVES = 100


@pytest.mark.parametrize("misere", [False, True])
@rows("seed", range(5))
def test_a_single_pile_is_solved_to_the_largest_target(seed: int, misere: bool) -> None:
    """By a table of who wins: the sizes from the target on are lost, or won in misère play."""
    random = Random(seed)
    add, multiply = random.sample(range(1, 40), 8), random.sample(range(2, 40), 8)
    target, start = random.randint(8_000, 10_000), random.randint(0, 50)
    wins = dict.fromkeys(range(target, 40 * target), misere)
    for pile in reversed(range(start, target)):
        larger = {pile + n for n in add} | {pile * n for n in multiply if pile}
        wins[pile] = not all(wins[size] for size in larger)
    position = Growing.position([start], misere, add=add, multiply=multiply, target=target)
    found = position.solve(MAX_MOVES)

    assert found.wins == wins[start]
    left = sorted({start + n for n in add} | {start * n for n in multiply if start})
    assert [size for ((_, (size,)),) in [move.changes for move in found.winning_moves]] == [
        size for size in left if not wins[size]
    ]
