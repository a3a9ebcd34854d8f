"""The games: every module here that has a game is found, and everything else asks GAMES."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from ..game import Game

FIRST = (
    "nim",
    "octal",
    "kayles",
    "dawsons-kayles",
    "dawsons-chess",
    "laskers-nim",
    "grundys-game",
    "moore",
    "wythoff",
    "fibonacci",
    "greedy",
    "numbers",
    "euclid",
    "staircase",
    "chomp",
    "growing",
    "sum",
)
"""The games that lists begin with; the others follow by name."""


def _found() -> Iterator[type[Game]]:
    """The classes with a name of their own, each defined in a module or a package of this one."""
    for module in iter_modules(__path__):
        name = f"{__name__}.{module.name}"
        for each in vars(import_module(name)).values():
            is_here = isinstance(each, type) and each.__module__ == name
            if is_here and issubclass(each, Game) and "name" in vars(each):
                yield each


def _place(game: type[Game]) -> tuple[int, str]:
    return (FIRST.index(game.name) if game.name in FIRST else len(FIRST)), game.name


GAMES: Mapping[str, type[Game]] = {game.name: game for game in sorted(_found(), key=_place)}
"""Every game by its name; the first one is played if a position names none."""
