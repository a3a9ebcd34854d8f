"""Independent truth for every game: its rules, and solvers that know nothing else.

`Rules` define the legal moves, in the contract's words. Nothing here knows a theorem, not even
that the values of piles can be XORed, so these solvers are slow and only for small positions.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import factorial, gcd, isqrt
from typing import Any, Literal, NamedTuple

from tests.support.oracle import mex
from tests.support.rule_oracle import Piles, taking_and_breaking

Move = dict[str, Any]


class State(NamedTuple):
    """A position: its piles, and anything else that its game remembers."""

    piles: Piles
    rest: Hashable = None


class Option(NamedTuple):
    """A legal move and the position after it."""

    move: Move
    left: State

    @property
    def order(self) -> Any:
        """By component, then by pile, by what is removed and by what is left of the pile."""
        component = self.move.get("component")
        if "removals" in self.move:
            return component, [(each["pile"], each["remove"]) for each in self.move["removals"]]
        if "remove" not in self.move:
            return component, self.move["pile"], self.move["leaves"]
        return component, self.move["pile"], self.move["remove"], self.move.get("leaves_piles")

    @property
    def removed(self) -> int:
        return sum(each.get("remove", 0) for each in self.move.get("removals", [self.move]))


Moves = Callable[[State], Iterable[Option]]

Kind = Literal["nim", "values", "splits", "other", "first", "sum"]
"""The form of a solution: Nim without and with a rule, take-and-break games, others, and sums.

In a lost position of a game of the kind "first", the first legal move is the best.
"""


def multiset(piles: Piles) -> Piles:
    """The piles as the contract lists them if neither order nor empty piles matter."""
    return tuple(sorted(filter(None, piles)))


def in_any_order(piles: Piles) -> Piles:
    """The piles as the contract lists them if only the order doesn't matter."""
    return tuple(sorted(piles))


def as_they_stand(piles: Piles) -> Piles:
    """The piles as the contract lists them if everything matters."""
    return piles


class Rules:
    """A game: its legal moves, and the results of playing out its positions."""

    def __init__(self, moves: Moves, same: Callable[[Piles], Piles] = multiset) -> None:
        """`same` returns the piles that represent all equal positions."""
        self._moves, self._same = moves, same
        self._wins: dict[tuple[State, bool], bool] = {}
        self._values: dict[State, int] = {}
        self._options: dict[State, list[Option]] = {}

    def options(self, state: State) -> list[Option]:
        """The legal moves, in the order of the contract."""
        if state not in self._options:
            self._options[state] = sorted(self._moves(state), key=lambda each: each.order)
        return self._options[state]

    def canonical(self, state: State) -> State:
        """The position as the contract lists it."""
        return State(self._same(state.piles), state.rest)

    def wins(self, state: State, misere: bool) -> bool:
        """Whether the player to move wins. Without a move one loses, or wins misère."""
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

    def reachable(self, state: State) -> dict[State, set[State]]:
        """The reachable positions, each with its options."""
        found: dict[State, set[State]] = {}
        waiting = [self.canonical(state)]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found[at] = {self.canonical(each.left) for each in self.options(at)}
                waiting += found[at]
        return found


class SumRules(Rules):
    """A sum: each move is made in one component. The components are the rest of a state."""

    def __init__(self, parts: Sequence[tuple[Rules, "Kind"]]) -> None:
        super().__init__(self._moves_of_parts)
        self.parts = parts

    def _moves_of_parts(self, state: State) -> Iterator[Option]:
        for i, component in enumerate(components_of(state)):
            for option in self.parts[i][0].options(component):
                after = [*components_of(state)]
                after[i] = option.left
                yield Option({"component": i, **option.move}, state_of_sum(after))

    def canonical(self, state: State) -> State:
        """The position as the contract lists it, with each component in its form."""
        parts = zip(self.parts, components_of(state), strict=True)
        return state_of_sum([rules.canonical(component) for (rules, _), component in parts])

    def values(self, state: State) -> list[int]:
        """The Grundy value of each component."""
        parts = zip(self.parts, components_of(state), strict=True)
        return [rules.value(component) for (rules, _), component in parts]

    def losing_move(self, state: State) -> Move | None:
        """The best move of the first component with a legal move, treated as a lost position."""
        for i, component in enumerate(components_of(state)):
            rules, kind = self.parts[i]
            if legal := rules.options(component):
                best = best_move(legal, [], component.piles, kind)
                assert best is not None
                return {"component": i, **best}
        return None


