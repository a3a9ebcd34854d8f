"""Welter's game: coins on the squares of a strip, no two on one; a move takes one to the left.

The piles are the squares on which the coins are, counted from 0. A move takes one coin to any empty
square with a smaller number, past others if need be.

The Grundy value of a position is Welter's function of its squares. Pair the two squares that are
congruent modulo the highest power of 2, then those of the others, and so on: a pair is worth
(a ⊕ b) - 1, a square that is left alone itself, and the position the XOR of these. It's the XOR of
all squares and, for each two of them, of (a ⊕ b) ⊕ ((a ⊕ b) - 1): a bit of that is 1 if
and only if the two squares agree in all lower bits. So for each coin and each value there is one
square with which the position has that value, and its bits follow one by one, the lowest first.

In misère play all positions are tame. With n coins, take each square k with 2n - 1 - k for a couple
of squares. A position is fickle if each couple has one coin, and firm otherwise:

- A move from a fickle position to a fickle one takes a coin from the larger square of its couple to
  the smaller one, so these positions alternate: their value is the parity of the coins on larger
  squares, and the last one, on the squares 0 to n - 1, ends the game.
- A position that one move takes to a fickle one, but isn't fickle, has moves to fickle positions of
  both parities. In it a couple is empty. If the moved coin stands beyond all couples, it can go to
  both squares of the empty one. Else it shares a couple, and each of the two coins there can go to
  the smaller square of the empty couple, or one of them to both.
- A position that a move from a fickle one leaves, but isn't fickle, has such a move too: a couple
  is empty, and another has two coins, one of which is on a larger square than the empty one's
  smaller square.

So a fickle position has fickle options of one value only, and its firm options have values of 2 or
more; all other positions have fickle options of both values, or none. That's what tame means:
theory/tame.py.

Sources: C. P. Welter, "The theory of a class of games on a sequence of squares, in terms of the
advancing operation in a special group", Indagationes Mathematicae 16 (1954); J. H. Conway, "On
Numbers and Games" (1976), chapter 13.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Any, ClassVar

from ..bounds import PileLimits
from ..decision import ByGenera, ByValues, Decision
from ..errors import IllegalMove, WrongPiles
from ..game import Game
from ..moves import Move, Piles, Said, removal
from ..position import Position
from ..solution import Solution
from ..theory.genus import tame_genus
from ..theory.tame import Pile
from ..words.moves import numbers_in
from ..words.wording import Reason, Theory, listed, numbers

MAX_COINS = 20


class Welter(Game):
    """A move takes a coin to any empty square of a smaller number.

    >>> [move.changes for move in Welter.position([1, 3, 6]).winning_moves()]
    [((2, (5,)),)]
    """

    name = "welter"
    title = "Welter's game"
    rule = (
        "A move takes a coin to an empty square of a smaller number, past other coins if need be; "
        "no two coins are on one square."
    )
    piles_are = "the squares of coins on a strip, counted from 0"
    words: ClassVar[Mapping[str, str]] = {"pile": "coin", "object": "square"}
    nothing_left = "No coin can move."
    limits = PileLimits(1, MAX_COINS, None)
    keeps_empty = True

    def check(self, position: Position) -> None:
        """Raise an InputError if there are too many coins, or two on one square."""
        super().check(position)
        squares = position.piles
        for i, square in enumerate(squares):
            if square in squares[:i]:
                text = f"There is another coin on square {square:,}."
                raise WrongPiles("not-a-position", text, ("piles", i))

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        squares = position.piles
        for i, square in enumerate(squares):
            for left in range(square - 1, -1, -1):
                if left not in squares:
                    yield removal(squares, i, square - left)

    def _count_moves(self, position: Position) -> int:
        coins = len(position.piles)
        return sum(position.piles) - coins * (coins - 1) // 2

    def check_move(self, position: Position, move: Move) -> None:
        ((_, (left,)),) = move.changes
        if left in position.piles:
            raise IllegalMove(f"There is a coin on square {left:,}.", "remove")

    # --- Who wins ---

    def pile_values(self, position: Position) -> Sequence[int]:
        return [welter_value(position.piles)]

    def origin_of_value(self, position: Position) -> str:
        """What the pairs are worth, and the square that is alone."""
        pairs, alone = pairs_of(position.piles)
        worth = [*worth_of(pairs), *([] if alone is None else [alone])]
        if not pairs:
            return "it is the square of its coin"
        if len(worth) == 1:
            return "it is the XOR of its two squares, less 1"
        what = "its pairs of coins" if alone is None else "its pairs of coins and the one alone"
        return f"it is the XOR of {numbers(worth)}, which {what} are worth"

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        (target,), squares = targets, position.piles
        for i, square in enumerate(squares):
            left = square_for(_others(squares, i), target)
            if left < square:
                yield removal(squares, i, square - left)

    def decide(self, position: Position) -> Decision:
        """The value, in misère play the genus."""
        return _ByGenus(position) if position.misere else _ByValue(position)

    def _tame(self, position: Position) -> Sequence[Pile]:
        return [Pile(welter_value(position.piles), not is_fickle(position.piles))]

    def _moves_beside(self, position: Position, others: Sequence[Pile]) -> Iterator[Move]:
        ((value, is_firm),), squares = others, position.piles
        for i, square in enumerate(squares):
            beside = _others(squares, i)
            found = {square_for(beside, value)}
            if not is_firm:
                fickle = square_for(beside, value ^ 1)
                found = {left for left in found if not is_fickle((*beside, left))}
                found |= {fickle} if is_fickle((*beside, fickle)) else set()
            for left in sorted(found, reverse=True):
                if left < square:
                    yield removal(squares, i, square - left)

    # --- Moves in words ---

    def text_of(self, position: Position, move: Move) -> str:
        """The squares from which and to which a coin is moved."""
        ((i, (left,)),) = move.changes
        return f"move the coin on square {position.piles[i]:,} to square {left:,}"

    def read(self, position: Position, text: str) -> Said | None:
        """A coin, by the square on which it is, and where it is moved."""
        if not (found := numbers_in(text, "move the coin on square # to square #")):
            return None
        square, left = found
        if square not in position.piles:
            raise IllegalMove(f"There is no coin on square {square:,}.")
        if left >= square:
            raise IllegalMove("A coin moves to a lower square.")
        return Said(position.piles.index(square), square - left)

    def sentence_of(self, position: Position, move: Move) -> str:
        return self.text_of(position, move).capitalize()


class _Pairs(Decision):
    """The squares in pairs have the value of the position."""

    game: Welter

    def data(self, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The pairs, and the square that is alone, if any is."""
        pairs, alone = pairs_of(self.position.piles)
        return {"pairs": pairs, **({} if alone is None else {"alone": alone})}

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        position = self.position
        pairs, alone = pairs_of(position.piles)
        worth = worth_of(pairs)
        if pairs:
            yield Theory(
                "Pair the two squares whose difference has the highest power of 2 as a divisor, "
                "then two of the others, and so on. A pair is worth the XOR of its squares, less 1."
            )
            named = listed([f"{a:,} and {b:,}" for a, b in pairs])
            are = "pairs are" if len(pairs) > 1 else "pair is"
            yield Theory(f"Here the {are} {named}, worth {numbers(worth)}.")
        if alone is not None:
            yield Theory(f"The coin on square {alone:,} is left alone, and is worth {alone:,}.")
        wanted = 0
        if position.misere:
            coins = len(position.piles)
            fickle = is_fickle(position.piles)
            wanted = int(fickle)
            yield Theory(
                f"In misère play the couples of squares that add up to {2 * coins - 1:,} matter, "
                f"too: {'each has' if fickle else 'not each of them has'} exactly one coin, so the "
                f"genus is {tame_genus(self.game._tame(position)[0])}."
            )
        value = welter_value(position.piles)
        yield Theory(
            f"The position is lost if and only if the XOR of what they are worth is {wanted}. "
            f"It is {value:,}."
        )


