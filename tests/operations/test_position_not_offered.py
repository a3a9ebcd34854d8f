"""A game that an operation does not take is refused, and this comes alone."""

import json
from typing import Any

import pytest

from tests.support.positions import POSITIONS
from tests.support.requests import OPERATIONS, ask

GAMES: list[dict[str, Any]] = json.loads(ask("GET", "/games", {}).body)["games"]

NOT_TAKEN = [
    pytest.param(method, path, game["name"], id=f"{method} {path} {game['name']}")
    for method, path in OPERATIONS
    for game in GAMES
    if path in {"/positions", "/graph", "/values"} and path not in game["operations"]
]


def right(path: str, game: str) -> dict[str, Any]:
    """A request without any other error."""
    keys = POSITIONS[game][0]
    if path == "/values":
        return {key: value for key, value in keys.items() if key != "piles"} | {"size": 5}
    return keys


def codes(method: str, path: str, keys: dict[str, Any]) -> list[tuple[str, str]]:
    problem = json.loads(ask(method, path, keys).body)
    return [
        (error.get("parameter") or error["pointer"], error["code"]) for error in problem["errors"]
    ]


def test_some_games_are_not_taken() -> None:
    assert {param.values[1] for param in NOT_TAKEN} == {"/positions", "/graph", "/values"}


@pytest.mark.parametrize(("method", "path", "game"), NOT_TAKEN)
@pytest.mark.parametrize("wrong", [{}, {"piles": "x", "size": -1, "what": 3}])
def test_it_is_rejected_whether_the_rest_is_right_or_wrong(
    method: str, path: str, game: str, wrong: dict[str, Any]
) -> None:
    place = "game" if method == "GET" else "#/game"
    assert codes(method, path, right(path, game) | wrong) == [(place, "not-offered")]


@pytest.mark.parametrize(
    ("path", "game"),
    [
        (path, game["name"])
        for game in GAMES
        for path in game["operations"]
        if path not in {"/moves", "/review"}
    ],
)
def test_every_game_that_is_accepted_gets_a_response(path: str, game: str) -> None:
    assert ask("POST", path, right(path, game)).status == "200 OK"
