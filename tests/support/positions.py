"""Positions of every game, for tests of every question."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from service.game.game import Game
from service.game.games import GAMES
from service.told import told_of, value_of


def example_of(game: type[Game]) -> dict[str, Any]:
    """The example in docs/games, or a position of one pile."""
    example = told_of(game.name).example or {"piles": "5"}
    lists = {"piles", "add", "multiply", "subtraction_set"}
    return {
        key: text if key == "board" else value_of(text, key in lists)
        for key, text in example.items()
    }


_CHOSEN: dict[str, list[dict[str, Any]]] = {
    "nim": [
        {"piles": [3, 4, 5]},
        {"piles": []},
        {"piles": [0, 1, 1], "game": "nim"},
        {"piles": [9, 4], "max_remove": 3},
        {"piles": [9, 4, 1], "subtraction_set": [4, 1]},
        {"piles": [1], "subtraction_set": [2, 3]},
    ],
    "octal": [
        {"game": "octal", "code": "0.77", "piles": [5, 3]},
        {"game": "octal", "code": "4.[3]", "piles": [3, 0, 2]},
        {"game": "octal", "code": "4!.0", "piles": [7]},
        {"game": "octal", "code": "0.07", "piles": [1]},
    ],
    "kayles": [{"game": "kayles", "piles": [7, 1]}, {"game": "kayles", "piles": []}],
    "dawsons-kayles": [{"game": "dawsons-kayles", "piles": [6, 2]}],
    "dawsons-chess": [{"game": "dawsons-chess", "piles": [7]}],
    "laskers-nim": [{"game": "laskers-nim", "piles": [4, 3]}],
    "grundys-game": [
        {"game": "grundys-game", "piles": [9]},
        {"game": "grundys-game", "piles": [2]},
    ],
    "moore": [
        {"game": "moore", "max_piles": 2, "piles": [1, 2, 3]},
        {"game": "moore", "max_piles": 1, "piles": [3, 4, 5]},
        {"game": "moore", "max_piles": 100, "piles": [0, 0]},
    ],
    "wythoff": [{"game": "wythoff", "piles": [5, 4]}, {"game": "wythoff", "piles": [0, 0]}],
    "fibonacci": [
        {"game": "fibonacci", "piles": [11]},
        {"game": "fibonacci", "piles": [9], "quota": 2},
        {"game": "fibonacci", "piles": [1]},
    ],
    "greedy": [{"game": "greedy", "piles": [5, 2, 5]}, {"game": "greedy", "piles": []}],
    "numbers": [
        {"game": "numbers", "numbers": "squares", "piles": [7, 9]},
        {"game": "numbers", "numbers": "odd", "piles": [0, 4]},
        {"game": "numbers", "numbers": "proper-divisors", "piles": [5]},
        {"game": "numbers", "numbers": "at-most-half", "piles": [6, 3]},
    ],
    "euclid": [
        {"game": "euclid", "piles": [8, 3]},
        {"game": "euclid", "piles": [4, 4]},
        {"game": "euclid", "piles": [0, 2]},
    ],
    "staircase": [
        {"game": "staircase", "piles": [1, 4, 3]},
        {"game": "staircase", "piles": [0, 2, 0]},
        {"game": "staircase", "piles": []},
    ],
    "chomp": [
        {"game": "chomp", "piles": [3, 3]},
        {"game": "chomp", "piles": [3, 1, 1]},
        {"game": "chomp", "piles": [1, 0]},
    ],
    "growing": [
        {"game": "growing", "add": [1], "multiply": [2], "target": 9, "piles": [2, 3]},
        {"game": "growing", "add": [3, 1], "target": 9, "piles": [5]},
        {"game": "growing", "multiply": [2], "target": 5, "piles": [0, 4, 2]},
    ],
    "hackenbush": [
        {"game": "hackenbush", "board": "0-1-2,1-3-4,0-5"},
        {"game": "hackenbush", "board": "0-1-2-0,2-3,0-4"},
        {"game": "hackenbush", "board": "0"},
    ],
    "coins": [
        {"game": "coins", "code": "turtles", "board": "THTHH"},
        {"game": "coins", "code": "twins*ruler", "board": "TH,HH"},
        {"game": "coins", "code": "twins", "board": "HTT"},
    ],
    "geography": [
        {"game": "geography", "board": "1-2-3,3-4@2"},
        {"game": "geography", "board": "1-2-3-1@1"},
        {"game": "geography", "board": "1-2,3@3"},
    ],
    "node-kayles": [
        {"game": "node-kayles", "board": "1-2-3-4-5,3-6"},
        {"game": "node-kayles", "board": "a-b,c-d"},
        {"game": "node-kayles", "board": ""},
    ],
    "arc-kayles": [
        {"game": "arc-kayles", "board": "1-2-3-4,2-5"},
        {"game": "arc-kayles", "board": "1-2-3-4-1"},
    ],
    "cram": [
        {"game": "cram", "board": "___,_x_"},
        {"game": "cram", "board": "2x4"},
        {"game": "cram", "board": "_x_"},
    ],
    "sum": [
        {"game": "sum", "components": [{"game": "kayles", "piles": [3]}, {"piles": [4]}]},
        {
            "game": "sum",
            "components": [
                {"game": "cram", "board": "2x3"},
                {"game": "geography", "board": "1-2@1"},
            ],
        },
        {"game": "sum", "components": [{"game": "wythoff", "piles": [1, 2]}, {"piles": []}]},
        {
            "game": "sum",
            "components": [
                {"game": "euclid", "piles": [4, 3]},
                {"game": "fibonacci", "piles": [4], "quota": 1},
                {"piles": [4, 1], "max_remove": 2},
            ],
        },
        {"game": "sum", "components": [{"game": "euclid", "piles": [0, 2]}, {"piles": []}]},
    ],
}
"""Some positions of games: won and lost ones, with and without a legal move."""

POSITIONS = {
    name: _CHOSEN.get(name) or [{"game": name, **example_of(game)}] for name, game in GAMES.items()
}
"""The positions of every game; of another game than these, its example."""

EACH = [position for positions in POSITIONS.values() for position in positions]

CONVENTIONS: list[dict[str, bool]] = [{}, {"misere": True}]


def rules_of(position: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that define a position's game."""
    return {
        key: value for key, value in position.items() if key not in {"piles", "board", "misere"}
    }


def query_of(body: Mapping[str, Any]) -> str:
    """The query with the same keys as a body; each list is one text with commas."""
    return "&".join(f"{key}={quote(text_of(value), safe=',')}" for key, value in body.items())


def text_of(value: object) -> str:
    """A value as written in a query.

    >>> text_of([1, 2]), text_of(True), text_of("0.77")
    ('1,2', 'true', '0.77')
    """
    if isinstance(value, list):
        return ",".join(map(text_of, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