def state_of_sum(components: Sequence[State]) -> State:
    """The sum of positions."""
    return State(tuple(pile for each in components for pile in each.piles), tuple(components))


def components_of(state: State) -> Sequence[State]:
    """The components of a sum."""
    assert isinstance(state.rest, tuple)
    return state.rest


def solution(
    rules: Rules, state: State, misere: bool, kind: Kind, listed: int = 100_000
) -> dict[str, Any]:
    """The whole solved position as in the contract, with at most `listed` winning moves."""
    wins, winning = rules.wins(state, misere), rules.winning(state, misere)
    solved: dict[str, Any] = {
        "nim_sum": None if kind in ("other", "first") else rules.value(state),
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": [each.move for each in winning[:listed]],
        "best_move": best_move(rules.options(state), winning[:listed], state.piles, kind),
    }
    if isinstance(rules, SumRules):
        solved["grundy_values"] = rules.values(state)
        if not winning:
            solved["best_move"] = rules.losing_move(state)
    if kind in ("values", "splits"):
        solved["grundy_values"] = [rules.value(State((pile,))) for pile in state.piles]
    if len(winning) > listed:
        solved["more"] = True
    return solved


def best_move(
    legal: Sequence[Option], winning: Sequence[Option], piles: Piles, kind: Kind
) -> Move | None:
    """The winning move that removes most, else the contract's choice; the first one on a tie."""
    if winning:
        return max(winning, key=lambda each: each.removed).move
    if not legal:
        return None
    if kind in ("first", "sum"):
        return legal[0].move
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
    return removing_of_each(lambda _: allowed)


def removing_of_each(numbers: Callable[[int], Container[int]]) -> Moves:
    """A move removes one of the numbers that are allowed for the size of the pile."""

    def moves(state: State) -> Iterator[Option]:
        for i, pile in enumerate(state.piles):
            allowed = numbers(pile)
            for remove in range(1, pile + 1):
                if remove in allowed:
                    left = _less(state.piles, [(i, remove)])
                    yield Option(_removal(state.piles, i, remove), State(left))

    return moves


def breaking(before_point: str, digits: Sequence[int], repeats: bool) -> Moves:
    """A move removes j objects from a pile, and leaves what the j-th digit allows."""

    splits = cache(taking_and_breaking(before_point, digits, repeats))

    def moves(state: State) -> Iterator[Option]:
        for i, pile in enumerate(state.piles):
            for remove, parts in splits(pile):
                first, *second = parts or (0,)
                left = (*state.piles[:i], first, *state.piles[i + 1 :], *second)
                yield Option({"pile": i, "remove": remove, "leaves_piles": [*parts]}, State(left))

    return moves


def moore(max_piles: int) -> Moves:
    """A move takes any number from each of one or more piles, up to `max_piles`."""

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
    """A move takes at most the quota, all but one at the start; the next at most twice as many.

    A quota larger than the pile is equivalent to the whole pile.
    """
    (pile,) = state.piles
    quota = pile - 1 if state.rest is None else state.rest
    assert isinstance(quota, int)
    for remove in range(1, min(pile, quota) + 1):
        left = State((pile - remove,), min(2 * remove, pile - remove))
        yield Option(_removal(state.piles, 0, remove), left)


def greedy(state: State) -> Iterator[Option]:
    """A move takes from a pile that no other exceeds."""
    for i, pile in enumerate(state.piles):
        if all(pile >= other for other in state.piles):
            for remove in range(1, pile + 1):
                left = _less(state.piles, [(i, remove)])
                yield Option(_removal(state.piles, i, remove), State(left))


def euclid(state: State) -> Iterator[Option]:
    """A move takes a positive multiple of the smaller pile from one at least as large.

    No move is legal if a pile is empty.
    """
    for i, pile in enumerate(state.piles):
        other = state.piles[1 - i]
        for remove in range(1, pile + 1):
            if 0 < other <= pile and remove % other == 0:
                left = _less(state.piles, [(i, remove)])
                yield Option(_removal(state.piles, i, remove), State(left))


