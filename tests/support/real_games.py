"""The real games that other names mean: coins on strips, crosses in squares, numbers said aloud.

They are played as people play them, and who wins is played out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import isqrt
from typing import Any

from tests.support import boards


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


def numbers_of(allowed: Sequence[int]) -> Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]]:
    """Only some numbers may be taken from a pile."""
    return lambda piles: (
        tuple(sorted((*piles[:i], pile - n, *piles[i + 1 :])))
        for i, pile in enumerate(piles)
        for n in allowed
        if n <= pile
    )


def officers(groups: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """One of a group becomes an officer; the others stay together or become two groups."""
    for i, group in enumerate(groups):
        others = (*groups[:i], *groups[i + 1 :])
        if group > 1:
            for first in range((group - 1) // 2 + 1):
                yield tuple(sorted(filter(None, (*others, first, group - 1 - first))))


def daisies(chains: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """A chain is cut in two, or one daisy is picked from anywhere in it."""
    for i, chain in enumerate(chains):
        others = (*chains[:i], *chains[i + 1 :])
        for first in range(1, chain // 2 + 1):
            yield tuple(sorted((*others, first, chain - first)))
        for first in range((chain - 1) // 2 + 1):
            yield tuple(sorted(filter(None, (*others, first, chain - 1 - first))))


def from_two(piles: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Any numbers from one pile or from two."""
    for left in product(*(range(pile + 1) for pile in piles)):
        if 1 <= sum(a != b for a, b in zip(left, piles, strict=True)) <= 2:
            yield tuple(sorted(left))


