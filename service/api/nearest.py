"""The known name that is nearest to an unknown one, for the texts of errors."""

import unicodedata
from difflib import get_close_matches

LONGEST_NAME = 30
"""The most characters of a name for which a near one is sought."""

LEAST_PART = 4
"""The fewest letters in a part of a known name that is taken for the name."""

LEAST_RATIO = 0.8
"""How much of two names is alike if one is near the other; see difflib's `ratio()`."""


def nearest(name: str, known: tuple[str, ...]) -> str | None:
    """The known name that is probably meant by an unknown one; None if none is near.

    Accents, capitals and everything but letters and digits don't count. A known name is near, too,
    if it is the only one that contains the unknown name.

    >>> known = ("piles", "misere", "max_remove")
    >>> [nearest(name, known) for name in ("pile", "Misère", "maxRemove", "remove", "k")]
    ['piles', 'misere', 'max_remove', 'max_remove', None]
    """
    if len(name) > LONGEST_NAME:
        return None
    letters, by_letters = _letters(name), {_letters(each): each for each in known}
    if near := get_close_matches(letters, by_letters, n=1, cutoff=LEAST_RATIO):
        return by_letters[near[0]]
    whole = [each for each in by_letters if len(letters) >= LEAST_PART and letters in each]
    return by_letters[whole[0]] if len(whole) == 1 else None


def _letters(name: str) -> str:
    """The letters and digits of a name, without accents and in lower case."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name))).lower()
