"""`HeapGame`, the base of games in which a move changes one pile only.

By the theorem of Sprague and Grundy each pile has a Grundy value, the mex of the values that a move
in it can leave, and in normal play a position is P exactly when the XOR of its values is 0. A new
game of this kind is its `pile_moves`, or its `removals` if moves only remove objects; everything
else follows from these.
"""

from abc import abstractmethod
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from heapq import merge
from itertools import accumulate
from typing import Any

from .decision import ByGenera, ByValues, Decision
from .errors import IllegalMove
from .game import Game
from .meter import NUMBERS_IN_A_STEP, STEPS_TO_LIST, made_once, metered, spend
from .moves import Move, PileMove, Piles, becoming
from .position import Option, Position
from .solution import Solution
from .theory.columns import columns_data, step, width_of
from .theory.genus import tame_genus
from .theory.grundy import nim_sum
from .theory.tame import MAX_EXAMINED, Pile, tame_piles
from .values import TABLES_KEPT, ComputedValues, PileValues
from .words.parity import ALL_TAME, reasons_by_genera
from .words.wording import NAMED, Reason, in_words, numbers, piles_have

LARGEST_SOUGHT = 1_000
"""The largest pile that is tested for being tame, by the moves of all smaller piles."""

PILES_PICTURED = 16  # as many as the pages play with


