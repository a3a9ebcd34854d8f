"""Words for numbers and piles, as sentences about positions need them.

Sentences number the piles from 1: pile 1 has the index 0.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias


class Theory(NamedTuple):
    """A reason that mentions columns or formulas, for readers who know binary numbers."""

    text: str


Reason: TypeAlias = str | Theory
"""A sentence that says why a position is won or lost; a plain one is a str."""


# How many piles or moves a sentence names; a position can have thousands.
NAMED = 5


def counted(count: int, noun: str) -> str:
    """A number with its noun and the verb before it.

    >>> counted(0, "pile"), counted(1, "pile"), counted(1200, "pile")
    ('is no pile', 'is 1 pile', 'are 1,200 piles')
    """
    return f"are {count:,} {noun}s" if count > 1 else f"is {count or 'no'} {noun}"


def in_words(text: str, words: Mapping[str, str]) -> str:
    """A sentence with the words of a game, `Game.words`.

    >>> in_words("Pile 1 has 2 objects.", {"pile": "row", "object": "pin"})
    'Row 1 has 2 pins.'
    """
    for word, own in words.items():
        text = text.replace(word, own).replace(word.capitalize(), own.capitalize())
    return text


def reason_in_words(reason: Reason, words: Mapping[str, str]) -> Reason:
    """A reason with the words of a game."""
    if isinstance(reason, Theory):
        return Theory(in_words(reason.text, words))
    return in_words(reason, words)


def objects(count: int, noun: str = "object") -> str:
    """A number with its noun.

    >>> objects(1), objects(1200, "square")
    ('1 object', '1,200 squares')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def every(count: int, noun: str = "object") -> str:
    """How often values repeat.

    >>> every(1), every(12)
    ('with every object', 'every 12 objects')
    """
    return f"with every {noun}" if count == 1 else f"every {count:,} {noun}s"


def listed(items: Sequence[object], conjunction: str = "and") -> str:
    """One item or more, as a person lists them.

    >>> listed([128, 4, 1]), listed([128, 4], "or"), listed([4])
    ('128, 4 and 1', '128 or 4', '4')
    """
    *others, last = map(str, items)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def numbers(items: Sequence[int], conjunction: str = "and") -> str:
    """One number or more, as a person lists them.

    >>> numbers([1200, 4])
    '1,200 and 4'
    """
    return listed([f"{item:,}" for item in items], conjunction)


def named_pile(index: int) -> str:
    """The name of the pile with an index.

    >>> named_pile(0), named_pile(1199)
    ('pile 1', 'pile 1,200')
    """
    return f"pile {index + 1:,}"


def piles_have(indexes: Sequence[int]) -> str:
    """Some piles and the verb: by name if they are few, else their number.

    >>> piles_have([2]), piles_have([0, 2]), piles_have(range(9))
    ('pile 3 has', 'piles 1 and 3 have', '9 piles have')
    """
    if len(indexes) == 1:
        return f"{named_pile(indexes[0])} has"
    if len(indexes) <= NAMED:
        return f"piles {numbers([i + 1 for i in indexes])} have"
    return f"{len(indexes):,} piles have"
