"""The pages of all games with all of their keys, and what these pages tell."""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations, product

from service.game.games import GAMES
from service.game.position import Position
from service.told import told_of
from service.web.game_page import facts
from service.web.played import played_at

VALUES: Mapping[str, tuple[str, ...]] = {
    "max_remove": ("1", "3", "5"),
    "min_remove": ("1", "2", "3"),
    "subtraction_set": ("1,3,4", "2,5", "1"),
    "code": ("0.6", "0.77", "4!.0", "4.[3]", "0.137", "0.07"),
    "max_piles": ("1", "2", "3"),
    "quota": ("2", "7"),
    "numbers": (
        *("squares", "cubes", "primes", "powers-of-2", "odd", "proper-divisors", "at-most-half"),
        *("factorials", "to-divisors", "coprime"),
    ),
    "add": ("1", "1,3"),
    "multiply": ("2", "2,3"),
    "target": ("12",),
}
"""Values of each key; of another key there is that of the game's example."""

OF_COINS: Mapping[str, tuple[str, ...]] = {
    "code": ("turtles", "mock", "ruler", "twins", "twins*twins", "ruler*mock")
}
"""Values of the key that two games have."""


def queries() -> Iterator[tuple[str, str]]:
    """Each game with each set of its keys, in both conventions: the name and the query."""
    for name, game in GAMES.items():
        if game.is_sum:
            continue
        needed = [key for key in game.keys if game.keys[key]]
        optional = [key for key in game.keys if not game.keys[key]]
        for some in chain(*(combinations(optional, n) for n in range(len(optional) + 1))):
            keys = [*needed, *some]
            example = told_of(name).example
            known = OF_COINS if name == "coins" else VALUES
            for values in product(*(known.get(key, (example.get(key, ""),)) for key in keys)):
                query = "&".join(f"{key}={value}" for key, value in zip(keys, values, strict=True))
                yield name, query
                yield name, f"{query}&misere=true"


PAGES = [(name, query) for name, query in queries() if played_at(f"/solve/{name}", query)]
REFUSED = [(name, query) for name, query in queries() if not played_at(f"/solve/{name}", query)]


def page(name: str, query: str) -> tuple[Position, dict[str, str]]:
    """The position of a page and the keys in its address."""
    played = played_at(f"/solve/{name}", query)
    assert played
    return played.position, dict(played.keys)


def told(name: str, query: str) -> Mapping[str, object]:
    played = played_at(f"/solve/{name}", query)
    assert played
    return facts(played)


def of_pile(position: Position, size: int) -> Position:
    return position._replace(piles=(size, *[0] * (len(position.piles) - 1)))
