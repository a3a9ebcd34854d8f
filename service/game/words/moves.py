"""Moves in words, as people say them: "take 2 from pile 1". They say all that a move does."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..moves import Move, Piles
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


TEXTS = {
    "removal": removals_text,
    "removals": removals_text,
    "split": split_text,
    "replacement": replacement_text,
}
"""How to say a move of each form, unless its game says it in its own way."""


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
