"""The known key that is nearest to an unknown one, for the texts of errors."""

import unicodedata
from functools import cache

LONGEST_KEY = 30
"""The most characters of a key for which a near one is sought."""

LEAST_PART = 4
"""The fewest letters of a part of a known key that stands for it."""


def nearest(key: str, known: tuple[str, ...]) -> str | None:
    """The known key that is probably meant by an unknown one; None if none is near.

    A known key is near if it differs by accents, capitals, underscores and one letter only, or if
    it is the only one that contains the unknown key. difflib would take much longer.

    >>> known = ("piles", "misere", "max_remove")
    >>> [nearest(key, known) for key in ("pile", "Misère", "maxRemove", "remove", "k")]
    ['piles', 'misere', 'max_remove', 'max_remove', None]
    """
    if len(key) > LONGEST_KEY:
        return None
    letters, spellings = _letters(key), _spellings(known)
    for spelling in _without_one_letter(letters):
        if spelling in spellings:
            return spellings[spelling]
    whole = [name for name in known if len(letters) >= LEAST_PART and letters in _letters(name)]
    return whole[0] if len(whole) == 1 else None


@cache
def _spellings(known: tuple[str, ...]) -> dict[str, str]:
    """The known keys by their letters, and by all but one of their letters."""
    found = {spelling: name for name in known for spelling in _without_one_letter(_letters(name))}
    return found | {_letters(name): name for name in known}


def _without_one_letter(letters: str) -> list[str]:
    return [letters, *(letters[:i] + letters[i + 1 :] for i in range(len(letters)))]


def _letters(key: str) -> str:
    """The letters and digits of a key, without accents and in lower case."""
    if key.isascii():
        return key.replace("_", "").replace("-", "").lower()
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", key))).lower()
