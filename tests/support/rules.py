"""Independent truth for every game: its rules, and solvers that know nothing else.

`Rules` say what a move may do, in the words of the contract; here no theorem is known, not even
that piles have values that add up. So these solvers are slow, and only for small positions.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Literal, NamedTuple

from tests.support.oracle import mex
from tests.support.rule_oracle import Piles, taking_and_breaking

Move = dict[str, Any]


class State(NamedTuple):
    """A position, and in Fibonacci Nim the most that the next move may take."""

    piles: Piles
    quota: int | None = None


class Option(NamedTuple):
    """A legal move, and what it leaves."""

    move: Move
    left: State

    @property
    def order(self) -> object:
        """By pile, then by what is removed, then by what is left of the pile."""
        if "removals" in self.move:
            return [(each["pile"], each["remove"]) for each in self.move["removals"]]
        return self.move["pile"], self.move["remove"], self.move.get("leaves_piles")

    @property
    def removed(self) -> int:
        return sum(each["remove"] for each in self.move.get("removals", [self.move]))


Moves = Callable[[State], Iterable[Option]]

Kind = Literal["nim", "values", "splits", "other"]
"""What a solution has: Nim without a rule and with one, take-and-break games, and all others."""


class Rules:
    """A game: its legal moves, and what playing its positions out finds."""

    def __init__(self, moves: Moves, all_alike: bool = True) -> None:
        """`all_alike`: any number of piles may be there, and empty ones change nothing."""
        self._moves, self._all_alike = moves, all_alike
        self._wins: dict[tuple[State, bool], bool] = {}
        self._values: dict[State, int] = {}
        self._options: dict[State, list[Option]] = {}

    def options(self, state: State) -> list[Option]:
        """The legal moves, in the order of the contract."""
        if state not in self._options:
            self._options[state] = sorted(self._moves(state), key=lambda each: each.order)  # type: ignore[arg-type, return-value]
        return self._options[state]

    def canonical(self, state: State) -> State:
        """The same position as the contract lists it: in ascending order, without empty piles."""
        piles = sorted(filter(None, state.piles) if self._all_alike else state.piles)
        return State(tuple(piles), state.quota)

    def wins(self, state: State, misere: bool) -> bool:
        """Whether the player to move wins: one who has no move loses, or wins misère."""
        key = self.canonical(state), misere
        if key not in self._wins:
            left = {self.canonical(each.left) for each in self.options(key[0])}
            self._wins[key] = any(not self.wins(s, misere) for s in left) if left else misere
        return self._wins[key]

    def value(self, state: State) -> int:
        """The Grundy value, by its definition."""
        at = self.canonical(state)
        if at not in self._values:
            left = {self.canonical(each.left) for each in self.options(at)}
            self._values[at] = mex([self.value(each) for each in left])
        return self._values[at]

    def winning(self, state: State, misere: bool) -> list[Option]:
        """The moves after which the opponent can't win."""
        return [each for each in self.options(state) if not self.wins(each.left, misere)]

    def reachable(self, state: State) -> dict[Piles, set[Piles]]:
        """The positions that play can reach, and what moves leave, as the contract writes them."""
        found: dict[Piles, set[Piles]] = {}
        waiting = [self.canonical(state)]
        while waiting:
            at = waiting.pop()
            if at.piles not in found:
                left = {self.canonical(each.left) for each in self.options(at)}
                found[at.piles] = {each.piles for each in left}
                waiting += left
        return found


def solution(
    rules: Rules, state: State, misere: bool, kind: Kind, listed: int = 100_000
) -> dict[str, Any]:
    """The whole solved position, as the contract has it, with so many winning moves at most."""
    wins, winning = rules.wins(state, misere), rules.winning(state, misere)
    solved: dict[str, Any] = {
        "nim_sum": None if kind == "other" else rules.value(state),
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": [each.move for each in winning[:listed]],
        "best_move": best_move(rules.options(state), winning[:listed], state.piles, kind),
    }
    if kind in ("values", "splits"):
        solved["grundy_values"] = [rules.value(State((pile,))) for pile in state.piles]
    if len(winning) > listed:
        solved["more"] = True
    return solved


