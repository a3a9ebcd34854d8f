"""Nim in disguise: the translations of docs/theory/games.md, each played out in the game itself."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from typing import TypeVar

import pytest

from tests.support.solved import solve

Move = dict[str, int]
Coins = tuple[int, ...]
Rows = tuple[Coins, ...]
State = TypeVar("State", bound=Hashable)


def check(
    positions: Iterable[Coins],
    moves: Callable[[Coins], Iterator[Coins]],
    piles: Callable[[Coins], list[int]],
    translate: Callable[[Coins, Move], Coins],
    misere: bool = False,
) -> None:
    """The class is that of the piles; each winning move, translated back, is legal and wins."""

    @cache
    def found(at: Coins) -> bool:
        reached = list(moves(at))
        return any(not found(left) for left in reached) if reached else misere

    for at in positions:
        solution = solve(piles(at), misere)
        assert solution["to_move_wins"] == found(at), at
        for move in solution["winning_moves"]:
            left = translate(at, move)
            assert left in set(moves(at)), (at, move)
            assert not found(left), (at, move)


def replaced(coins: Coins, i: int, by: int) -> Coins:
    return (*coins[:i], by, *coins[i + 1 :])


# --- Nimble: a position is the square of each coin ------------------------------------------------


def nimble_moves(coins: Coins) -> Iterator[Coins]:
    return (replaced(coins, i, to) for i, square in enumerate(coins) for to in range(square))


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
def test_nimble(misere: bool) -> None:
    check(
        product(range(7), repeat=3),
        nimble_moves,
        piles=list,
        translate=lambda coins, move: replaced(coins, move["pile"], move["leaves"]),
        misere=misere,
    )


# --- Turning Turtles: a position has a 1 for each coin that shows heads ---------------------------


def turning_moves(coins: Coins) -> Iterator[Coins]:
    for i, heads in enumerate(coins):
        if heads:
            turned = replaced(coins, i, 0)
            yield turned
            for j in range(i):
                yield replaced(turned, j, 1 - coins[j])


def heads_of(coins: Coins) -> list[int]:
    return [i for i, heads in enumerate(coins, 1) if heads]


def turn(coins: Coins, move: Move) -> Coins:
    number = heads_of(coins)[move["pile"]]
    turned = replaced(coins, number - 1, 0)
    other = move["leaves"] - 1
    return replaced(turned, other, 1 - turned[other]) if move["leaves"] else turned


def test_turning_turtles() -> None:
    check(product((0, 1), repeat=9), turning_moves, heads_of, turn)


# --- Silver Dollar: a position is the squares of the coins, from the left -------------------------


def sliding_moves(coins: Coins) -> Iterator[Coins]:
    for i, square in enumerate(coins):
        for to in range(coins[i - 1] + 1 if i else 0, square):
            yield replaced(coins, i, to)


def silver_dollar(squares: Coins) -> list[int]:
    """As the page has it: pairs from the right, with the strip's left end for a missing coin."""
    rightmost_first = sorted(squares, reverse=True) + ([-1] if len(squares) % 2 else [])
    pairs = zip(rightmost_first[::2], rightmost_first[1::2], strict=True)
    return [right - left - 1 for right, left in pairs]


def slide(coins: Coins, move: Move) -> Coins:
    i = len(coins) - 1 - 2 * move["pile"]
    return replaced(coins, i, coins[i] - move["remove"])


@pytest.mark.parametrize("coins", [1, 2, 3, 4, 5])
def test_silver_dollar(coins: int) -> None:
    check(combinations(range(11), coins), sliding_moves, silver_dollar, slide)


# --- Staircase Nim: a position is the number of coins on the steps 1, 2, 3 … ----------------------


def staircase_moves(steps: Coins) -> Iterator[Coins]:
    for i, coins in enumerate(steps):
        for going in range(1, coins + 1):
            left = replaced(steps, i, coins - going)
            yield replaced(left, i - 1, left[i - 1] + going) if i else left


def go_down(steps: Coins, move: Move) -> Coins:
    i = 2 * move["pile"]
    left = replaced(steps, i, steps[i] - move["remove"])
    return replaced(left, i - 1, left[i - 1] + move["remove"]) if i else left