class _ByValue(_Pairs, ByValues):
    """The value decides normal play."""

    by = "pairs"


class _ByGenus(_Pairs, ByGenera):
    """The genus decides misère play: all positions are tame."""

    may_search = False

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The genus too."""
        return {**super().data(solution), "genera": [*map(tame_genus, self.tame or ())]}


def welter_value(squares: Sequence[int]) -> int:
    """The Grundy value of coins on these squares.

    >>> welter_value([1, 3, 6]), welter_value([0, 1, 2])
    (7, 0)
    """
    differences = (a ^ b for a, b in combinations(squares, 2))
    return reduce(xor, (d ^ (d - 1) for d in differences), reduce(xor, squares, 0))


def square_for(others: Sequence[int], target: int) -> int:
    """The only square of one more coin with which the value is this one.

    >>> square_for([1, 3], 0), welter_value([1, 3, 5])
    (5, 0)
    """
    missing, square, bit = welter_value(others) ^ target, 0, 1
    while others:  # those that agree with the square in all lower bits
        if (missing & bit != 0) != len(others) % 2:
            square |= bit
        others = [other for other in others if not (other ^ square) & bit]
        bit <<= 1
    return square | (missing & -bit)


def pairs_of(squares: Sequence[int]) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of squares that agree in the most low bits, and the square that is left alone.

    >>> pairs_of([1, 3, 6, 9, 0])
    ([(1, 9), (0, 6)], 3)
    """
    rest, pairs = sorted(squares), []
    while len(rest) > 1:
        pair = max(combinations(rest, 2), key=_agreement)
        pairs.append(pair)
        rest = [square for square in rest if square not in pair]
    return pairs, rest[0] if rest else None


def worth_of(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """What each pair of squares is worth.

    >>> worth_of([(1, 9), (0, 6)])
    [7, 5]
    """
    return [(a ^ b) - 1 for a, b in pairs]


def _agreement(pair: tuple[int, int]) -> int:
    """The highest power of 2 modulo which two squares are congruent."""
    difference = pair[0] ^ pair[1]
    return difference & -difference


def is_fickle(squares: Sequence[int]) -> bool:
    """Whether each two squares that add up to 2n - 1 have one of the n coins.

    >>> is_fickle([0, 1, 2]), is_fickle([0, 1, 3]), is_fickle([0, 1, 4])
    (True, True, False)
    """
    total, taken = 2 * len(squares) - 1, {*squares}
    return all(square <= total and total - square not in taken for square in squares)


def _others(squares: Piles, i: int) -> Piles:
    return squares[:i] + squares[i + 1 :]
