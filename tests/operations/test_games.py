"""GET /games: its limits are the real ones."""

import re
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.game.games import GAMES
from service.game.games.sum import MAX_COMPONENTS
from tests.support.http_client import Reply
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


RULES: dict[str, dict[str, Any]] = {
    "octal": {"code": "0.3"},
    "moore": {"max_piles": 2},
    "numbers": {"numbers": "odd"},
    "growing": {"add": [1], "target": 9},
}


@rows("name", [name for name in POSITIONS if not GAMES[name].is_sum])
def test_the_limits_that_games_says_are_those_that_hold(service: Service, name: str) -> None:
    [game] = [each for each in service.get("/games").json["games"] if each["name"] == name]
    limits = game["limits"]
    others = [1] * (limits["least_piles"] - 1)

    def solved(piles: list[int]) -> Reply:
        return service.post("/move", {"game": name, "piles": piles, **RULES.get(name, {})})

    assert solved([limits["pile"], *others]).status == 200
    assert solved([limits["pile"] + 1, *others]).json["errors"][0]["code"] == "too-large"
    assert solved([1] * limits["piles"]).status == 200
    assert solved([1] * limits["least_piles"]).status == 200
    if least := limits["least_piles"]:
        assert solved([1] * (least - 1)).json["errors"][0]["code"] == "too-few"
    assert solved([1] * (limits["piles"] + 1)).json["errors"][0]["code"] == "too-many"


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
    assert judged["plies"][0]["winning_moves"] == solved["winning_moves"]


def test_a_body_is_rejected_though_nothing_of_it_would_be_read(service: Service) -> None:
    assert service.request("GET", "/games", {}).status == 400


# --- Other names ----------------------------------------------------------------------------------

ROW = re.compile(r"^\| ([^|]+) \| `(.+)` \| .+ \|$", re.MULTILINE)
NAMES = dict(ROW.findall(Path("docs/concepts.md").read_text().partition("**Other names.**")[2]))
"""The query for each name, as the manual has it."""


def test_the_manual_has_the_names_that_games_lists(service: Service) -> None:
    games = service.get("/games").json["games"]
    listed = {
        also["name"]: (game["name"], also["keys"])
        for game in games
        for also in game["also_known_as"]
    }
    assert NAMES.keys() == listed.keys()
    for name, (game, keys) in listed.items():
        query = dict(each.split("=") for each in NAMES[name].split("&"))
        assert query.pop("game", "nim") == game
        assert {key: query[key] for key in query if key not in {"piles", "misere"}} == {
            key: str(value).strip("[]").replace(" ", "") for key, value in keys.items()
        }


@rows("name", NAMES)
def test_the_query_for_a_name_is_answered(service: Service, name: str) -> None:
    assert service.get(f"/move?{NAMES[name]}").status == 200


@rows("name", ["treblecross", "Treble-cross", "the 21 game", "21 game", "bachet", "flip-game"])
def test_the_error_of_a_name_says_what_to_send(service: Service, name: str) -> None:
    [error] = service.post("/move", {"game": name, "piles": [5]}).json["errors"]
    assert (error["pointer"], error["code"]) == ("#/game", "not-a-choice")
    assert error["detail"].rpartition("; ")[2] in {
        "treblecross: game octal with code 0.007.",
        "the 21 game: game nim with max_remove 3.",
        "21 game: game nim with max_remove 3.",
        "bachet: game nim with max_remove 10.",
        "flip game: game dawsons-kayles.",
    }
