"""The known name that is nearest to an unknown one, for the texts of errors."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 30
"""The most characters of a name for which a near one is sought."""

LEAST_RATIO = 0.8
"""How much of two names is alike if one is near the other; see difflib's `ratio()`."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is probably meant by an unknown one; None if none is near.

    >>> [nearest(name, ("piles", "max_remove")) for name in ("Pile", "maxRemove", "k")]
    ['piles', 'max_remove', None]
    """
    if len(name) > LONGEST_NAME:
        return None
    by_lower = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=LEAST_RATIO)
    return by_lower[near[0]] if near else None
