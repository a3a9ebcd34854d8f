"""`PileGame`, the base of games in which a move changes one pile only.

By Sprague and Grundy each pile then has a Grundy value, the mex of the values of what a move can
leave of it, and in normal play a position is P exactly when the XOR of its values is 0. A new game
of this kind is its `pile_moves`, and a limit on its piles; all else follows from there.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby, islice

from service.game.columns import binary_rows, odd_columns, step, width_of
from service.game.errors import (
    AmbiguousMove,
    IllegalMove,
    TooMuchWork,
    too_many_positions,
)
from service.game.ferguson import Change, change
from service.game.game import Game
from service.game.misere_search import MAX_SEARCHED, count_searched
from service.game.nim import nim_sum
from service.game.parity import misere_parity_reasons, parity_reasons
from service.game.play import MoveLike, check_form, pile_and_number
from service.game.search import Search
from service.game.solution import Move, Piles, Solution, Split, Theory, class_of, removed
from service.game.value_sequence import ValueSequence, sequence_of
from service.game.wording import NAMED, listed, numbers, piles_have

PileMove = tuple[int, list[int]]
"""The number of objects that a move removes from a pile, and the piles that remain of it."""

STEPS_TO_SEARCH = 100
"""Work for each position that a search visits."""

_TABLES_KEPT = 16
CHOICES_SHOWN = 10


class PileGame(Game):
    """A game in which a move changes one pile only."""

    largest_pile = 1_000

    # --- What a game of this kind defines ---

    @abstractmethod
    def pile_moves(self, pile: int) -> Iterable[PileMove]:
        """Each legal move in a pile: what it removes and what remains, in ascending order of both.

        In a game of removals a move leaves one pile, which may be empty; in a game of splits it
        leaves none, one or two, none of them empty.
        """

    def table(self, size: int) -> Sequence[int]:
        """The Grundy values of the piles 0, 1, 2 …, at least `size` of them."""
        return _table(self, max(1, size - 1).bit_length())

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and the period where one is proven."""
        return sequence_of(self.table(size)[:size], None)

    def follows_values(self) -> bool:
        """Whether Ferguson's rule holds, so that the values decide misère play too."""
        return False

    def misere_wins(self, piles: Sequence[int]) -> bool:
        """Whether the player to move wins in misère play, if the values don't decide it."""
        return self._search.wins(self.canonical(piles))

    @cached_property
    def _search(self) -> Search[Piles]:
        return Search(self.options, MAX_SEARCHED, _too_large_to_search)

    def misere_reasons(self) -> Iterator[str]:
        """Sentences on how misère play was solved, if the values don't decide it."""
        yield (
            "In misère play no rule is known for this game, so the class was found by search: "
            "every line of play was looked at."
        )

    # --- Limits ---

    def preparation(self, largest: int) -> int:
        """The work to compute each value from all smaller ones."""
        return largest * largest

    def work(self, piles: Sequence[int], misere: bool) -> int:
        """The work to examine each legal move, and to search where misère play needs that."""
        listed = self.max_listed(piles) + len(piles) + 10
        if misere and not self.follows_values():
            return listed + STEPS_TO_SEARCH * count_searched(sum(piles))
        return listed

    def max_listed(self, piles: Sequence[int]) -> int:
        """An upper bound of the legal moves: each may win.

        Counting them may take long, but a pile has no more moves than objects, or ways to split
        it.
        """
        if self.form == "removal":
            return sum(piles)
        return sum((pile + 1) * (pile // 2 + 1) for pile in piles)

    # --- Moves ---

    def count_pile_moves(self, pile: int) -> int:
        """The number of legal moves in a pile."""
        return sum(1 for _ in self.pile_moves(pile))

    def count_moves(self, piles: Sequence[int]) -> int:
        """The number of legal moves."""
        return sum(map(self.count_pile_moves, piles))

    def moves(self, piles: Sequence[int]) -> Iterator[Move]:
        """All legal moves, ordered by pile, then by what they remove, then by what they leave."""
        for i, pile in enumerate(piles):
            for remove, parts in self.pile_moves(pile):
                yield self.move(i, remove, parts)

    def move(self, i: int, remove: int, parts: list[int]) -> Move:
        """A move in a pile."""
        if self.form == "split":
            split: Split = {"pile": i, "remove": remove, "leaves_piles": parts}
            return split
        return {"pile": i, "remove": remove, "leaves": parts[0]}

    # --- Who wins ---

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile."""
        known = self.table(max(piles, default=0) + 1)
        return [known[pile] for pile in piles]

    def value(self, pile: int) -> int:
        """The Grundy value of a pile."""
        return self.values([pile])[0]

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""
        if misere and not self.follows_values():
            return self.misere_wins(piles)
        return change(self.values(piles), misere).wins

    def winning_moves(self, piles: Sequence[int], misere: bool) -> Iterator[Move]:
        """All moves to a lost position, in order."""
        if misere and not self.follows_values():
            return super().winning_moves(piles, misere)
        values = self.values(piles)
        return self.moves_by_values(piles, values, change(values, misere))

    def moves_by_values(
        self, piles: Sequence[int], values: Sequence[int], by: Change
    ) -> Iterator[Move]:
        """All moves that give their pile the value that a winning move must leave."""
        if not by.wins:
            return
        known = self.table(max(piles, default=0) + 1)
        for i, (pile, value) in enumerate(zip(piles, values, strict=True)):
            target = by.target(i, value)
            for remove, parts in self.pile_moves(pile):
                if nim_sum([known[part] for part in parts]) == target:
                    yield self.move(i, remove, parts)

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position; all winning moves are listed."""
        values = self.values(piles)
        if misere and not self.follows_values():
            wins = self.misere_wins(piles)
            winning = [*self.winning_moves(piles, misere)] if wins else []
        else:
            by = change(values, misere)
            wins, winning = by.wins, [*self.moves_by_values(piles, values, by)]
        # The first of those that remove most.
        best = max(winning, key=removed) if winning else self.losing_move(piles)
        return {
            "nim_sum": nim_sum(values),
            "position_class": class_of(wins),
            "to_move_wins": wins,
            "winning_moves": winning,
            "best_move": best,
            "grundy_values": values,
        }

    def losing_move(self, piles: Sequence[int]) -> Move | None:
        """The best move of a lost position.

        In a game of splits it is the move that leaves most objects, else the smallest legal removal
        from the largest pile that has one; the first in order on a tie.
        """
        if self.form == "split":
            return min(self.moves(piles), key=removed, default=None)
        for pile in sorted({*piles}, reverse=True):
            for remove, parts in self.pile_moves(pile):
                return self.move([*piles].index(pile), remove, parts)
        return None

    # --- Reachable positions ---

    def following(self, position: Piles) -> Iterator[tuple[Game, Piles, int]]:
        """The options with their games and the numbers of moves; equal piles are moved once."""
        for i, pile in enumerate(position):
            if i == 0 or pile != position[i - 1]:
                others, count = position[:i] + position[i + 1 :], position.count(pile)
                for _, parts in self.pile_moves(pile):
                    yield self, self.canonical((*others, *parts)), count

    def winning_results(self, position: Piles, misere: bool) -> Iterator[Piles]:
        """The lost positions that a move leads to; equal piles are moved once."""
        if misere and not self.follows_values():
            yield from (left for left in self.options(position) if not self.misere_wins(left))
            return
        values = self.values(position)
        by = change(values, misere)
        for i, (pile, value) in enumerate(zip(position, values, strict=True)):
            if i == 0 or pile != position[i - 1]:
                others = position[:i] + position[i + 1 :]
                alone = Change(by.wins, value ^ by.target(i, value), None)
                for move in self.moves_by_values([pile], [value], alone):
                    yield self.canonical((*others, *self.left([pile], move)))

    def reachable(self, piles: Sequence[int], max_positions: int) -> set[Piles]:
        """The reachable positions. Raises TooMuchWork.

        A move changes one pile, so the positions of each pile are combined, pile by pile; another
        pile never makes them fewer. With fewer different moves than piles it is faster to follow
        the moves.
        """
        position = self.canonical(piles)
        sizes = range(max(position, default=0) + 1)
        if len(sizes) <= len(piles) and sum(map(self.count_pile_moves, sizes)) <= len(piles):
            return super().reachable(position, max_positions)
        found: set[Piles] = {()}
        for pile, equal in groupby(position):
            become = self.pile_positions(pile, max_positions)
            for _ in equal:
                found = _side_by_side(found, become, max_positions)
        return found

    def pile_positions(self, pile: int, max_positions: int) -> set[Piles]:
        """The positions that are reachable from a single pile. Raises TooMuchWork."""
        return super().reachable([pile], max_positions)

    # --- A move that a player made ---

    def play(self, piles: Sequence[int], played: MoveLike) -> Move:
        """The legal move that a player made. Raises an IllegalMove."""
        if self.form != "split":
            return super().play(piles, played)
        check_form(self.form, played)
        pile, remove = pile_and_number(piles, played)
        choices = [parts for taken, parts in self.pile_moves(piles[pile]) if taken == remove]
        if not choices:
            raise IllegalMove(self.why_illegal(piles[pile], remove), "remove")
        if played.leaves_piles is not None:
            choices = [parts for parts in choices if parts == sorted(played.leaves_piles)]
            if not choices:
                message = f"Removing {remove:,} from a pile of {piles[pile]:,} can't leave these."
                raise IllegalMove(message, "leaves_piles")
        if len(choices) > 1:
            shown = listed([str(parts) for parts in choices[:CHOICES_SHOWN]], "or")
            message = f"Say what this move leaves, for example {shown}."
            raise AmbiguousMove(message, "leaves_piles")
        return self.move(pile, remove, choices[0])

    def check_move(self, piles: Sequence[int], move: Move) -> None:
        """Raise IllegalMove if the rules forbid a removal."""
        if "remove" in move:
            pile, remove = piles[move["pile"]], move["remove"]
            if not self.allows(pile, remove):
                raise IllegalMove(self.why_illegal(pile, remove), "remove")

    def allows(self, pile: int, remove: int) -> bool:
        """Whether a move may remove this number of objects from a pile that has them."""
        return any(taken == remove for taken, _ in self.pile_moves(pile))

    def why_illegal(self, pile: int, remove: int) -> str:
        """Why a move may not remove this number of objects from a pile that has them."""
        rule = f"{self.rule[0].lower()}{self.rule[1:]}"
        return f"Can't remove {remove:,} from a pile of {pile:,}: {rule}"

    # --- Why ---

    def theory(self, piles: Sequence[int], misere: bool, solution: Solution) -> Theory:  # noqa: ARG002
        """The values in binary, their columns, and what each winning move does to its row."""
        rows = solution.get("grundy_values", piles)
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
        if misere:
            return []
        return ["A single pile is lost exactly if its value is 0."]

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """The values, and why they decide the position."""
        if misere and not self.follows_values():
            yield from self.misere_reasons()
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
        for pile in islice(indexes, NAMED):
            have = piles_have(indexes[pile])
            yield f"{self.why_value(pile)}, so {have} the value {self.value(pile):,}."
        if len(indexes) > NAMED:
            yield "The other values are found in the same way."


@lru_cache(maxsize=_TABLES_KEPT)
def _table(game: PileGame, exponent: int) -> Sequence[int]:
    values: list[int] = []
    for pile in range(1 << exponent):
        reached = {nim_sum([values[p] for p in parts]) for _, parts in game.pile_moves(pile)}
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return values


def _too_large_to_search() -> TooMuchWork:
    return TooMuchWork(
        f"In misère play this game is solved by search, of at most {MAX_SEARCHED:,} positions."
    )


def _side_by_side(some: Iterable[Piles], others: Iterable[Piles], max_positions: int) -> set[Piles]:
    """Each position of one set beside each of the other. Raises TooMuchWork."""
    found: set[Piles] = set()
    for position in some:
        found.update(tuple(sorted(position + other)) for other in others)
        if len(found) > max_positions:
            raise too_many_positions(max_positions)
    return found