def welter(state: State) -> Iterator[Option]:
    """A move takes a coin to an empty square with a smaller number."""
    for i, square in enumerate(state.piles):
        for left in range(square):
            if left not in state.piles:
                squares = (*state.piles[:i], left, *state.piles[i + 1 :])
                yield Option(_removal(state.piles, i, square - left), State(squares))


def staircase(state: State) -> Iterator[Option]:
    """A move takes from one step and puts it on the next lower one, or away from the lowest."""
    for i, pile in enumerate(state.piles):
        for remove in range(1, pile + 1):
            left = [*state.piles]
            left[i] -= remove
            if i > 0:
                left[i - 1] += remove
            yield Option(_removal(state.piles, i, remove), State(tuple(left)))


def chomp(state: State) -> Iterator[Option]:
    """A move takes a square with all to the right or below, but not the very first square."""
    squares = {(i, j) for i, row in enumerate(state.piles) for j in range(row)}
    for chosen in squares - {(0, 0)}:
        kept = {(i, j) for i, j in squares if i < chosen[0] or j < chosen[1]}
        left = tuple(sum((i, j) in kept for j in range(row)) for i, row in enumerate(state.piles))
        taken = [(i, row - left[i]) for i, row in enumerate(state.piles) if left[i] < row]
        yield Option({"removals": [_removal(state.piles, *each) for each in taken]}, State(left))


def growing(add: Sequence[int], multiply: Sequence[int], target: int) -> Moves:
    """A move makes a pile larger, until all together reach the target."""

    def moves(state: State) -> Iterator[Option]:
        piles = state.piles
        for i, pile in enumerate(piles if sum(piles) < target else ()):
            for size in {pile + n for n in add} | {pile * n for n in multiply if pile}:
                left = (*piles[:i], size, *piles[i + 1 :])
                yield Option({"pile": i, "leaves": size}, State(left))

    return moves


NUMBERS: dict[str, Callable[[int], Container[int]]] = {
    "squares": lambda pile: {n for n in range(1, pile + 1) if isqrt(n) ** 2 == n},
    "cubes": lambda pile: {n**3 for n in range(1, pile + 1)},
    "primes": lambda pile: {
        n for n in range(2, pile + 1) if all(n % d for d in range(2, isqrt(n) + 1))
    },
    "powers-of-2": lambda pile: {2**n for n in range(pile.bit_length())},
    "odd": lambda pile: range(1, pile + 1, 2),
    "proper-divisors": lambda pile: {n for n in range(1, pile) if pile % n == 0},
    "factorials": lambda pile: {factorial(n) for n in range(1, 2 + min(pile, 20))},
    "to-divisors": lambda pile: {n for n in range(1, pile) if pile % (pile - n) == 0},
    "coprime": lambda pile: {n for n in range(1, pile + 1) if gcd(n, pile) == 1},
    "at-most-half": lambda pile: {n for n in range(1, pile) if 2 * n <= pile},
}
"""The numbers that each word stands for, given the size of the pile."""


# --- Games that the service does not have ---------------------------------------------------------


def halving(state: State) -> Iterator[Option]:
    """A move takes one object from a pile and splits the rest as evenly as possible."""
    for i, pile in enumerate(state.piles):
        if pile:
            parts = [part for part in ((pile - 1) // 2, pile - 1 - (pile - 1) // 2) if part]
            first, *second = parts or [0]
            left = (*state.piles[:i], first, *state.piles[i + 1 :], *second)
            yield Option({"pile": i, "remove": 1, "leaves_piles": parts}, State(left))


def passing(state: State) -> Iterator[Option]:
    """A move takes one or two objects from a pile, or one from each of two piles.

    One of the players may pass, once in a game, while an object is left.
    """
    piles, passed = state
    if any(piles) and not passed:
        yield Option({"removals": []}, State(piles, "passed"))
    for i, pile in enumerate(piles):
        for remove in (1, 2):
            if remove <= pile:
                taken = [(i, remove)]
                move = {"removals": [_removal(piles, i, remove)]}
                yield Option(move, State(_less(piles, taken), passed))
    for i, j in combinations(range(len(piles)), 2):
        if piles[i] and piles[j]:
            move = {"removals": [_removal(piles, i, 1), _removal(piles, j, 1)]}
            yield Option(move, State(_less(piles, [(i, 1), (j, 1)]), passed))
