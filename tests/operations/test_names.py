"""What the service says to send for a name is the game of that name, played as people play it.

The players below know the real games: strips with coins, squares with crosses, numbers counted
aloud. Each is compared with the answer to what the error of the name says, at many sizes.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import isqrt
from typing import Any

from service.game.games import GAMES
from service.told import OtherName, told_of
from tests.support.rows import rows
from tests.support.service import Service

ALSO: Mapping[str, tuple[str, OtherName]] = {
    also.name: (name, also) for name in GAMES for also in told_of(name).names
}


def wins(start: Any, moves: Callable[[Any], Iterable[Any]], misere: bool = False) -> bool:
    """Whether the player to move wins, by playing everything out."""

    @cache
    def won(at: Any) -> bool:
        left = [*moves(at)]
        return any(not won(each) for each in left) if left else misere

    return won(start)


def crosses(squares: tuple[bool, ...]) -> Iterable[tuple[bool, ...]]:
    """Treblecross; a strip with three in a row is won, and its winner has moved last."""
    if not any(all(squares[i : i + 3]) for i in range(len(squares) - 2)):
        for i, taken in enumerate(squares):
            if not taken:
                yield (*squares[:i], True, *squares[i + 1 :])


def apart(squares: tuple[bool, ...]) -> Iterable[tuple[bool, ...]]:
    """Crosses-crosses: no two crosses are neighbours."""
    for i in range(len(squares)):
        if not any(squares[max(0, i - 1) : i + 2]):
            yield (*squares[:i], True, *squares[i + 1 :])


def pairs(squares: tuple[bool, ...]) -> Iterable[tuple[bool, ...]]:
    """Cram on a strip: a domino covers two free squares. Flip Game turns two pluses around."""
    for i in range(len(squares) - 1):
        if not squares[i] and not squares[i + 1]:
            yield (*squares[:i], True, True, *squares[i + 2 :])


def pins(standing: tuple[bool, ...]) -> Iterable[tuple[bool, ...]]:
    """Bowling: a ball knocks down one pin or two neighbours."""
    for i, stands in enumerate(standing):
        if stands:
            yield (*standing[:i], False, *standing[i + 1 :])
            if standing[i + 1 : i + 2] == (True,):
                yield (*standing[:i], False, False, *standing[i + 2 :])


def coins_apart(coins: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Silver dollar: a coin moves left, over no other, to a free square."""
    for i, coin in enumerate(coins):
        for to in range(coins[i - 1] + 1 if i else 0, coin):
            yield (*coins[:i], to, *coins[i + 1 :])


