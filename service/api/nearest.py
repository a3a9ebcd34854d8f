"""The known name that is nearest to an unknown one, for the texts of errors."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 40
"""Characters of the longest name for which a near one is looked up; no other name is longer."""

LEAST_RATIO = 0.8
"""The least similarity of a name and a near one, by difflib's `ratio()`."""


_NUMERALS = re.compile(r"\d+|\b[ivx]+\b")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that an unknown one probably means; None if none is near.

    A name with another number is another name, however near.

    >>> [nearest(name, ("piles", "max_remove")) for name in ("Pile", "maxRemove", "k")]
    ['piles', 'max_remove', None]
    >>> [nearest(name, ["race to 20", "stone game iv"]) for name in ("Races to 20", "Race to 21")]
    ['race to 20', None]
    """
    if len(name) > LONGEST_NAME:
        return None
    name = name.lower()
    letters, numerals = {*name}, _NUMERALS.findall(name)
    by_lower = {
        lower: each
        for each in known
        # Twice the letters that can match, at most, over all letters. This excludes almost all
        # names in a tenth of difflib's time.
        if 2 * min(len(name), sum(map(letters.__contains__, lower := each.lower())))
        >= LEAST_RATIO * (len(name) + len(lower))
    }
    alike = [lower for lower in by_lower if _NUMERALS.findall(lower) == numerals]
    near = get_close_matches(name, alike, n=1, cutoff=LEAST_RATIO)
    return by_lower[near[0]] if near else None


SYNONYMS = {
    **dict.fromkeys(("take", "takes", "subtract", "count"), "remove"),
    **dict.fromkeys(("heap", "row"), "pile"),
    **dict.fromkeys(("heaps", "rows"), "piles"),
    "moves": "subtraction_set",
}
"""Words of keys that people send, and what the keys have in their places."""


def meant(name: str, known: Iterable[str]) -> list[str]:
    """The known names that an unknown one may mean: the nearest, or those of which it is a part.

    >>> known = ("piles", "max_remove", "min_remove")
    >>> [meant(name, known) for name in ("pile", "max", "take", "k", "maxTake")]
    [['piles'], ['max_remove'], ['max_remove', 'min_remove'], [], ['max_remove']]
    """
    words = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_")
    renamed = "_".join(SYNONYMS.get(word, word) for word in words)
    if near := nearest(name, known) or nearest(renamed, known):
        return [near]
    return [each for each in known if {name.lower(), renamed} & {*each.split("_")}]
