"""Walks over the positions that play can reach, within limits."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, groupby
from math import comb, inf
from typing import TypeVar

from ..errors import TooMuchWork
from ..meter import COUNTED_TOGETHER, STEPS_TO_LIST, spend

N = TypeVar("N", bound=Hashable)

Graph = Mapping[N, Mapping[N, int]]
"""The options of each position, with the number of moves that lead to each."""


class TooManyPositions(TooMuchWork):
    """More positions are reachable than are allowed."""


def too_many_positions(max_positions: int) -> TooManyPositions:
    """The error if more positions are reachable than are allowed."""
    return TooManyPositions(f"More than {max_positions:,} positions are reachable from here.")


class TooManyMoves(TooMuchWork):
    """More moves are reachable than are allowed."""


def too_many_moves(max_moves: float) -> TooManyMoves:
    """The error if more moves are reachable than are allowed."""
    return TooManyMoves(f"More than {int(max_moves):,} moves are reachable from here.")


def walk(
    start: N,
    options: Callable[[N], Iterable[N]],
    max_positions: int,
    max_moves: float = inf,
) -> set[N]:
    """The positions that are reachable from one, itself included, by following moves.

    Raises TooMuchWork as soon as there is one more than `max_positions`, or `max_moves`.
    """
    found, waiting = {start}, deque([start])
    examined = 0
    while waiting:
        for option in options(waiting.popleft()):
            examined += 1
            if not examined % COUNTED_TOGETHER:
                spend(COUNTED_TOGETHER * STEPS_TO_LIST)
            if option not in found:
                found.add(option)
                waiting.append(option)
                if len(found) > max_positions:
                    raise too_many_positions(max_positions)
            if examined > max_moves:
                raise too_many_moves(max_moves)
    spend(examined % COUNTED_TOGETHER * STEPS_TO_LIST)
    return found


def graph_of(
    positions: Iterable[N],
    options: Callable[[N], Iterable[tuple[N, int]]],
    max_moves: int,
) -> Graph[N]:
    """The options of each of these positions. Raises TooMuchWork.

    At most `max_moves` different moves are allowed: several to the same option are one.
    """
    graph: dict[N, dict[N, int]] = {}
    moves = 0
    once = {position: position for position in positions}  # in place of its copies, which are long
    for position in once:
        reached: dict[N, int] = {}
        followed = 0
        for copy, count in options(position):
            option = once.get(copy, copy)
            reached[option] = reached.get(option, 0) + count
            followed += 1
            if moves + len(reached) > max_moves:
                raise too_many_moves(max_moves)
        spend(STEPS_TO_LIST * (1 + followed))
        moves += len(reached)
        graph[position] = reached
    return graph


def successors_first(successors: Mapping[N, Iterable[N]]) -> Iterator[N]:
    """All nodes, each after all of its successors; those on a cycle are left out.

    >>> [*successors_first({"a": ["b", "c"], "b": ["c"], "c": []})]
    ['c', 'b', 'a']
    """
    predecessors: dict[N, list[N]] = {node: [] for node in successors}
    waiting_for = dict.fromkeys(successors, 0)
    for node, following in successors.items():
        for successor in following:
            predecessors[successor].append(node)
            waiting_for[node] += 1
    ready = [node for node, count in waiting_for.items() if count == 0]
    while ready:
        done = ready.pop()
        yield done
        for node in predecessors[done]:
            waiting_for[node] -= 1
            if waiting_for[node] == 0:
                ready.append(node)


def none_larger(piles: Sequence[int], max_positions: int) -> list[tuple[int, ...]]:
    """All positions that piles become when each may be made smaller, empty piles included.

    A position with as many piles is one of these exactly when, for every n, its n-th smallest pile
    is at most as large as the n-th smallest of `piles`. Raises TooMuchWork if there are too many.

    >>> none_larger([1, 2], max_positions=9)
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """
    found: list[tuple[int, ...]] = [()]
    for pile, equal in groupby(sorted(piles)):
        count = sum(1 for _ in equal)
        least = [position[-1] if position else 0 for position in found]
        if sum(comb(pile - size + count, count) for size in least) > max_positions:
            raise too_many_positions(max_positions)
        spend(len(found))
        found = [
            position + sizes
            for position, size in zip(found, least, strict=True)
            for sizes in combinations_with_replacement(range(size, pile + 1), count)
        ]
    return found
