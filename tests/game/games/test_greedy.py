"""Greedy Nim with very many winning moves, and with many piles."""

from random import Random

from service.game.games.greedy import Greedy
from service.game.questions.solve import solve
from tests.support.strategies import LARGEST_PILE

MAX_MOVES = 100


def test_greedy_lists_the_moves_of_the_only_largest_pile() -> None:
    solution = solve(Greedy.position([9, LARGEST_PILE, 9, 9, 9]), MAX_MOVES)

    most = LARGEST_PILE - 8
    assert solution["winning_moves"] == [
        {"pile": 1, "remove": remove, "leaves": LARGEST_PILE - remove}
        for remove in range(most, LARGEST_PILE + 1)
    ]
    assert "more" not in solution


def test_greedy_lists_the_first_moves_of_three_largest_piles() -> None:
    solution = solve(Greedy.position([200, 7, 200, 200]), MAX_MOVES)

    assert solution["winning_moves"] == [
        {"pile": 0, "remove": remove, "leaves": 200 - remove} for remove in range(1, 101)
    ]
    assert solution["more"] is True
    assert solution["best_move"] == {"pile": 0, "remove": 100, "leaves": 100}


def test_greedy_solves_many_piles() -> None:
    some = Random(1)
    piles = [some.randrange(2**53) for _ in range(10_000)]
    solution = solve(Greedy.position(piles), MAX_MOVES)

    assert solution["to_move_wins"]
    assert solution["winning_moves"]