def test_staircase_nim() -> None:
    check(product(range(4), repeat=4), staircase_moves, lambda steps: list(steps[::2]), go_down)


# --- Games that could go on for ever --------------------------------------------------------------


def forced(moves: dict[State, list[State]]) -> tuple[set[State], set[State]]:
    """The positions where the player to move can force a win, and those that lose by force.

    Worked out backwards from those without a move; in a game that need not end, some positions
    could be neither.
    """
    predecessors: dict[State, list[State]] = {at: [] for at in moves}
    for at, reached in moves.items():
        for left in reached:
            predecessors[left].append(at)
    undecided = {at: len(reached) for at, reached in moves.items()}
    won: set[State] = set()
    lost = {at for at, count in undecided.items() if count == 0}
    waiting = list(lost)
    while waiting:
        at = waiting.pop()
        for before in predecessors[at]:
            if before in won or before in lost:
                continue
            if at in lost:
                won.add(before)
                waiting.append(before)
            else:
                undecided[before] -= 1
                if undecided[before] == 0:
                    lost.add(before)
                    waiting.append(before)
    return won, lost


def northcott_moves(rows: Rows, length: int) -> Iterator[Rows]:
    """Each row is (own, other): the distances of both pieces from their own ends of the row.

    The board is then turned round for the other player.
    """
    turned = tuple((other, own) for own, other in rows)
    for i, (own, other) in enumerate(rows):
        for to in range(length - other - 1):
            if to != own:
                yield (*turned[:i], (other, to), *turned[i + 1 :])


@pytest.mark.parametrize(("rows", "length"), [(1, 9), (2, 6), (3, 5)])
def test_northcotts_game_is_decided_by_the_gaps(rows: int, length: int) -> None:
    row_positions = [(a, b) for a, b in product(range(length), repeat=2) if a + b < length - 1]
    moves: dict[Rows, list[Rows]] = {
        at: list(northcott_moves(at, length)) for at in product(row_positions, repeat=rows)
    }
    won, lost = forced(moves)

    for at in moves:
        gaps = [length - 2 - own - other for own, other in at]
        expected = won if solve(gaps)["to_move_wins"] else lost
        assert at in expected, at


def poker_moves(at: Coins) -> Iterator[Coins]:
    """(mine, yours, piles …): objects taken go to the player's own stock, and may come back."""
    mine, yours, *piles = at
    for i, pile in enumerate(piles):
        for to in range(pile + mine + 1):
            if to != pile:
                yield (yours, mine + pile - to, *piles[:i], to, *piles[i + 1 :])


@pytest.mark.parametrize(("piles", "objects"), [(1, 9), (2, 7), (3, 6)])
def test_poker_nim_is_decided_by_the_piles(piles: int, objects: int) -> None:
    moves: dict[Coins, list[Coins]] = {
        at: list(poker_moves(at))
        for at in product(range(objects + 1), repeat=piles + 2)
        if sum(at) <= objects
    }
    won, lost = forced(moves)

    for at in moves:
        expected = won if solve(list(at[2:]))["to_move_wins"] else lost
        assert at in expected, at


def test_northcotts_game_need_not_end() -> None:
    start: Rows = ((0, 0),)
    at = start
    for square in (1, 1, 0, 0):
        at = next(left for left in northcott_moves(at, length=5) if left[0][1] == square)

    assert at == start


def test_poker_nim_need_not_end() -> None:
    start: Coins = (0, 0, 2)
    at = start
    for pile in (1, 0, 1, 2):
        at = next(left for left in poker_moves(at) if left[2] == pile)

    assert at == start


# --- The arguments of the page --------------------------------------------------------------------


def test_moves_that_add_in_silver_dollar_can_be_undone() -> None:
    for coins in combinations(range(9), 4):
        for left in sliding_moves(coins):
            before, after = silver_dollar(coins), silver_dollar(left)
            if sum(after) > sum(before):
                assert before in [silver_dollar(again) for again in sliding_moves(left)], coins


def test_moves_that_add_in_staircase_nim_can_be_undone() -> None:
    for steps in product(range(3), repeat=4):
        for left in staircase_moves(steps):
            before, after = list(steps[::2]), list(left[::2])
            if sum(after) > sum(before):
                assert before in [list(again[::2]) for again in staircase_moves(left)], steps
