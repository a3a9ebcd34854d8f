"""Take-and-break games and their codes: a move takes objects from a pile, and may split it in two.

In the code d₀.d₁d₂d₃… digit d_j determines what may remain of a pile after j objects are removed:
it is the sum of 1 for nothing, 2 for one pile and 4 for two piles, none of them empty. d₀ is 0, or
4 if a pile may be split without removing anything, or `4!` if only into unequal piles. A last digit
in brackets repeats for ever. A player who has no legal move has lost in normal play and won in
misère play.

Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", Mathematical Proceedings of
the Cambridge Philosophical Society 52 (1956); `4!` and the brackets are from A. N. Siegel's program
CGSuite.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

OCTAL_DIGITS = "01234567"


class BadCode(ValueError):
    """A text is not the code of a take-and-break game."""


class Code(NamedTuple):
    """The rules of a take-and-break game.

    `digits` are d₁, d₂ … as far as they are written; the last one repeats for ever if `repeats`.
    """

    splits: bool
    splits_equally: bool
    digits: tuple[int, ...]
    repeats: bool

    def digit(self, removed: int) -> int:
        """The octal digit for what may remain after this many objects are removed."""
        if not removed:
            return 4 * self.splits
        if removed <= len(self.digits):
            return self.digits[removed - 1]
        return self.digits[-1] if self.repeats else 0

    def removals(self, pile: int) -> Iterable[int]:
        """The numbers that a move may remove from a pile, and some that it may not."""
        written = range(not self.splits, min(pile, len(self.digits)) + 1)
        repeated = self.digits[-1] if self.repeats else 0
        if not repeated or pile <= len(self.digits):
            return written
        rest = range(len(self.digits) + 1, pile + 1)
        return chain(written, rest[-1:] if repeated == 1 else rest)

    @property
    def shortest(self) -> "Code":
        """The same rules written without the zeros at the end.

        >>> parse_code("0.77[0]", max_digits=8).shortest.digits
        (7, 7)
        """
        return _shortest(self)

    @property
    def text(self) -> str:
        """The code as it is written.

        >>> parse_code(".7[3]", max_digits=8).text, parse_code("4!.0", max_digits=8).text
        ('0.7[3]', '4!.0')
        """
        before = ("4" if self.splits_equally else "4!") if self.splits else "0"
        *digits, last = self.digits
        return f"{before}.{''.join(map(str, digits))}{f'[{last}]' if self.repeats else last}"

    @property
    def divides(self) -> bool:
        """Whether a move may leave two piles of one.

        >>> [parse_code(text, max_digits=8).divides for text in ("0.33", "0.07", "4.0")]
        [False, True, True]
        """
        return self.splits or any(digit & 4 for digit in self.digits)

    @property
    def only_removes(self) -> bool:
        """Whether a move removes one of certain numbers of objects and does nothing else.

        >>> parse_code("0.303", max_digits=8).only_removes
        True
        """
        return not self.splits and all(digit in (0, 3) for digit in self.digits)

    @property
    def is_laskers(self) -> bool:
        """Whether a move removes any number of objects, or splits a pile: Lasker's Nim."""
        return self.splits_equally and self.repeats and {*self.digits} == {3}

    @property
    def longest_move(self) -> int:
        """The most objects that a move can remove; only for a code that doesn't repeat a digit."""
        return max((j for j, digit in enumerate(self.digits, 1) if digit), default=0)


@lru_cache
def _shortest(code: Code) -> Code:
    repeats = code.repeats and code.digits[-1] > 0
    digits = code.digits if repeats else code.digits[: code.longest_move]
    return code._replace(digits=digits, repeats=repeats)


def parse_code(text: str, max_digits: int) -> Code:
    """Parse a code with at most `max_digits` digits after the point. Raises BadCode.

    A code may begin with the point, as in OEIS and "Winning Ways": .77 is 0.77.

    >>> parse_code("0.77", max_digits=8).digits
    (7, 7)
    >>> parse_code("0.78", max_digits=8)
    Traceback (most recent call last):
    service.game.games.take_and_break.code.BadCode: Each digit after the point must be from 0 to 7.
    """
    before, point, after = text.partition(".")
    if not point:
        guess = text.replace(",", ".") if "," in text else f"0.{text}"
        try:
            parse_code(guess, max_digits)
        except BadCode:
            guess = "0.77, for example"
        raise BadCode(f"A code must have a point: write {guess}.")
    if before not in ("", "0", "4", "4!"):
        raise BadCode("The part before the point must be 0, 4 or 4!.")
    repeats = after.endswith("]") and after[-3:-2] == "["
    digits = after[:-3] + after[-2] if repeats else after
    if not digits:
        raise BadCode("A code must have a digit after the point, such as the 0 in 4!.0.")
    if "[" in digits or "]" in digits:
        raise BadCode("Only the last digit may be in brackets, as in 4.[3].")
    if not all(digit in OCTAL_DIGITS for digit in digits):
        raise BadCode("Each digit after the point must be from 0 to 7.")
    if len(digits) > max_digits:
        raise BadCode(f"A code may have at most {max_digits} digits after the point.")
    return Code(
        splits=before in ("4", "4!"),
        splits_equally=before == "4",
        digits=tuple(map(int, digits)),
        repeats=repeats,
    )


def moves_from(
    code: Code, pile: int, removals: Iterable[int] | None = None
) -> Iterator[tuple[int, list[int]]]:
    """Each legal move in a pile: what it removes and what remains, in ascending order of both.

    With `removals` only those that remove one of these numbers.

    >>> list(moves_from(parse_code("0.77", max_digits=8), 3))
    [(1, [1, 1]), (1, [2]), (2, [1])]
    """
    for removed in code.removals(pile) if removals is None else removals:
        digit, left = code.digit(removed), pile - removed
        if digit & 4:
            unequal = not removed and not code.splits_equally
            for part in range(1, (left - unequal) // 2 + 1):
                yield removed, [part, left - part]
        if digit & 2 and left:
            yield removed, [left]
        if digit & 1 and not left:
            yield removed, []


def is_legal(code: Code, pile: int, removed: int, parts: Sequence[int]) -> bool:
    """Whether a move in a pile may remove this number and leave these piles, ascending.

    >>> kayles = parse_code("0.77", max_digits=8)
    >>> is_legal(kayles, 10**15, 1, [1, 10**15 - 2]), is_legal(kayles, 9, 3, [6])
    (True, False)
    """
    if sum(parts) + removed != pile or 0 in parts or len(parts) > 2:
        return False
    if not removed and not code.splits_equally and len({*parts}) < len(parts):
        return False
    return bool(code.digit(removed) >> len(parts) & 1)


def count_moves_from(code: Code, pile: int) -> int:
    """The number of legal moves in a pile of any size, counted without listing them.

    >>> count_moves_from(parse_code("0.77", max_digits=8), 3)
    3
    >>> count_moves_from(parse_code("0.[7]", max_digits=8), 1_000_000)
    250000500000
    """
    count = 0
    if code.splits:
        count += pile // 2 - (not code.splits_equally and pile > 0 and pile % 2 == 0)
    for left, digit in zip(range(pile - 1, -1, -1), code.digits, strict=False):
        count += (digit >> 2) * (left // 2) + (digit >> 1 & (left > 0)) + (digit & (left == 0))
    if code.repeats and pile > len(code.digits):
        # Any number may be left, up to this one.
        most, digit = pile - len(code.digits) - 1, code.digits[-1]
        count += (digit >> 2) * (most * most // 4) + (digit >> 1 & 1) * most + (digit & 1)
    return count