def two_heaps(heaps: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """Task 19: a heap gets one more stone or twice as many; 77 stones end the game."""
    if sum(heaps) < 77:
        for i, heap in enumerate(heaps):
            for more in (heap + 1, 2 * heap):
                yield (heaps[1 - i], more) if heaps[1 - i] < more else (more, heaps[1 - i])


def strip(squares: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """A coin moves left to a free square, past others too."""
    for i, square in enumerate(squares):
        for to in {*range(square)} - {*squares}:
            yield tuple(sorted((*squares[:i], to, *squares[i + 1 :])))


def hooks(rows: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Sato's game as it was invented: a square of a diagram takes its hook away with it.

    The squares below it in its column and right of it in its row go, and what is left moves up.
    """
    for i, row in enumerate(rows):
        for column in range(row):
            leg = sum(other > column for other in rows[i + 1 :])
            moved = [other - 1 for other in rows[i + 1 : i + leg + 1]]
            left = (*rows[:i], *moved, column, *rows[i + leg + 1 :])
            yield left


def beads(rows: tuple[int, ...]) -> list[int]:
    """The squares of the coins that stand for a diagram: one for each row."""
    return [row + len(rows) - 1 - i for i, row in enumerate(rows)]


def turtles(on_feet: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Turning Turtles: one is turned on its back, and perhaps another to its left is turned too."""
    for turned in on_feet:
        left = {*on_feet} - {turned}
        yield tuple(sorted(left))
        for other in range(1, turned):
            yield tuple(sorted(left ^ {other}))


def couples(piles: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Couples are Forever: a pile is split in two, but not one of two."""
    for i, pile in enumerate(piles):
        for first in range(1, pile // 2 + 1) if pile > 2 else ():
            yield tuple(sorted((*piles[:i], first, pile - first, *piles[i + 1 :])))


def nodes(paths: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Node Kayles: a node of a path is taken with its neighbours."""
    for i, path in enumerate(paths):
        for node in range(path):
            left = (max(0, node - 1), max(0, path - node - 2))
            yield tuple(sorted(filter(None, (*paths[:i], *left, *paths[i + 1 :]))))


def gaps(squares: Sequence[int]) -> list[int]:
    """The free squares between the two coins of each pair, counted from the right."""
    right = sorted(squares, reverse=True)
    right += [-1] * (len(right) % 2)
    return [a - b - 1 for a, b in zip(right[::2], right[1::2], strict=True)]


def empty(most: int) -> list[tuple[bool, ...]]:
    return [(False,) * size for size in range(1, most + 1)]


Tree = tuple[Any, ...]
"""The branches at a place of a tree, each a tree."""


def felled(tree: Tree) -> Iterable[Tree]:
    """Deforestation: an edge is cut, and what no longer hangs on the root is gone."""
    for i, branch in enumerate(tree):
        others = (*tree[:i], *tree[i + 1 :])
        yield others
        for left in felled(branch):
            yield tuple(sorted((*others, left)))


def rooted(tree: Tree) -> str:
    """The edges of a tree, whose vertices are named by a walk from its root, 0."""
    edges, named = list[str](), [0]

    def climb(branches: Tree, at: int) -> None:
        for branch in branches:
            named.append(len(named))
            edges.append(f"{at}-{named[-1]}")
            climb(branch, named[-1])

    climb(tree, 0)
    return ",".join(edges)


def trees(size: int) -> list[Tree]:
    """All trees with at most so many edges."""
    found: set[Tree] = {()}
    for _ in range(size):
        found |= {tuple(sorted(each)) for tree in found for each in grown(tree)}
    return sorted(found, key=str)


def grown(tree: Tree) -> Iterable[Tree]:
    yield (*tree, ())
    for i, branch in enumerate(tree):
        for larger in grown(branch):
            yield (*tree[:i], tuple(sorted(larger)), *tree[i + 1 :])


def runs(heads: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Ruler: neighbours are turned, the last of them from heads."""
    for last in heads:
        for first in range(1, last + 1):
            yield tuple(sorted({*heads} ^ {*range(first, last + 1)}))


def turned(fewest: int, most: int) -> Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]]:
    """So many coins are turned, the last of them from heads."""
    return lambda heads: (
        tuple(sorted({*heads} ^ {last, *others}))
        for last in heads
        for count in range(fewest - 1, most)
        for others in combinations(range(1, last), count)
    )


def corners(heads: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
    """Turning Corners: the corners of a rectangle are turned, the lower right one from heads."""
    for x, y in heads:
        for left, top in product(range(x), range(y)):
            yield heads ^ {(x, y), (left, y), (x, top), (left, top)}


def dominoes(free: frozenset[tuple[int, int]]) -> Iterable[frozenset[tuple[int, int]]]:
    """Cram: two neighbouring squares are covered. Dots and pairs: two neighbours are joined."""
    for x, y in free:
        for other in ((x + 1, y), (x, y + 1)):
            if other in free:
                yield free - {(x, y), other}


def rows_of_squares(marked: Iterable[tuple[int, int]], mark: str, other: str) -> str:
    """Three rows of four squares."""
    return ",".join(
        "".join(mark if (x, y) in marked else other for x in range(4)) for y in range(3)
    )


HEADS = [each for count in range(6) for each in combinations(range(1, 7), count)]

SQUARES = [
    frozenset(each for i, each in enumerate(product(range(4), range(3))) if pattern >> i & 1)
    for pattern in range(0, 2**12, 37)
]


def in_a_row(heads: tuple[int, ...]) -> str:
    return "".join("H" if place in heads else "T" for place in range(1, 7))


def by_rules(game: str, text: Callable[[Any], str]) -> "Played":
    """A game on a board by its rules, as tests/support/boards.py has them."""
    moves = boards.RULES[game]
    starts = [boards.board_of(each) for each in boards.some(game, 40, 6)]
    return starts, lambda at: moves(at).values(), text


def joined(edges: Iterable[Iterable[str]]) -> str:
    return ",".join("-".join([*edge] * (2 // len([*edge]))) for edge in edges)


Played = tuple[Iterable[Any], Callable[[Any], Iterable[Any]], Callable[[Any], list[int] | str]]

REAL: Mapping[str, Played] = {
    "Misère Nim": (combinations_with_replacement(range(4), 3), rows_of, list),
    "Marienbad": ([(1, 3, 5, 7), (1, 1, 1), (1, 2, 3), (2, 2)], rows_of, list),
    "Treblecross": ([(False,) * n for n in range(3, 12)], crosses, lambda at: [len(at) + 2]),
    "Crosses-crosses": (empty(12), apart, lambda at: [len(at)]),
    "Cram on a strip": (empty(12), pairs, lambda at: [len(at)]),
    "Flip Game": (empty(12), pairs, lambda at: [len(at)]),
    "Bowling pins": ([(True,) * n for n in range(1, 12)], pins, lambda at: [len(at)]),
    **dict.fromkeys(
        ("Silver dollar", "Silver dollar game without the dollar"),
        (
            [each for count in (1, 2, 3, 4) for each in combinations(range(8), count)],
            coins_apart,
            gaps,
        ),
    ),
    "Nimble": (combinations_with_replacement(range(5), 3), coins, list),
    "Stair game": (product(range(3), repeat=4), balls, list),
    "Corner the lady": (product(range(9), repeat=2), lady, list),
    "The 21 game": (range(22), counting(3, 21), lambda said: [21 - said]),
    "Bachet's game": (range(101), counting(10, 100), lambda said: [100 - said]),
    "Bounded Nim": (combinations_with_replacement(range(9), 2), numbers_of((1, 2, 3)), list),
    "Subtraction game": (combinations_with_replacement(range(9), 2), numbers_of((1, 3, 4)), list),
    "S-Nim": (combinations_with_replacement(range(9), 2), numbers_of((2, 5)), list),
    "Officers": (combinations_with_replacement(range(7), 2), officers, list),
    "Daisies": (combinations_with_replacement(range(6), 2), daisies, list),
    "Nim-k": (combinations_with_replacement(range(4), 3), from_two, list),
    "Wythoff's Nim": (product(range(9), repeat=2), lady, list),
    **dict.fromkeys(
        ("Wyt Queens", "Corner the Queen", "Wythoff's queen"),
        ([*product(range(9), repeat=2)], lady, list),
    ),
    **dict.fromkeys(
        ("Misère play", "Last one loses", "Pearls Before Swine", "Matchstick game"),
        ([*combinations_with_replacement(range(4), 3)], rows_of, list),
    ),
    **dict.fromkeys(
        ("Take-away game", "Nim with a limit"),
        ([*combinations_with_replacement(range(9), 2)], numbers_of((1, 2, 3)), list),
    ),
    **dict.fromkeys(
        ("Subtract a square", "Take-a-square"),
        ([*combinations_with_replacement(range(12), 2)], numbers_of((1, 4, 9)), list),
    ),
    "Take-a-prime": (
        combinations_with_replacement(range(12), 2),
        numbers_of((2, 3, 5, 7, 11)),
        list,
    ),
    "Nim Game": (range(1, 40), lambda n: range(max(0, n - 3), n), lambda n: [n]),
    "Race to 100": (range(101), counting(10, 100), lambda said: [100 - said]),
    "Race to 21": (range(21), counting(2, 21), lambda said: [said]),
    "Couples are Forever": (
        combinations_with_replacement(range(1, 8), 2),
        couples,
        lambda piles: [pile - 1 for pile in piles],
    ),
    "Dawson's game": (combinations_with_replacement(range(7), 2), nodes, list),
    "Tsyan-shi-dzi": (product(range(9), repeat=2), lady, list),
    "EGE tasks 19 to 21": ([(7, n) for n in range(1, 70)], two_heaps, list),
    "Maya game": ([each for n in (1, 2, 3, 4) for each in combinations(range(8), n)], strip, list),
    "Sato's game": (
        [rows for rows in product(range(5), repeat=4) if [*rows] == sorted(rows, reverse=True)],
        hooks,
        beads,
    ),
    "Hackenbush": by_rules("hackenbush", joined),
    "Deforestation": (trees(6), felled, rooted),
    **dict.fromkeys(("Turning Turtles", "Coin turning"), (HEADS, turned(1, 2), in_a_row)),
    "Mock Turtles": (HEADS, turned(1, 3), in_a_row),
    "Twins": (HEADS, turned(2, 2), in_a_row),
    **dict.fromkeys(("Ruler", "The Ruler game"), (HEADS, runs, in_a_row)),
    "Turning Corners": (SQUARES, corners, lambda heads: rows_of_squares(heads, "H", "T")),
    **dict.fromkeys(
        ("Plugg", "Dots and pairs", "Impartial Domineering"),
        (SQUARES, dominoes, lambda free: rows_of_squares(free, "_", "x")),
    ),
    **dict.fromkeys(
        ("Geography", "Vertex geography"),
        by_rules("geography", lambda at: f"{joined(at[0])},{at[1]}@{at[1]}"),
    ),
    "Graph Kayles": by_rules(
        "node-kayles", lambda at: ",".join([*filter(None, [joined(at[0])]), *at[1]])
    ),
    "Edge Kayles": by_rules("arc-kayles", joined),
    "Race to 20": (range(20), counting(2, 20), lambda said: [said]),
    "Euclid's game": (product(range(1, 13), repeat=2), remainders, list),
    "Stone Game IV": (
        range(50),
        lambda n: [n - root**2 for root in range(1, isqrt(n) + 1)],
        lambda n: [n],
    ),
    "Tower Breakers": (
        combinations_with_replacement(range(1, 13), 2),
        lambda towers: [
            tuple(sorted((*towers[:i], left, *towers[i + 1 :])))
            for i, height in enumerate(towers)
            for left in range(1, height)
            if height % left == 0
        ],
        list,
    ),
    "Divisor game": (
        range(1, 50),
        lambda n: [n - d for d in range(1, n) if n % d == 0],
        lambda n: [n],
    ),
}
"""The real games: positions, moves, and the piles of a position as `piles` says, or its board."""

NOT_PLAYED = {
    "Northcott's game": "it can go on for ever, as pieces may also move back",
    "Poker Nim": "it can go on for long, as chips may also be put back",
}
"""Names whose game isn't played here, each with the reason."""
