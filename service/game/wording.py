"""Words for numbers, as sentences about positions need them.

Sentences call the pile with the index 0 the first pile, so that no number in them is an index.
"""

from collections.abc import Sequence

ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)

# How many piles or moves a sentence names; a position can have thousands.
NAMED = 5


def counted(count: int, noun: str) -> str:
    """How many there are of what `noun` names, with the verb.

    >>> counted(0, "pile"), counted(1, "pile"), counted(2, "pile")
    ('is no pile', 'is 1 pile', 'are 2 piles')
    """
    return f"are {count} {noun}s" if count > 1 else f"is {count or 'no'} {noun}"


def listed(items: Sequence[object], conjunction: str = "and") -> str:
    """One item or more, as a person lists them.

    >>> listed([128, 4, 1]), listed([128, 4], "or"), listed([4])
    ('128, 4 and 1', '128 or 4', '4')
    """
    *others, last = map(str, items)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def ordinal(index: int) -> str:
    """Which pile the one with this index is.

    >>> [ordinal(i) for i in (0, 9, 10, 11, 12, 20, 21, 110)]
    ['first', 'tenth', '11th', '12th', '13th', '21st', '22nd', '111th']
    """
    if index < len(ORDINALS):
        return ORDINALS[index]
    number = index + 1
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def piles_have(indexes: Sequence[int]) -> str:
    """Some piles and the verb: by name if they are few, else their number.

    >>> piles_have([2]), piles_have([0, 2]), piles_have(range(9))
    ('the third pile has', 'the first and third piles have', '9 piles have')
    """
    if len(indexes) == 1:
        return f"the {ordinal(indexes[0])} pile has"
    if len(indexes) <= NAMED:
        return f"the {listed([ordinal(i) for i in indexes])} piles have"
    return f"{len(indexes)} piles have"