def coins(squares: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Nimble: a coin moves left to any square."""
    for i, square in enumerate(squares):
        for to in range(square):
            yield tuple(sorted((*squares[:i], to, *squares[i + 1 :])))


def balls(steps: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Balls roll from a step to the next one down; on the floor they stay."""
    for i, count in enumerate(steps):
        for some in range(1, count + 1):
            below = [*steps]
            below[i] -= some
            if i:
                below[i - 1] += some
            yield tuple(below)


def lady(square: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """A queen moves towards the corner."""
    x, y = square
    yield from ((to, y) for to in range(x))
    yield from ((x, to) for to in range(y))
    yield from ((x - n, y - n) for n in range(1, min(x, y) + 1))


def counting(most: int, end: int) -> Callable[[int], Iterable[int]]:
    """Players count aloud, up to so many numbers in turn."""
    return lambda said: range(said + 1, min(said + most, end) + 1)


def rows_of(piles: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Matches in rows: any number from one row."""
    for i, pile in enumerate(piles):
        yield from (tuple(sorted((*piles[:i], left, *piles[i + 1 :]))) for left in range(pile))


def remainders(pair: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """Euclid: a multiple of the smaller number is subtracted from the larger one."""
    small, large = sorted(pair)
    if small:
        yield from ((small, left) for left in range(large % small, large, small))


def gaps(squares: Sequence[int]) -> list[int]:
    """The free squares between the two coins of each pair, counted from the right."""
    right = sorted(squares, reverse=True)
    right += [-1] * (len(right) % 2)
    return [a - b - 1 for a, b in zip(right[::2], right[1::2], strict=True)]


def empty(most: int) -> list[tuple[bool, ...]]:
    return [(False,) * size for size in range(1, most + 1)]


Played = tuple[Iterable[Any], Callable[[Any], Iterable[Any]], Callable[[Any], list[int]]]

REAL: Mapping[str, Played] = {
    "Misère Nim": (combinations_with_replacement(range(4), 3), rows_of, list),
    "Marienbad": ([(1, 3, 5, 7), (1, 1, 1), (1, 2, 3), (2, 2)], rows_of, list),
    "Treblecross": ([(False,) * n for n in range(3, 12)], crosses, lambda at: [len(at) + 2]),
    "Crosses-crosses": (empty(12), apart, lambda at: [len(at)]),
    "Cram on a strip": (empty(12), pairs, lambda at: [len(at)]),
    "Flip Game": (empty(12), pairs, lambda at: [len(at)]),
    "Bowling pins": ([(True,) * n for n in range(1, 12)], pins, lambda at: [len(at)]),
    "Silver dollar": (
        [each for count in (1, 2, 3, 4) for each in combinations(range(8), count)],
        coins_apart,
        gaps,
    ),
    "Nimble": (combinations_with_replacement(range(5), 3), coins, list),
    "Stair game": (product(range(3), repeat=4), balls, list),
    "Corner the lady": (product(range(9), repeat=2), lady, list),
    "The 21 game": (range(22), counting(3, 21), lambda said: [21 - said]),
    "Bachet's game": (range(101), counting(10, 100), lambda said: [100 - said]),
    "Race to 20": (range(20), counting(2, 20), lambda said: [said]),
    "Euclid's game": (product(range(1, 13), repeat=2), remainders, list),
    "Stone Game IV": (
        range(50),
        lambda n: [n - root**2 for root in range(1, isqrt(n) + 1)],
        lambda n: [n],
    ),
    "Divisor game": (
        range(1, 50),
        lambda n: [n - d for d in range(1, n) if n % d == 0],
        lambda n: [n],
    ),
}
"""The real games: positions, moves, and the piles of a position as `piles` says."""

HOW = {
    "Treblecross": "the squares of the strip, and 2 more",
    "Silver dollar": "the free squares between the two coins of each pair, counted from the right",
    "Nimble": "the number of each coin's square, from 0",
    "The 21 game": "what is missing from 21",
    "Bachet's game": "what is missing from 100",
    "Race to 20": "the number reached",
    "Stair game": "the balls on each step above the floor",
    "Corner the lady": "the queen's distances from the two edges",
}
"""What the players above take the piles to be, where that isn't plain."""


def sent(service: Service, name: str) -> dict[str, Any]:
    """The game and its keys as the error of a name says."""
    [error] = service.post("/move", {"game": name, "piles": [5]}).json["errors"]
    said = re.search(
        r": game ([a-z-]+)(?: with (?:keys such as )?([^;]+?))?(?:; piles: (.+))?\.$",
        error["detail"],
    )
    assert said, error
    game, also = ALSO[name]
    assert said[1] == game
    assert said[3] in (None, also.piles)
    keys = also.keys(GAMES[game])
    for key in keys:
        assert key in (said[2] or "")
    return {"game": game, **keys}


@rows("name", REAL)
def test_who_wins_the_real_game(service: Service, name: str) -> None:
    body = sent(service, name)
    positions, moves, piles = REAL[name]
    assert HOW.get(name, ALSO[name][1].piles) == ALSO[name][1].piles
    wrong = [
        at
        for at in positions
        if service.post("/move", {**body, "piles": piles(at)}).json["to_move_wins"]
        != wins(at, moves, body.get("misere", False))
    ]
    assert wrong == []
