"""What every rule has: its moves, who wins, and for rules that remove objects from one pile, why.

Each rule is a class in a file of its own. The rest of the package knows this interface only, so a
new rule is one more file. Callers check the numbers of a rule and of a position, nothing here does.

A player who has no legal move has lost in normal play and won in misère play; objects may be left
then.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NotRequired, Protocol, TypedDict

from service.game.nim import Solution
from service.game.work import Budget

RuleKind = Literal[
    "none", "max_remove", "subtraction_set", "octal", "moore", "wythoff", "fibonacci", "greedy"
]
"""The kinds of rules that metrics count positions by."""


class ValueSequence(TypedDict):
    """The values of the piles 0, 1, 2 … and, where they are known, the preperiod and period.

    Both are the smallest. From the preperiod on, the values repeat after so many piles as the
    period. `proof` says whether they are proven by what was computed here, or published by others,
    with their work as `reference`. Where neither is so, all are None, which doesn't say that there
    is no period.
    """

    values: Sequence[int]
    preperiod: int | None
    period: int | None
    proof: Literal["computed", "published"] | None
    reference: NotRequired[str]


class Rule(Protocol):
    """What a move may do, and who wins."""

    kind: RuleKind
    """What metrics count the rule as."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, vars(self).values()))})"

    def options(self, piles: Sequence[int], /) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves, in the order of the piles."""

    def solve(self, piles: Sequence[int], misere: bool, /) -> Mapping[str, object]:
        """Solve a position, seen by the player to move. What is too much raises a ValueError."""


class Solver(Protocol):
    """A rule, with what it takes to solve positions of piles up to some size."""

    def value(self, pile: int, /) -> int:
        """The Grundy value of a pile that can be solved."""

    def solve(self, piles: Sequence[int], misere: bool, /) -> Solution:
        """Solve a position. Raises PileTooLarge."""

    def sentences(
        self, piles: Sequence[int], misere: bool, solution: Solution, odd_columns: Sequence[int], /
    ) -> Iterator[str]:
        """Why a solved position is won or lost, and what to do about it.

        The rows are the Grundy values of the piles; `odd_columns` are the place values of the
        columns that hold an odd number of 1s.
        """


class ValuedRule(Rule, Protocol):
    """A rule under which a move changes one pile only, so that each pile has a Grundy value."""

    def sequence(self, size: int, most_values: int, /) -> ValueSequence:
        """The values of the first `size` piles; `most_values` may be computed to prove a period."""


class RemovalRule(ValuedRule, Protocol):
    """A rule under which a move only removes objects from one pile.

    Rules that say the same are equal: a batch computes the values of each once.
    """

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((self.kind, *vars(self).values()))

    @property
    def moves_per_pile(self) -> int:
        """How many winning moves one pile can have at most."""

    def why_illegal(self, remove: int, /) -> str | None:
        """Why the rule forbids removing so many objects, at least 1; None if it allows it."""

    def removals(self, pile: int, /) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile, in ascending order."""

    def sizes_from(self, pile: int, /) -> Iterable[int]:
        """The sizes that play can bring a pile to, itself included, in any order."""

    def up_to(self, largest_pile: int, budget: Budget | None = None, /) -> Solver:
        """What solves positions of piles up to the largest. Raises TooManySets, with a budget."""

    def options(self, piles: Sequence[int], /) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves, by pile and then by the number removed."""
        for i, pile in enumerate(piles):
            for remove in self.removals(pile):
                yield (*piles[:i], pile - remove, *piles[i + 1 :])

    def solve(self, piles: Sequence[int], misere: bool, /) -> Solution:
        """Solve a position. Raises PileTooLarge."""
        return self.up_to(max(piles, default=0)).solve(piles, misere)
