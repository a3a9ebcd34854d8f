"""Moves in words, as people say them: "take 2 from pile 1". They say all that a move does.

What is said can be read again: `read_move` is the inverse of `TEXTS`, and `numbers_in` reads the
texts of games that have words of their own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from ..moves import Form, Move, Piles, Said, SaidRemoval
from .wording import NAMED, counted, listed, named_pile, numbers

TEXTS_KEPT = 1_024
"""Of reviews, which say the same few moves again and again."""


@lru_cache(TEXTS_KEPT)
def removal_text(remove: int, pile: int, unit: str = "pile") -> str:
    """A removal from the pile with an index.

    >>> removal_text(2, 0), removal_text(1200, 1, "row")
    ('take 2 from pile 1', 'take 1,200 from row 2')
    """
    return f"take {remove:,} from {unit} {pile + 1:,}"


def removals_text(piles: Piles, move: Move, words: Mapping[str, str]) -> str:
    """A move that makes some piles smaller.

    >>> removals_text((3, 4), Move(((0, (1,)), (1, (3,)))), {})
    'take 2 from pile 1 and 1 from pile 2'
    """
    unit = words.get("pile", "pile")
    (pile, (left,)), *others = move.changes
    first = removal_text(piles[pile] - left, pile, unit)
    if not others:
        return first
    more = [f"{piles[i] - rest:,} from {unit} {i + 1:,}" for i, (rest,) in others]
    return listed([first, *more])


def split_text(piles: Piles, move: Move, words: Mapping[str, str]) -> str:
    """A move that may split a pile, with what it leaves.

    >>> for parts in [(5, 5), (10,), (), (5, 7)]:
    ...     print(split_text((12,), Move(((0, parts),)), {"pile": "row"}))
    take 2 from row 1, leaving 5 and 5
    take 2 from row 1, leaving 10
    take 12 from row 1, leaving nothing
    split row 1 into 5 and 7
    """
    ((pile, parts),) = move.changes
    unit, remove = words.get("pile", "pile"), piles[pile] - sum(parts)
    if not remove:
        return f"split {unit} {pile + 1:,} into {numbers(parts)}"
    return f"{removal_text(remove, pile, unit)}, leaving {numbers(parts) if parts else 'nothing'}"


def replacement_text(piles: Piles, move: Move, words: Mapping[str, str]) -> str:  # noqa: ARG001
    """A move that gives a pile a new size.

    >>> replacement_text((3, 4), Move(((1, (9,)),)), {})
    'change pile 2 to 9'
    """
    ((pile, (leaves,)),) = move.changes
    return f"change {words.get('pile', 'pile')} {pile + 1:,} to {leaves:,}"


TEXTS: Mapping[Form, Callable[[Piles, Move, Mapping[str, str]], str]] = {
    "removal": removals_text,
    "removals": removals_text,
    "split": split_text,
    "replacement": replacement_text,
}
"""How to say a move of each form, unless its game says it in its own way."""


# --- Read -----------------------------------------------------------------------------------------

PATTERNS_KEPT = 128
"""Of phrases, of which there are a few for each unit."""

_NUMBER = "([0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,16})"


def plain(text: str) -> str:
    """A text in lower case, without a full stop or spaces that say nothing.

    >>> plain(" Take 2  from pile 1.")
    'take 2 from pile 1'
    """
    return " ".join(text.lower().split()).removesuffix(".")


def numbers_in(text: str, phrase: str) -> list[int] | None:
    """The numbers that a plain text has in the places of `#` in a phrase; None for another text.

    >>> numbers_in("split pile 1 into 1,200 and 1300", "split pile # into # and #")
    [1, 1200, 1300]
    >>> numbers_in("split pile 1", "split pile # into # and #")
    """
    found = _pattern(phrase).fullmatch(text)
    return [int(each.replace(",", "")) for each in found.groups()] if found else None


@lru_cache(PATTERNS_KEPT)
def _pattern(phrase: str) -> re.Pattern[str]:
    return re.compile(re.escape(phrase).replace(r"\#", _NUMBER))


def read_move(form: Form, text: str, unit: str) -> Said | None:
    """The move that a plain text says in the words of a form; None for another text.

    >>> read_move("removal", "take 1,200 from row 2", "row")[:2]
    (1, 1200)
    >>> read_move("split", "take 2 from pile 1, leaving 5 and 5", "pile").leaves_piles
    [5, 5]
    """
    return _READ[form](text, unit)


def _read_removal(text: str, unit: str) -> Said | None:
    if found := numbers_in(text, f"take # from {unit} #"):
        return Said(found[1] - 1, found[0])
    return None


def _read_removals(text: str, unit: str) -> Said | None:
    removals = []
    for each in re.split(", | and ", text.removeprefix("take ")):
        if not (found := numbers_in(each, f"# from {unit} #")):
            return None
        removals.append(SaidRemoval(found[1] - 1, found[0]))
    return Said(removals=removals)


def _read_split(text: str, unit: str) -> Said | None:
    if found := numbers_in(text, f"split {unit} # into # and #"):
        return Said(found[0] - 1, 0, leaves_piles=found[1:])
    taken, leaving, left = text.partition(", leaving ")
    said = _read_removal(taken, unit)
    if not said or not leaving:
        return said
    for phrase in ("nothing", "#", "# and #"):
        if (parts := numbers_in(left, phrase)) is not None:
            return said._replace(leaves_piles=parts)
    return None


def _read_replacement(text: str, unit: str) -> Said | None:
    if found := numbers_in(text, f"change {unit} # to #"):
        return Said(found[0] - 1, leaves=found[1])
    return None


_READ: Mapping[Form, Callable[[str, str], Said | None]] = {
    "removal": _read_removal,
    "removals": _read_removals,
    "split": _read_split,
    "replacement": _read_replacement,
}


# --- Sentences ------------------------------------------------------------------------------------


def move_sentence(piles: Sequence[int], move: Move) -> str:
    """A move as a sentence without its full stop.

    >>> move_sentence([12], Move(((0, (5, 5)),)))
    'Take 2 from pile 1: 12 becomes 5 and 5'
    >>> move_sentence([7, 3], Move(((0, (3, 4)),)))
    'Split pile 1: 7 becomes 3 and 4'
    >>> move_sentence([7, 3], Move(((1, (6,)),)))
    'Change pile 2: 3 becomes 6'
    >>> move_sentence([7, 3], Move(()))
    'Pass'
    """
    changes = move.changes
    if not changes:
        return "Pass"
    taken, results = [], []
    for pile, parts in changes[:NAMED]:
        taken.append(f"{piles[pile] - sum(parts):,} from {named_pile(pile)}")
        results.append(f"{piles[pile]:,} becomes {numbers(parts or (0,))}")
    left = [piles[pile] - sum(parts) for pile, parts in changes]
    if min(left) <= 0:
        verb = "Split" if not any(left) else "Change"
        return f"{verb} {listed([named_pile(pile) for pile, _ in changes])}: {listed(results)}"
    if len(changes) > NAMED:
        rest = counted(len(changes) - NAMED, "other pile").split(" ", 1)[1]
        return f"Take {', '.join(taken)}, and from {rest}: {', '.join(results)} and so on"
    return f"Take {listed(taken)}: {listed(results)}"