class HeapGame(Game):
    """A game in which a move changes one pile only."""

    @property
    def _most_listed(self) -> int | None:
        """The most legal moves with which all winning moves are listed; None if they always are."""
        return 10_000

    # --- What a game of this kind defines ---

    @abstractmethod
    def pile_moves(self, pile: int) -> Iterable[PileMove]:
        """Each legal move in a pile: what it removes and what remains, in ascending order of both.

        In a game of removals a move leaves one pile, which may be empty; in a game of splits it
        leaves none, one or two, none of them empty.
        """

    def _count_pile_moves(self, pile: int) -> int:
        """The number of legal moves in a pile."""
        return sum(1 for _ in metered(self.pile_moves(pile)))

    @property
    def values(self) -> PileValues:
        """The Grundy values of the piles: computed from the moves, unless the game knows them.

        They refer to the game, which keeps none: the two would be garbage that waits.
        """
        return ComputedValues(self)

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        for i, pile in enumerate(position.piles):
            for _, parts in self.pile_moves(pile):
                yield becoming((i, parts))

    def _count_moves(self, position: Position) -> int:
        return sum(map(self._count_pile_moves, position.piles))

    def _options(self, position: Position) -> Iterator[Option]:
        """The options; only the first of equal piles is moved."""
        piles = position.piles
        for i, pile in enumerate(piles):
            if pile not in piles[:i]:
                multiplicity, others = piles.count(pile), piles[:i] + piles[i + 1 :]
                for _, parts in self.pile_moves(pile):
                    left = Position(self, (*others, *parts), position.misere)
                    yield Option(left, multiplicity, partial(becoming, (i, parts)))

    def parts(self, position: Position) -> Sequence[Position]:
        """The piles that are not empty."""
        return [Position(self, (pile,)) for pile in position.piles if pile]

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        return ((tuple(parts), 1) for _, parts in self.pile_moves(part.piles[0]))

    @property
    def _comes_apart(self) -> bool:
        return self.form == "split"

    def joined(self, parts: Sequence[Position], misere: bool) -> Position:
        return Position(self, tuple(sorted(part.piles[0] for part in parts)), misere)

    def check_move(self, position: Position, move: Move) -> None:
        if self.form not in ("removal", "split"):
            super().check_move(position, move)
            return
        ((i, _),) = move.changes
        pile, remove = position.piles[i], position.removed(move)
        if next(self._parts_after(position, i, remove), None) is None:
            raise IllegalMove(self.why_illegal(pile, remove), "remove")

    def _parts_after(self, position: Position, i: int, remove: int) -> Iterator[Sequence[int]]:
        pile = position.piles[i]
        return (parts for taken, parts in self.pile_moves(pile) if taken == remove)

    def why_illegal(self, pile: int, remove: int) -> str:
        """Why a move may not remove this number of objects from a pile that has them."""
        rule = f"{self.rule[0].lower()}{self.rule[1:]}"
        return f"Can't remove {remove:,} from a pile of {pile:,}: {rule}"

    # --- Who wins ---

    def pile_values(self, position: Position) -> Sequence[int]:
        return self.values.of(position.piles)

    def origin_of_value(self, position: Position) -> str:
        """The XOR of the values of the piles."""
        values = self.pile_values(position)
        if not values:
            return "it has no piles"
        if len(values) == 1:
            return in_words("it is the value of its pile", self.words)
        which = numbers(values) if len(values) <= NAMED else "the values of its piles"
        return in_words(f"it is the XOR of {which}", self.words)

    def _parts_leaving(self, pile: int, target: int) -> Iterator[Sequence[int]]:
        """The results of moves in a pile that have this value, in order."""
        known = self.values.table(pile + 1)
        for _, parts in metered(self.pile_moves(pile)):
            if nim_sum([known[part] for part in parts]) == target:
                yield parts

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        for i, (pile, target) in enumerate(zip(position.piles, targets, strict=True)):
            spend(STEPS_TO_LIST)
            for parts in self._parts_leaving(pile, target):
                yield Move(((i, tuple(parts)),))

    # --- Tame misère play: see theory/tame.py ---

    @property
    def is_tame(self) -> bool:
        """Whether all piles are known to be tame, whatever their size."""
        return False

    def _firm(self, piles: Sequence[int]) -> Sequence[bool] | None:
        """Whether each of these piles is firm in misère play; None unless all are tame."""
        largest = max(piles, default=0)
        if largest > _largest_sought(self):
            return None
        known = _tame_table(self, max(1, largest).bit_length())
        return [known[pile] for pile in piles] if largest < len(known) else None

    def _tame(self, position: Position) -> Sequence[Pile] | None:
        if self.obeys_ferguson:
            return super()._tame(position)
        firm = self._firm(position.piles)
        if firm is None:
            return None
        return [*map(Pile, self.values.of(position.piles), firm)]

    def decide(self, position: Position) -> Decision:
        """The values, or in misère play without Ferguson's rule the genera or a search."""
        if position.misere and not self.obeys_ferguson:
            return _Misere(position)
        return ByPileValues(position)

    def _moves_beside(self, position: Position, others: Sequence[Pile]) -> Iterator[Move]:
        if self.obeys_ferguson:
            yield from super()._moves_beside(position, others)
            return
        for i, (pile, (value, is_firm)) in enumerate(zip(position.piles, others, strict=True)):
            found = self._parts_leaving(pile, value)
            if not is_firm:
                without_firm = self._parts_leaving(pile, value ^ 1)
                # Each is ordered by what moves remove, then by what they leave, and so are both.
                found = merge(
                    (parts for parts in found if any(self._firm(parts) or ())),
                    (parts for parts in without_firm if not any(self._firm(parts) or ())),
                    key=lambda parts: (-sum(parts), *parts),
                )
            for parts in found:
                yield becoming((i, parts))

    def _lists_all(self, position: Position) -> bool:
        """Whether there are not too many legal moves for that."""
        return self._most_listed is None or self._count_moves(position) <= self._most_listed


