"""GET /games: its limits are the real ones."""

import json
import re
from typing import Any

import pytest

from service.app import create_app
from service.game.games import GAMES
from service.game.games.sum import MAX_COMPONENTS
from service.told import OtherName, told_of
from tests.support.http_client import Reply
from tests.support.move_texts import untold
from tests.support.played_out import is_valid
from tests.support.positions import POSITIONS
from tests.support.problems import errors_of
from tests.support.rows import rows
from tests.support.service import InProcess, Service


def test_games_has_no_parameters(service: Service) -> None:
    reply = service.get("/games?name=moore")
    assert errors_of(reply, "parameter") == [("name", "Unknown key; /games has no parameters.")]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/openapi.yaml"])
def test_requests_of_machines_ignore_a_query(service: Service, path: str) -> None:
    """A probe that adds a parameter, for instance against caches, must not fail."""
    assert service.get(f"{path}?x=1").status == 200


TREBLECROSS = "game octal with code 0.007; piles: the squares of the strip, and 2 more."
OF_21 = (
    "game nim with keys such as max_remove 3 and misere true; "
    "piles: what is missing from 21; who says it loses."
)

RULES: dict[str, dict[str, Any]] = {
    "octal": {"code": "0.3"},
    "moore": {"max_piles": 2},
    "numbers": {"numbers": "odd"},
    "growing": {"add": [1], "target": 9},
}


def small_piles(name: str, count: int) -> list[int]:
    """So many small piles that the game has a position with: in some games, no two are equal."""
    tried: list[list[int]] = [[1] * count, [*range(count)], [*range(count, 0, -1)]]
    keys = RULES.get(name, {})
    return next(piles for piles in tried if is_valid(GAMES[name].position(piles, **keys)))


@rows("name", [name for name, game in GAMES.items() if game.main_key != "board"])
def test_the_example_of_a_game_is_the_position_of_its_page(service: Service, name: str) -> None:
    [game] = [each for each in service.get("/games").json["games"] if each["name"] == name]
    (given,) = re.findall(r'id="given">(.*?)</script>', service.get(f"/play/{name}").body.decode())
    assert {"game": name, **json.loads(given)["position"]} == game["example"]


@rows("name", [name for name in POSITIONS if GAMES[name].main_key == "piles"])
def test_the_limits_that_games_says_are_those_that_hold(service: Service, name: str) -> None:
    [game] = [each for each in service.get("/games").json["games"] if each["name"] == name]
    limits = game["limits"]
    others = [1] * (limits["least_piles"] - 1)

    def solved(piles: list[int]) -> Reply:
        return service.post("/move", {"game": name, "piles": piles, **RULES.get(name, {})})

    assert solved([limits["pile"], *others]).status == 200
    assert solved([limits["pile"] + 1, *others]).json["errors"][0]["code"] == "too-large"
    assert solved(small_piles(name, limits["piles"])).status == 200
    assert solved(small_piles(name, limits["least_piles"])).status == 200
    if least := limits["least_piles"]:
        assert solved([1] * (least - 1)).json["errors"][0]["code"] == "too-few"
    assert solved([1] * (limits["piles"] + 1)).json["errors"][0]["code"] == "too-many"


FEWER: dict[str, dict[str, int]] = {
    "octal": {"piles": 100},
    "kayles": {"piles": 100},
    "dawsons-kayles": {"piles": 100},
    "dawsons-chess": {"piles": 100},
    "laskers-nim": {"piles": 100},
    "grundys-game": {"piles": 100, "pile": 1_000},
    "moore": {"piles": 100},
    "wythoff": {"piles": 2, "least_piles": 2},
    "euclid": {"piles": 2, "least_piles": 2},
    "fibonacci": {"piles": 1, "least_piles": 1},
    "chomp": {"piles": 20, "least_piles": 1},
    "welter": {"piles": 20, "least_piles": 1},
    "growing": {"piles": 3, "least_piles": 1},
    "sum": {"components": 100},
    "hackenbush": {"board": 400, "piles": 0},
    "geography": {"board": 300, "piles": 0},
    "arc-kayles": {"board": 200, "piles": 0},
    "node-kayles": {"board": 200, "piles": 0},
    "cram": {"board": 400, "piles": 0},
    "coins": {"board": 100, "piles": 0},
}
"""Limits that differ from the usual ones."""


def test_no_game_has_lower_limits_than_clients_know(service: Service) -> None:
    usual = {"piles": 10_000, "least_piles": 0, "pile": 2**53 - 1}
    listed = {each["name"]: each["limits"] for each in service.get("/games").json["games"]}
    assert FEWER.keys() <= listed.keys()
    for name, limits in listed.items():
        assert limits == {**usual, **FEWER.get(name, {})}, name


