"""How errors name the games: by other names, and as the owners of a key."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ..game.games import GAMES
from ..game.words.wording import listed


def with_keys(keys: Mapping[str, Any]) -> str:
    """The keys of a game, as the end of a sentence.

    >>> with_keys({"code": "0.007"}), with_keys({"add": [1, 2], "target": 20}), with_keys({})
    (' with code 0.007', ' with add [1, 2] and target 20', '')
    """
    texts = [f"{key} {value}" for key, value in keys.items()]
    return f" with {listed(texts)}" if texts else ""


def short_names(name: str) -> set[str]:
    """A name in lower case, also without "the" and "game" if enough is left.

    >>> sorted(short_names("Bachet's game")), sorted(short_names("The 21 game"))
    (['bachet', "bachet's game"], ['21 game', 'the 21 game'])
    """
    lower = name.lower()
    shorter = lower.removeprefix("the ")
    shortest = shorter.removesuffix(" game").removesuffix("'s")
    return {lower, shorter} | ({shortest} if len(shortest) > len("nim") else set())


KNOWN = {
    short: f"game {name}{with_keys(keys)}"
    for name, game in GAMES.items()
    for also, keys in game.also_known_as.items()
    for short in short_names(also)
}
"""Other names of games, and what to send for each."""


@cache
def owners_of(key: str) -> list[str]:
    """The games that have a key."""
    return [name for name, game in GAMES.items() if key in game.keys]


def games_text(names: Sequence[str]) -> str:
    """Games, as part of a sentence.

    >>> games_text(["nim"]), games_text(["nim", "numbers"])
    ('the game nim', 'the games nim and numbers')
    """
    return f"the game{'s' if len(names) > 1 else ''} {' and '.join(names)}"
