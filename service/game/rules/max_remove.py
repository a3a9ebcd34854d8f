"""Bounded Nim: a move removes at least one object and at most a given number of them."""

from collections.abc import Iterator, Sequence

from service.game.by_values import change, ruled_solution
from service.game.nim import Move, Solution
from service.game.ruled_sentences import ruled_sentences
from service.game.rules.rule import RemovalRule, ValueSequence
from service.game.work import Budget


class MaxRemove(RemovalRule):
    """A move removes 1 to `most` objects from one pile. The value of n is n mod (most + 1).

    >>> MaxRemove(3).solve([21], True)["position_class"]
    'P'
    """

    kind = "max_remove"
    moves_per_pile = 1

    def __init__(self, most: int) -> None:
        self.most = most

    def why_illegal(self, remove: int) -> str | None:
        """Why the rule forbids removing so many objects; None if it allows it.

        >>> MaxRemove(3).why_illegal(4)
        'at most 3 may be removed'
        """
        return f"at most {self.most} may be removed" if remove > self.most else None

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile."""
        return range(1, min(pile, self.most) + 1)

    def sizes_from(self, pile: int) -> Sequence[int]:
        """The sizes that play can bring a pile to."""
        return range(pile + 1)

    def up_to(self, _largest_pile: int, _budget: Budget | None = None) -> "MaxRemove":
        """The rule itself: there is nothing to prepare."""
        return self

    def value(self, pile: int) -> int:
        """The Grundy value of a pile.

        >>> MaxRemove(3).value(21)
        1
        """
        return pile % (self.most + 1)

    def sequence(self, size: int, _most_values: int) -> ValueSequence:
        """The values of the first piles, which repeat from the start."""
        values = [self.value(n) for n in range(size)]
        return {"values": values, "preperiod": 0, "period": self.most + 1, "proof": "computed"}

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position, in a time that grows with the number of piles."""
        modulus = self.most + 1
        values = [p % modulus for p in piles]
        total, wins, by, alone = change(values, misere)
        moves: list[Move] = []
        if wins:
            for i, value in enumerate(values):
                target = value ^ by ^ (i == alone)
                if target < value:
                    remove = value - target
                elif target < modulus and value - target + modulus <= piles[i]:
                    remove = value - target + modulus
                else:
                    continue
                move: Move = {"pile": i, "remove": remove, "leaves": piles[i] - remove}
                moves.append(move)
        return ruled_solution(piles, values, (total, wins), moves, least=1)

    # --- Why, in sentences ---

    def sentences(
        self, piles: Sequence[int], misere: bool, solution: Solution, odd_columns: Sequence[int]
    ) -> Iterator[str]:
        """Why a solved position is won or lost, and what to do about it."""
        return ruled_sentences(self, piles, misere, solution, odd_columns)

    def why_values(self) -> str:
        """Where the values of all piles come from."""
        return (
            f"A move takes {self._numbers()}, so the Grundy value of a pile "
            f"is the remainder when its size is divided by {self.most + 1}."
        )

    def why_value(self, pile: int) -> str:
        """Why a pile has its value, as the beginning of a sentence."""
        return f"{pile} leaves {self.value(pile)} when divided by {self.most + 1}"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:
        """What teachers teach about a single pile."""
        modulus = self.most + 1
        target = f"{'1 more than ' if misere else ''}a multiple of {modulus}"
        reasons = [
            f"With a single pile, the player who always leaves {target} wins: "
            f"after the opponent takes {self._numbers()}, "
            f"taking the rest of {modulus} leaves such a number again"
            + (", until the opponent has to take the last object." if misere else ".")
        ]
        if not wins:
            reasons.append(f"{pile} is {target} already, and no move leaves another one.")
        return reasons

    def _numbers(self) -> str:
        return "1 object" if self.most == 1 else f"1 to {self.most} objects"