def test_only_a_sum_has_a_limit_on_components(service: Service) -> None:
    limits = {each["name"]: each["limits"] for each in service.get("/games").json["games"]}
    found = {name: of["components"] for name, of in limits.items() if "components" in of}
    assert found == {"sum": MAX_COMPONENTS}


def test_a_lower_setting_lowers_the_limits_that_games_says() -> None:
    service = InProcess(create_app(MAX_PILES=3))
    found = {each["name"]: each["limits"]["piles"] for each in service.get("/games").json["games"]}
    assert (found["nim"], found["kayles"], found["fibonacci"]) == (3, 3, 1)


def test_as_many_winning_moves_are_listed_as_may_be(service: Service) -> None:
    position = {"game": "greedy", "piles": [1_000, 500, 500]}
    solved = service.post("/move", position).json
    judged = service.post("/review", {**position, "moves": [{"pile": 0, "remove": 501}]}).json

    assert [move["leaves"] for move in solved["winning_moves"]] == [*range(499, 399, -1)]
    assert (solved["more"], judged["plies"][0]["more"]) == (True, True)
    assert untold(judged["plies"][0]["winning_moves"]) == solved["winning_moves"]


def test_a_body_is_rejected_though_nothing_of_it_would_be_read(service: Service) -> None:
    assert service.request("GET", "/games", {}).status == 400


# --- Other names ----------------------------------------------------------------------------------

NAMES = {also.name: (name, also) for name in GAMES for also in told_of(name).names}
"""The other names, with their games."""


def test_games_lists_the_names_with_all_that_makes_them(service: Service) -> None:
    games = service.get("/games").json["games"]
    listed = {
        also["name"]: (game["name"], also["keys"], also["piles"], also["example"])
        for game in games
        for also in game["also_known_as"]
    }
    assert listed == {
        name: (game, also.keys(GAMES[game]), also.piles, also.is_example)
        for name, (game, also) in NAMES.items()
    }
    assert listed["Marienbad"] == ("nim", {"misere": True}, "the rows", False)


@rows("name", NAMES)
def test_who_wins_the_example_of_a_name(service: Service, name: str) -> None:
    game, also = NAMES[name]
    query = "&".join(f"{key}={value}" for key, value in also.query.items())
    assert service.get(f"/move?game={game}&{query}").json["position_class"] == also.position_class


@rows(
    ("name", "text"),
    [
        ("treblecross", f"treblecross: {TREBLECROSS}"),
        ("Treble-cross", f"treblecross: {TREBLECROSS}"),
        ("the 21 game", f"the 21 game: {OF_21}"),
        ("21 Game", f"21 game: {OF_21}"),
        (
            "bachet",
            "bachet: game nim with keys such as max_remove 10; piles: what is missing from 100.",
        ),
        ("flip-game", "flip game: game dawsons-kayles; piles: the lengths of the runs of +."),
        ("Marienbad", "marienbad: game nim with misere true."),
        ("Chomp", "chomp: game chomp."),
        ("KAYLES", "kayles: game kayles."),
        ("Grundy's game", "grundy's game: game grundys-game."),
        ("grundy", "grundy: game grundys-game."),
        ("Fibonacci Nim", "fibonacci nim: game fibonacci."),
        ("Staircase nim", "staircase nim: game staircase."),
    ],
)
def test_the_error_of_a_name_says_what_to_send(service: Service, name: str, text: str) -> None:
    [error] = service.post("/move", {"game": name, "piles": [5]}).json["errors"]
    assert (error["pointer"], error["code"]) == ("#/game", "not-a-choice")
    assert error["detail"].rpartition(f"; {text.partition(':')[0]}: ")[2] == text.partition(": ")[2]


@rows("name", NAMES)
def test_sent_as_the_error_says_the_example_of_a_name_is_that_game(
    service: Service, name: str
) -> None:
    """All but examples: the game and keys of the hint make the game of the row."""
    game, also = NAMES[name]
    [error] = service.post("/move", {"game": name, "piles": [5]}).json["errors"]
    said = re.search(
        r"; [^;]+: game ([a-z-]+)(?: with (?:keys such as )?([^;]+?))?(?:;|\.$)", error["detail"]
    )
    assert said
    keys = dict(
        each.split(" ", 1) for each in re.split(r", (?=[a-z])| and ", said[2] or "") if each
    )
    body = {
        "game": said[1],
        **place_of(also),
        **{key: read(value) for key, value in keys.items()},
    }
    assert service.post("/move", body).json["position_class"] == also.position_class
    assert said[1] == game


def place_of(also: OtherName) -> dict[str, object]:
    """The piles of the example, or its board."""
    if "board" in also.query:
        return {"board": also.query["board"]}
    return {"piles": [*map(int, also.query["piles"].split(","))]}


def read(value: str) -> object:
    """A value as the hint writes it."""
    return json.loads(value) if re.fullmatch(r"\[.+\]|true|\d+", value) else value
