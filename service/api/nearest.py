"""The known name that is nearest to an unknown one, for the texts of errors."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 30
"""Characters of the longest name for which a near one is looked up."""

LEAST_RATIO = 0.8
"""The least similarity of a name and a near one, by difflib's `ratio()`."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that an unknown one probably means; None if none is near.

    >>> [nearest(name, ("piles", "max_remove")) for name in ("Pile", "maxRemove", "k")]
    ['piles', 'max_remove', None]
    """
    if len(name) > LONGEST_NAME:
        return None
    by_lower = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=LEAST_RATIO)
    return by_lower[near[0]] if near else None