class OfPiles(Decision):
    """A decision of a heap game: its data are the values in binary, their columns, and the rows."""

    game: HeapGame

    def losing_move(self) -> Move | None:
        """The move to make in a lost position.

        In a game of splits it is the move that leaves most objects, else the smallest legal removal
        from the largest pile that has one; the first in order on a tie.
        """
        piles, game = self.position.piles, self.game
        if game.form == "split":
            first = (next(iter(game.pile_moves(pile)), None) for pile in piles)
            found = [(move[0], i, move[1]) for i, move in enumerate(first) if move]
            _, i, parts = min(found, default=(0, -1, []))
            return becoming((i, parts)) if found else None
        for pile in sorted({*piles}, reverse=True):
            for _, parts in game.pile_moves(pile):
                return becoming((piles.index(pile), parts))
        return None

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """What each winning move does to its row, besides."""
        rows = self.position.piles if solution.grundy_values is None else solution.grundy_values
        width, steps = width_of(rows), []
        for move in solution.winning_moves:
            for pile, parts in move.changes:
                left = nim_sum(self.game.values.of(parts))
                steps.append(step(pile, rows[pile], left, width))
        return {**columns_data(rows), "steps": steps, **self.pictures()}

    def pictures(self) -> Mapping[str, Any]:
        """The numbers of a picture of each of the first piles, if the game has any."""
        values, found = self.game.values, dict[str, list[Any]]()
        for pile in self.position.piles[:PILES_PICTURED]:
            for kind, picture in (values.pictured(pile) or {}).items():
                found.setdefault(kind, []).append(picture)
        return found

    def origins(self) -> Iterator[str]:
        """Where the values come from."""
        values, indexes = self.game.values, dict[int, list[int]]()
        for i, pile in enumerate(self.position.piles):
            if pile:
                indexes.setdefault(pile, []).append(i)
        yield values.why()
        for i, (pile, places) in enumerate(indexes.items()):
            if i == NAMED:
                yield "The other values are found in the same way."
                return
            (value,) = values.of([pile])
            yield f"{values.why_pile(pile)}, so {piles_have(places)} the value {value:,}."


class ByPileValues(OfPiles, ByValues):
    """The values of the piles decide."""

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        """The values, and why they decide the position."""
        position, wins = self.position, solution.wins
        yield from self.origins()
        alone, *others = [*filter(None, position.piles)]
        reasons = [] if others else self.game.values.why_alone(alone, position.misere, wins)
        yield from reasons or super().reasons(solution)


class _Misere(OfPiles, ByGenera):
    """Misère play of a heap game that does not follow Ferguson's rule."""

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The genera too, if they decide."""
        data = super().data(solution)
        return data if self.tame is None else {**data, "genera": [*map(tame_genus, self.tame)]}

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        if self.tame is None:
            yield (
                "The class was found by search: the service uses no rule for these piles in "
                "misère play."
            )
            return
        yield from self.origins()
        yield from reasons_by_genera(ALL_TAME, self.tame)


class RemovalGame(HeapGame):
    """A game in which a move only removes objects from one pile."""

    @abstractmethod
    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile, in ascending order."""

    def _removals_leaving(self, pile: int, target: int) -> Iterable[int]:
        """The removals that leave a pile with this value, in ascending order."""
        removals = self.removals(pile)
        spend(len(removals) / NUMBERS_IN_A_STEP)
        values = self.values.of([pile - remove for remove in removals])
        return [n for n, value in zip(removals, values, strict=True) if value == target]

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return ((remove, [pile - remove]) for remove in self.removals(pile))

    def _parts_leaving(self, pile: int, target: int) -> Iterator[Sequence[int]]:
        return ([pile - remove] for remove in self._removals_leaving(pile, target))

    def _count_pile_moves(self, pile: int) -> int:
        return len(self.removals(pile))

    def check_move(self, position: Position, move: Move) -> None:
        ((i, _),) = move.changes
        pile, remove = position.piles[i], position.removed(move)
        if remove not in self.removals(pile):
            raise IllegalMove(self.why_illegal(pile, remove), "remove")


@made_once(TABLES_KEPT)
def _largest_sought(game: HeapGame) -> int:
    """The largest pile for which the table of tame piles is made: its moves are not too many."""
    counts = accumulate(metered(map(game._count_pile_moves, range(LARGEST_SOUGHT + 1))))
    return bisect([*counts], MAX_EXAMINED) - 1


@made_once(TABLES_KEPT)
def _tame_table(game: HeapGame, exponent: int) -> Sequence[bool]:
    size = 1 << exponent
    return tame_piles(game.pile_moves, game.values.table(size), size)