def best_move(
    legal: Sequence[Option], winning: Sequence[Option], piles: Piles, kind: Kind
) -> Move | None:
    """The winning move that removes most, else what the contract says; first in order on a tie."""
    if winning:
        return max(winning, key=lambda each: each.removed).move
    if not legal:
        return None
    if kind == "splits":
        return min(legal, key=lambda each: each.removed).move
    if kind == "other":
        largest = piles.index(max(piles))
        return next(
            each.move
            for each in legal
            if each.removed == 1 and each.move.get("removals", [each.move])[0]["pile"] == largest
        )
    return min(legal, key=lambda each: (-piles[each.move["pile"]], each.order)).move


# --- The rules of each game -----------------------------------------------------------------------


def _removal(piles: Piles, pile: int, remove: int) -> Move:
    return {"pile": pile, "remove": remove, "leaves": piles[pile] - remove}


def _less(piles: Piles, removals: Iterable[tuple[int, int]]) -> Piles:
    left = [*piles]
    for pile, remove in removals:
        left[pile] -= remove
    return tuple(left)


def removing(numbers: Iterable[int]) -> Moves:
    """A move removes one of these numbers from one pile."""
    allowed = {*numbers}

    def moves(state: State) -> Iterator[Option]:
        for i, pile in enumerate(state.piles):
            for remove in range(1, pile + 1):
                if remove in allowed:
                    left = _less(state.piles, [(i, remove)])
                    yield Option(_removal(state.piles, i, remove), State(left))

    return moves


def breaking(before_point: str, digits: Sequence[int], repeats: bool) -> Moves:
    """A move removes j objects from a pile and leaves what the j-th digit allows of it."""

    splits = cache(taking_and_breaking(before_point, digits, repeats))

    def moves(state: State) -> Iterator[Option]:
        for i, pile in enumerate(state.piles):
            for remove, parts in splits(pile):
                first, *second = parts or (0,)
                left = (*state.piles[:i], first, *state.piles[i + 1 :], *second)
                yield Option({"pile": i, "remove": remove, "leaves_piles": [*parts]}, State(left))

    return moves


def moore(max_piles: int) -> Moves:
    """A move takes any number from each of one or more piles, up to so many piles."""

    def moves(state: State) -> Iterator[Option]:
        piles = state.piles
        for left in product(*(range(pile + 1) for pile in piles)):
            taken = [(i, pile - left[i]) for i, pile in enumerate(piles) if left[i] < pile]
            if 1 <= len(taken) <= max_piles:
                yield Option({"removals": [_removal(piles, *each) for each in taken]}, State(left))

    return moves


def wythoff(state: State) -> Iterator[Option]:
    """A move takes from one of two piles, or the same number from both."""
    a, b = piles = state.piles
    for from_a, from_b in product(range(a + 1), range(b + 1)):
        if from_a + from_b > 0 and (from_a == from_b or 0 in (from_a, from_b)):
            taken = [each for each in ((0, from_a), (1, from_b)) if each[1]]
            move = {"removals": [_removal(piles, *each) for each in taken]}
            yield Option(move, State(_less(piles, taken)))


def fibonacci(state: State) -> Iterator[Option]:
    """A move takes at most the quota, all but one at the start; the next at most twice as many."""
    (pile,) = state.piles
    most = pile - 1 if state.quota is None else state.quota
    for remove in range(1, pile + 1):
        if remove <= most:
            yield Option(_removal(state.piles, 0, remove), State((pile - remove,), 2 * remove))


def greedy(state: State) -> Iterator[Option]:
    """A move takes from a pile that no other exceeds."""
    for i, pile in enumerate(state.piles):
        if all(pile >= other for other in state.piles):
            for remove in range(1, pile + 1):
                left = _less(state.piles, [(i, remove)])
                yield Option(_removal(state.piles, i, remove), State(left))
