"""`HeapGame`, the base of games in which a move changes one pile only.

By Sprague and Grundy each pile then has a Grundy value, the mex of the values of what a move can
leave of it, and in normal play a position is P exactly when the XOR of its values is 0. A new game
of this kind is its `pile_moves`, or its `removals` where moves only remove objects; everything else
follows from these.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar

from service.game.errors import IllegalMove
from service.game.game import Game
from service.game.position import Move, Option, Piles, Position, removed
from service.game.solution import Solution, solution_of
from service.game.theory.columns import binary_rows, odd_columns, step, width_of
from service.game.theory.ferguson import values_to_leave, wins_by_values
from service.game.theory.grundy import mex, nim_sum
from service.game.theory.period import ValueSequence, sequence_of
from service.game.theory.search import ALWAYS_SEARCHED, HeapSearch, count_searched
from service.game.theory.walk import (
    MAX_EXAMINED_MOVES,
    TOO_MANY,
    too_many_moves,
    too_many_positions,
    walk,
)
from service.game.words.parity import misere_parity_reasons, parity_reasons
from service.game.words.wording import NAMED, numbers, piles_have

PileMove = tuple[int, list[int]]
"""The number of objects that a move removes from a pile, and the piles that remain of it."""

STEPS_TO_SEARCH = 10
"""Work for each position that a search of piles begins, in steps."""

_TABLES_KEPT = 16


class HeapGame(Game):
    """A game in which a move changes one pile only."""

    largest_pile: ClassVar[int | None] = 1_000
    has_pile_values = True

    _searched: HeapSearch | None = None

    # --- What a game of this kind defines ---

    @abstractmethod
    def pile_moves(self, pile: int) -> Iterable[PileMove]:
        """Each legal move in a pile: what it removes and what remains, in ascending order of both.

        In a game of removals a move leaves one pile, which may be empty; in a game of splits it
        leaves none, one or two, none of them empty.
        """

    def count_pile_moves(self, pile: int) -> int:
        """The number of legal moves in a pile."""
        return sum(1 for _ in self.pile_moves(pile))

    def table(self, size: int) -> Sequence[int]:
        """The Grundy values of the piles 0, 1, 2 …, at least `size` of them."""
        return _table(self, max(1, size - 1).bit_length())

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and the period where one is proven."""
        return sequence_of(self.table(size)[:size], None)

    # --- Limits ---

    def max_reachable(self, position: Position) -> int:
        if self.form == "split":
            objects = sum(position.piles)
            return count_searched(objects) if objects <= ALWAYS_SEARCHED else TOO_MANY
        return super().max_reachable(position)

    def preparation(self, largest: int) -> int:
        """The work to compute each value from all smaller ones."""
        return largest * largest

    def work(self, position: Position) -> int:
        """The work to examine each legal move."""
        return self.max_listed(position, 0) + len(position.piles) + 10

    def search_work(self, position: Position) -> int:
        if not position.misere or self.follows_ferguson():
            return 0
        return STEPS_TO_SEARCH * count_searched(sum(position.piles))

    def searched(self) -> float:
        return self._searched.begun if self._searched else 0

    def max_listed(self, position: Position, max_moves: int) -> int:  # noqa: ARG002
        """An upper bound of the legal moves: each may win, and all that win are listed.

        Counting them may take long, but a pile has no more moves than objects, or ways to split
        it.
        """
        if self.form == "removal":
            return sum(position.piles)
        return sum((pile + 1) * (pile // 2 + 1) for pile in position.piles)

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        for i, pile in enumerate(position.piles):
            for remove, parts in self.pile_moves(pile):
                yield self.move(i, remove, parts)

    def move(self, i: int, remove: int, parts: list[int]) -> Move:
        """A move in a pile."""
        if self.form == "split":
            return {"pile": i, "remove": remove, "leaves_piles": parts}
        return {"pile": i, "remove": remove, "leaves": parts[0]}

    def count_moves(self, position: Position) -> int:
        return sum(map(self.count_pile_moves, position.piles))

    def options(self, position: Position) -> Iterator[Option]:
        """The options; of equal piles only the first is moved."""
        piles = position.piles
        seen = set()
        for i, pile in enumerate(piles):
            if pile not in seen:
                seen.add(pile)
                others, count = piles[:i] + piles[i + 1 :], piles.count(pile)
                for remove, parts in self.pile_moves(pile):
                    left = tuple(sorted(filter(None, (*others, *parts))))
                    yield Option(
                        Position(self, left, position.misere), count, self.move(i, remove, parts)
                    )

    def check_move(self, position: Position, move: Move) -> None:
        if "removals" in move:
            raise TypeError("a move in one pile is not several removals")
        pile, remove = position.piles[move["pile"]], move["remove"]
        if not any(taken == remove for taken, _ in self.pile_moves(pile)):
            raise IllegalMove(self.why_illegal(pile, remove), "remove")

    def why_illegal(self, pile: int, remove: int) -> str:
        """Why a move may not remove this number of objects from a pile that has them."""
        rule = f"{self.rule[0].lower()}{self.rule[1:]}"
        return f"Can't remove {remove:,} from a pile of {pile:,}: {rule}"

    # --- Who wins ---

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile."""
        known = self.table(max(piles, default=0) + 1)
        return [known[pile] for pile in piles]

    def value(self, pile: int) -> int:
        """The Grundy value of a pile."""
        return self.values([pile])[0]

    def pile_values(self, position: Position) -> Sequence[int]:
        return self.values(position.piles)

    def moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        known = self.table(max(position.piles, default=0) + 1)
        for i, (pile, target) in enumerate(zip(position.piles, targets, strict=True)):
            for remove, parts in self.pile_moves(pile):
                if nim_sum([known[part] for part in parts]) == target:
                    yield self.move(i, remove, parts)

    def wins(self, position: Position) -> bool:
        piles = position.piles
        if position.misere and not self.follows_ferguson():
            return self.misere_rule(piles)(piles)
        return wins_by_values(self.values(piles), position.misere)

    def misere_rule(self, piles: Sequence[int]) -> Callable[[Sequence[int]], bool]:
        """Whether the player to move wins in misère play, if the values do not decide it.

        It returns a function of any piles that are reachable from these, which searches and may
        raise TooMuchWork. The search is kept, since its results apply to all positions that play
        can reach.
        """
        if self._searched is None or not self._searched.covers(piles):
            splits = self.form == "split"
            self._searched = HeapSearch(self.pile_moves, piles, misere=True, splits=splits)
        self._searched.renew()
        return self._searched.wins

    def winning_moves(self, position: Position) -> Iterator[Move]:
        piles, misere = position.piles, position.misere
        if misere and not self.follows_ferguson():
            wins = self.misere_rule(piles)
            for move in self.moves(position):
                if not wins(self.after(position, move).piles):
                    yield move
            return
        if targets := values_to_leave(self.values(piles), misere):
            yield from self.moves_leaving(position, targets)

    def winning_options(self, position: Position) -> Iterator[Position]:
        """The lost positions that moves lead to; of equal piles only the first is moved."""
        first = {pile: i for i, pile in reversed([*enumerate(position.piles)])}
        for move in self.winning_moves(position):
            assert "pile" in move  # noqa: S101
            if first[position.piles[move["pile"]]] == move["pile"]:
                yield position.after(move).canonical()

    def losing_move(self, position: Position) -> Move | None:
        """The move to make in a lost position.

        In a game of splits it is the move that leaves most objects, else the smallest legal removal
        from the largest pile that has one; the first in order on a tie.
        """
        piles = position.piles
        if self.form == "split":
            return min(self.moves(position), key=removed, default=None)
        for pile in sorted({*piles}, reverse=True):
            for remove, parts in self.pile_moves(pile):
                return self.move(piles.index(pile), remove, parts)
        return None

    def solve(self, position: Position, max_moves: int) -> Solution:  # noqa: ARG002
        """Solve a position; all winning moves are listed."""
        values = self.values(position.piles)
        if position.misere and not self.follows_ferguson():
            wins = self.wins(position)
        else:
            wins = wins_by_values(values, position.misere)
        winning = [*self.winning_moves(position)] if wins else []
        solution = solution_of(wins, winning, None if winning else self.losing_move(position))
        solution["nim_sum"] = nim_sum(values)
        solution["grundy_values"] = values
        return solution

    # --- Reachable positions ---

    def reachable(self, position: Position, max_positions: int) -> set[Position]:
        """The reachable positions. Raises TooMuchWork.

        A move changes one pile, so the positions of each pile are combined, pile by pile; a further
        pile never makes them fewer. With fewer different moves than piles, following the moves is
        faster.
        """
        if self.reaches_all_smaller:
            return super().reachable(position, max_positions)
        piles = position.canonical().piles
        sizes = range(max(piles, default=0) + 1)
        if len(sizes) <= len(piles) and sum(map(self.count_pile_moves, sizes)) <= len(piles):
            return walk(position, max_positions)
        found: set[Piles] = {()}
        for pile, equal in groupby(piles):
            become = self._reachable_from_pile(pile, max_positions)
            for _ in equal:
                found = _combined(found, become, max_positions)
        return {Position(self, left, position.misere) for left in found}

    def _reachable_from_pile(self, pile: int, max_positions: int) -> set[Piles]:
        """The positions that are reachable from a single pile, without empty piles."""
        start: Piles = (pile,) if pile else ()
        found, waiting = {start}, [start]
        examined = 0
        while waiting:
            piles = waiting.pop()
            for i, size in enumerate(piles):
                if i and size == piles[i - 1]:
                    continue
                others = piles[:i] + piles[i + 1 :]
                for _, parts in self.pile_moves(size):
                    examined += 1
                    left = tuple(sorted((*others, *filter(None, parts))))
                    if left not in found:
                        found.add(left)
                        waiting.append(left)
                        if len(found) > max_positions:
                            raise too_many_positions(max_positions)
                    if examined > MAX_EXAMINED_MOVES:
                        raise too_many_moves(MAX_EXAMINED_MOVES)
        return found

    # --- Why ---

    def data(self, position: Position, solution: Solution) -> Mapping[str, Any]:
        """The values in binary, their columns, and what each winning move does to its row."""
        rows = solution.get("grundy_values", position.piles)
        binary, width = binary_rows(rows), width_of(rows)
        odd = binary["odd_columns"] = odd_columns(binary)
        steps = []
        for move in solution["winning_moves"]:
            assert "removals" not in move  # noqa: S101
            parts = move["leaves_piles"] if "leaves_piles" in move else [move["leaves"]]
            after = nim_sum(self.values(parts))
            steps.append(step(move["pile"], rows[move["pile"]], after, width))
        return {
            "binary": binary,
            "state": "odd" if odd else "even",
            "leading_column": odd[0] if odd else None,
            "steps": steps,
        }

    def why_values(self) -> str:
        """The derivation of the values from the rule, as a sentence."""
        return (
            f"{self.rule} The Grundy value of a pile is the least number missing among the values "
            "of what a move can leave of it."
        )

    def why_value(self, pile: int) -> str:
        """Why a pile has its value, as the beginning of a sentence."""
        reached = sorted({nim_sum(self.values(parts)) for _, parts in self.pile_moves(pile)})
        if not reached:
            return f"No move is legal from {pile:,}"
        if len(reached) > NAMED:
            reach = f"{len(reached):,} different values"
        else:
            reach = f"the value {numbers(reached, 'or')}"
        least = f"the least number missing is {self.value(pile):,}"
        return f"A move from {pile:,} leaves {reach}, and {least}"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:  # noqa: ARG002
        """Why a position with a single pile is won or lost, if that is simpler than its columns."""
        return [] if misere else ["A single pile is lost if and only if its value is 0."]

    def why_misere(self) -> str:
        """How misère play was solved, as a sentence, if the values do not decide it."""
        return (
            "In misère play no rule is known for this game, so the class was found by search: "
            "every line of play was examined."
        )

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:
        """The values, and why they decide the position."""
        piles, misere = position.piles, position.misere
        if misere and not self.follows_ferguson():
            yield self.why_misere()
            return
        yield from self._origins(piles)
        wins = solution["to_move_wins"]
        alone = [pile for pile in piles if pile]
        if len(alone) == 1 and (reasons := self.why_alone(alone[0], misere, wins)):
            yield from reasons
        elif misere:
            yield from misere_parity_reasons(self.values(piles), wins)
        else:
            yield from parity_reasons(self.values(piles))

    def _origins(self, piles: Sequence[int]) -> Iterator[str]:
        indexes: dict[int, list[int]] = {}
        for i, pile in enumerate(piles):
            if pile:
                indexes.setdefault(pile, []).append(i)
        yield self.why_values()
        for i, (pile, places) in enumerate(indexes.items()):
            if i == NAMED:
                yield "The other values are found in the same way."
                return
            yield f"{self.why_value(pile)}, so {piles_have(places)} the value {self.value(pile):,}."


class RemovalGame(HeapGame):
    """A game in which a move only removes objects from one pile."""

    @abstractmethod
    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile, in ascending order."""

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return ((remove, [pile - remove]) for remove in self.removals(pile))

    def count_pile_moves(self, pile: int) -> int:
        return len(self.removals(pile))

    def check_move(self, position: Position, move: Move) -> None:
        assert "leaves" in move  # noqa: S101
        pile, remove = position.piles[move["pile"]], move["remove"]
        if remove not in self.removals(pile):
            raise IllegalMove(self.why_illegal(pile, remove), "remove")


@lru_cache(maxsize=_TABLES_KEPT)
def _table(game: HeapGame, exponent: int) -> Sequence[int]:
    values: list[int] = []
    for pile in range(1 << exponent):
        values.append(
            mex({nim_sum([values[p] for p in parts]) for _, parts in game.pile_moves(pile)})
        )
    return values


def _combined(some: Iterable[Piles], others: Iterable[Piles], max_positions: int) -> set[Piles]:
    """Each position of one set together with each of the other. Raises TooMuchWork."""
    found: set[Piles] = set()
    for position in some:
        found.update(tuple(sorted(position + other)) for other in others)
        if len(found) > max_positions:
            raise too_many_positions(max_positions)
    return found
