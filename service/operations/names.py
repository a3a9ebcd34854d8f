"""How errors name the games that own a key."""

from collections.abc import Sequence
from functools import cache

from ..game.games import GAMES
from ..game.words.wording import listed


@cache
def owners_of(key: str) -> list[str]:
    """The games that have a key."""
    return [name for name, game in GAMES.items() if key in game.keys]


def games_text(names: Sequence[str]) -> str:
    """Games, as part of a sentence.

    >>> games_text(["nim"]), games_text(["nim", "numbers"])
    ('the game nim', 'the games nim and numbers')
    """
    return f"the game{'s' if len(names) > 1 else ''} {listed(names)}"
