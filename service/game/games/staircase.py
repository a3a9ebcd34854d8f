"""Staircase Nim: a move carries objects from one step of a staircase to the next lower one.

Pile i stands on step i. A move takes any number of objects from one step and puts them on the next
lower step; objects that leave step 0 leave the game. In normal play only the steps 0, 2, 4 … count:
a position is P exactly when the XOR of their piles is 0. Moving objects from an odd step to an even
one can always be countered by moving the same objects one step further.

In misère play the same piles decide, by the rule of Nim in misère play: the reply to a move from an
odd step is as in normal play, and if no object is on a step that counts, a move of one object down
to such a step leaves a single 1.

Source: R. P. Sprague, "Über zwei Abarten von Nim", Tôhoku Mathematical Journal 43 (1937).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ..bounds import PileLimits
from ..decision import ByValues, Decision
from ..errors import IllegalMove
from ..game import Game
from ..moves import Move, Piles, Said, removal
from ..position import Position
from ..solution import Solution
from ..words.moves import numbers_in
from ..words.parity import reasons_by_values
from ..words.wording import NAMED, Reason, numbers


class Staircase(Game):
    """A move takes any number of objects from one step to the next lower one.

    >>> [move.changes for move in Staircase.position([1, 4, 3]).winning_moves()]
    [((1, (2,)),), ((2, (1,)),)]
    """

    name = "staircase"
    title = "Staircase Nim"
    rule = (
        "A move takes any number of stones from one step to the next one down, and from step 1, "
        "the lowest, out of the game."
    )
    piles_are = "what stands on the steps, from the lowest up"
    words: ClassVar[Mapping[str, str]] = {"pile": "step"}
    is_ordered = keeps_empty = _loses_one = True
    obeys_ferguson = True
    limits = PileLimits(largest=None)

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        for i, pile in enumerate(piles):
            for remove in range(1, pile + 1):
                yield removal(piles, i, remove)

    def _count_moves(self, position: Position) -> int:
        return sum(position.piles)

    def after(self, position: Position, move: Move) -> Position:
        after = super().after(position, move)
        ((i, _),) = move.changes
        if not i:
            return after
        piles = [*after.piles]
        piles[i - 1] += position.removed(move)
        return Position(self, tuple(piles), position.misere)

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        piles = part.piles
        for i, pile in enumerate(piles):
            below, above = piles[: max(0, i - 1)], piles[i + 1 :]
            for left in range(pile):
                lower = (piles[i - 1] + pile - left,) if i else ()
                yield (*below, *lower, left, *above), 1

    def check_move(self, position: Position, move: Move) -> None:
        """Any number of objects may be taken from any step."""

    def pile_values(self, position: Position) -> Sequence[int]:
        return position.piles[::2]

    def origin_of_value(self, position: Position) -> str:
        """The piles on every second step."""
        if not position.piles:
            return "it has no steps"
        return "it is the XOR of every second step, beginning with the first"

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        piles = position.piles
        for i, pile in enumerate(piles):
            # A move from an odd step changes the pile below, which counts, and makes it larger.
            target = targets[i // 2]
            remove = target - piles[i - 1] if i % 2 else pile - target
            if 0 < remove <= pile:
                yield removal(piles, i, remove)

    def text_of(self, position: Position, move: Move) -> str:
        """The steps from which and to which objects are moved."""
        ((i, _),) = move.changes
        to = f"to step {i:,}" if i else "out of the game"
        return f"move {position.removed(move):,} from step {i + 1:,} {to}"

    def read(self, position: Position, text: str) -> Said | None:  # noqa: ARG002
        """How many objects are moved, and from which step."""
        if found := numbers_in(text, "move # from step # out of the game"):
            count, step, to = *found, 0
        elif found := numbers_in(text, "move # from step # to step #"):
            count, step, to = found
        else:
            return None
        if to != step - 1:
            raise IllegalMove("A move goes to the next lower step, from step 1 out of the game.")
        return Said(step - 1, count)

    def decide(self, position: Position) -> Decision:
        """The piles on every second step."""
        return _Steps(position)


class _Steps(ByValues):
    """The piles on every second step decide, in misère play perhaps the 1s among them."""

    @property
    def by(self) -> str:
        return "ones" if super().by == "ones" else "steps"

    def data(self, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The piles on the steps that count."""
        return {"even_steps": [*self.position.piles[::2]]}

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        counting = self.position.piles[::2]
        yield (
            "Only the lowest step and every second step above it matter: if a player moves "
            "objects down onto one of these, the opponent can move them one step further."
        )
        if len(counting) == 1:
            yield f"The lowest step has {counting[0]:,}."
        elif len(counting) <= NAMED:
            yield f"These steps have {numbers(counting)}."
        yield from reasons_by_values(
            counting, self.position.misere, solution.wins, which="these steps"
        )
