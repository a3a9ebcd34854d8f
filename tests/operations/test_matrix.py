"""Every game × every operation, in both conventions, with GET and POST: solved or not offered."""

import re
from itertools import product
from typing import Any

import pytest

from service.game.games import GAMES
from service.game.heap_game import HeapGame
from service.operations.names import games_text
from tests.support.contract import validator
from tests.support.http_client import Reply
from tests.support.move_texts import untold
from tests.support.positions import CONVENTIONS, EACH, POSITIONS, query_of, rules_of
from tests.support.rows import rows
from tests.support.service import Service

BY_GET = ["/move", "/explanation", "/positions", "/graph", "/values", "/analysis", "/legal"]
OPERATIONS = [*BY_GET, "/moves", "/review"]

WITHOUT_VALUES = [name for name, game in GAMES.items() if not issubclass(game, HeapGame)]
MORE_THAN_PILES = [name for name, game in GAMES.items() if not game.is_stateless]
ON_BOARDS = [name for name, game in GAMES.items() if game.main_key == "board"]
HOLES = {
    *product(WITHOUT_VALUES, ["/values"]),
    *product(MORE_THAN_PILES, ["/positions", "/graph"]),
    *product(ON_BOARDS, ["/positions"]),
}
"""The games that an operation does not take."""

VALUES: dict[str, object] = {
    "max_remove": 2,
    "subtraction_set": [1, 3, 4],
    "code": "0.77",
    "max_piles": 2,
    "quota": 2,
    "numbers": "squares",
    "add": [1, 2],
    "multiply": [2],
    "target": 9,
    "components": [{"piles": [2]}],
    "board": "",
}
"""A value for each key of a game."""

REQUIRED = [(name, key) for name, game in GAMES.items() for key in game.keys if game.keys[key]]

each_position = rows("position", EACH)
each_convention = rows("misere", CONVENTIONS)
each_game = rows("game", POSITIONS)

OFFERED = [pair for pair in product(POSITIONS, OPERATIONS) if pair not in HOLES]


def game_of(position: dict[str, Any]) -> str:
    return str(position.get("game", "nim"))


def keys_of(path: str) -> set[str]:
    """The keys of games that an operation knows, including a sum's if it takes sums."""
    takes_sums = [game for game in GAMES.values() if game.is_sum and (game.name, path) in OFFERED]
    others = {*([] if takes_sums else ["components"]), *(["board"] if path == "/values" else [])}
    return VALUES.keys() - others


def body_for(path: str, position: dict[str, Any]) -> dict[str, Any]:
    """The body of an operation's request about a position."""
    match path:
        case "/moves":
            return {"positions": [position]}
        case "/review":
            return {**position, "moves": []}
        case "/values":
            return {**rules_of(position), "size": 5}
    return position


def asked(service: Service, path: str, position: dict[str, Any]) -> list[Reply]:
    """The responses to POST, and to GET if the operation has it."""
    body = body_for(path, position)
    replies = [service.post(path, body)]
    if path in BY_GET and not GAMES[game_of(position)].is_sum:
        replies.append(service.get(f"{path}?{query_of(body)}"))
    return replies


def games(service: Service) -> dict[str, Any]:
    return {game["name"]: game for game in service.get("/games").json["games"]}


def test_the_games_of_these_tests_are_all_games(service: Service) -> None:
    assert [*games(service)] == [*POSITIONS]


@each_game
def test_games_says_beforehand_which_operations_take_a_game(service: Service, game: str) -> None:
    offered = games(service)[game]["operations"]

    assert len({*offered}) == len(offered)
    assert {*offered} == {path for path in OPERATIONS if (game, path) not in HOLES}


@each_position
@rows("path", OPERATIONS)
def test_an_operation_takes_or_does_not_offer_the_game(
    service: Service, path: str, position: dict[str, Any]
) -> None:
    """The response is as the contract describes it; by GET it is the same, and may be cached."""
    for misere in CONVENTIONS:
        posted, *got = asked(service, path, {**position, **misere})
        media_type = posted.headers["content-type"]
        validator(path, "POST", str(posted.status), media_type).validate(posted.json)
        if (game_of(position), path) not in HOLES:
            assert posted.status == 200, misere
            for reply in got:
                assert (reply.status, reply.body) == (200, posted.body), misere
                assert reply.headers["cache-control"] == "public, max-age=86400"
        else:
            for reply in (posted, *got):
                [error] = reply.json["errors"]
                place = error.get("pointer") or error.get("parameter")
                assert (reply.status, error["code"]) == (422, "not-offered"), misere
                assert place in {"#/game", "game"}


@pytest.mark.parametrize("path", ["/move", "/explanation", "/analysis", "/legal"])
def test_a_query_that_names_a_sum_is_not_offered(service: Service, path: str) -> None:
    """The other keys may be right with it."""
    [error] = service.get(f"{path}?game=sum&components=1&x=1").json["errors"]

    assert (error["parameter"], error["code"]) == ("game", "not-offered")


WRONG: list[dict[str, Any]] = [
    {},
    {"piles": [3, -1, 2**53]},
    {"piles": [3, "x"], "misere": "yes"},
    {"piles": [1], "x": "1"},
    {"piles": [1], "max_remove": 0},
    {"piles": [1], "max_remove": 2, "subtraction_set": [1]},
    {"piles": [1], "subtraction_set": [1, 0, 1]},
    {"piles": [1], "subtraction_set": [1, 3, 1]},
    {"piles": [1], "game": "octal"},
    {"piles": [1], "game": "octal", "code": "0.8"},
    {"piles": [1, 1001], "game": "octal", "code": "4!.0"},
    {"piles": [9] * 9, "game": "kayles", "misere": True, "code": "0.77"},
    {"piles": [1], "game": "moore"},
    {"piles": [1], "game": "moore", "max_piles": 101},
    {"piles": [1], "game": "greedy", "quota": 1, "max_piles": 2},
    {"piles": [1], "game": "wythoff"},
    {"piles": [1, 2, 3], "game": "wythoff"},
    {"piles": [1, 2**53], "game": "wythoff"},
    {"piles": [3], "game": "euclid"},
    {"piles": [3], "game": "numbers"},
    {"piles": [3], "game": "numbers", "numbers": "fibonacci"},
    {"piles": [3, 5], "game": "euclid", "numbers": "odd"},
]


@rows("body", WRONG)
@rows("path", ["/move", "/explanation", "/legal", "/positions", "/graph"])
def test_get_has_the_same_error_as_post(service: Service, path: str, body: dict[str, Any]) -> None:
    posted, got = service.post(path, body), service.get(f"{path}?{query_of(body)}")

    assert (posted.status, got.status) == (422, 422)
    assert said(got) == said(posted)


CAME = r", not (an? \w+|\w+)(?=[.;])"
"""What came in place of the right type, which only the error of a body can say."""


def said(reply: Reply) -> Any:
    """A problem without the difference between a body and a query: locations in lists."""
    problem = reply.json
    errors = problem["errors"]
    for error in errors:
        place = error.pop("pointer", None) or f"#/{error.pop('parameter')}"
        error.pop("index", None)
        error["detail"] = re.sub(CAME, "", error["detail"])
        error["key"] = place.split("/")[1]
    problem["detail"] = re.sub(CAME, "", problem["detail"])
    return problem


@each_position
@rows("path", OPERATIONS)
def test_null_is_the_same_as_leaving_a_key_out(
    service: Service, path: str, position: dict[str, Any]
) -> None:
    absent = dict.fromkeys(["game", *keys_of(path), *([] if path == "/values" else ["misere"])])
    if path == "/positions":
        absent["all"] = None
    body = body_for(path, {**absent, **position})
    if path == "/values":
        body = {**absent, **body}
    without, with_nulls = service.post(path, body_for(path, position)), service.post(path, body)

    assert (with_nulls.status, with_nulls.body) == (without.status, without.body)


# --- Keys ----------------------------------------------------------------------------------------


@rows(("game", "path"), OFFERED)
def test_a_key_of_another_game_is_a_conflict_that_names_its_game(
    service: Service, game: str, path: str
) -> None:
    prefix = "#/positions/0" if path == "/moves" else "#"
    for key in keys_of(path) - GAMES[game].keys.keys():
        position = {**POSITIONS[game][0], key: VALUES[key]}
        owners = games_text([name for name, other in GAMES.items() if key in other.keys])

        assert service.post(path, body_for(path, position)).json["errors"] == [
            {
                "pointer": f"{prefix}/{key}",
                "code": "conflict",
                "detail": f"This key belongs to {owners}.",
            }
        ]


@rows(
    ("game", "key", "path"),
    [(game, key, path) for game, key in REQUIRED for path in OPERATIONS if (game, path) in OFFERED],
)
@rows("absent", [{}, dict.fromkeys(VALUES)])
def test_a_key_that_a_game_requires_is_missed(
    service: Service, game: str, key: str, path: str, absent: dict[str, None]
) -> None:
    absent = {name: None for name in absent if name in keys_of(path)}
    needed = [each for each, is_needed in GAMES[game].keys.items() if is_needed and each != key]
    place = {"piles": [1]} if GAMES[game].main_key == "piles" else {}
    position = {"game": game, **place, **absent, **{each: VALUES[each] for each in needed}}
    body = {**body_for(path, position), **(absent if path == "/values" else {})}
    prefix = "#/positions/0" if path == "/moves" else "#"

    assert service.post(path, body).json["errors"] == [
        {
            "pointer": f"{prefix}/{key}",
            "code": "required",
            "detail": f"The game {game} requires this key.",
        }
    ]


@each_game
def test_games_lists_the_keys_of_a_game(service: Service, game: str) -> None:
    listed = {key["name"]: key["required"] for key in games(service)[game]["keys"]}
    assert listed == GAMES[game].keys


@rows("position", [each for name in ON_BOARDS for each in POSITIONS[name]])
def test_the_graph_of_a_board_is_solved_by_the_other_operation(
    service: Service, position: dict[str, Any]
) -> None:
    """The names are boards: each is won or lost as `/move` says of it."""
    graph = service.post("/graph", position).json
    for misere in (False, True):
        solved = service.post("/grundy", {**graph, "misere": misere}).json
        assert solved["grundy_values"] == graph["grundy_values"]
        for name, position_class in solved["position_classes"].items():
            board = "" if name == "0" and position["game"] != "hackenbush" else name
            asked = {**position, "board": board, "misere": misere}
            assert service.post("/move", asked).json["position_class"] == position_class


# --- Moves of responses are accepted -------------------------------------------------------------


@each_position
@each_convention
def test_a_review_takes_the_moves_of_a_solution(
    service: Service, position: dict[str, Any], misere: dict[str, bool]
) -> None:
    """Best moves until the game is over, sent back unchanged. None of them is a mistake."""
    start = {**position, **misere}
    moves: list[Any] = []
    judged = service.post("/review", {**start, "moves": moves}).json
    while best := judged["position"]["best_move"]:
        moves.append(best)
        judged = service.post("/review", {**start, "moves": moves}).json

    assert judged["finished"] is True
    assert [ply["move"] for ply in judged["plies"]] == moves
    assert [ply["mistake"] for ply in judged["plies"]] == [False] * len(moves)
    texts = [{"text": move["text"]} for move in moves]
    assert service.post("/review", {**start, "moves": texts}).json == judged


@each_position
@each_convention
def test_a_position_in_a_review_is_solved_as_by_itself(
    service: Service, position: dict[str, Any], misere: dict[str, bool]
) -> None:
    start = {**position, **misere}
    solved = service.post("/move", start).json
    for move in solved["winning_moves"]:
        judged = service.post("/review", {**start, "moves": [move]}).json
        [ply], met = judged["plies"], judged["position"]
        state = {key: met.pop(key) for key in ("piles", "board", "quota") if key in met}
        if "components" in met:
            pairs = zip(position["components"], met.pop("components"), strict=True)
            state["components"] = [{**sent, **now} for sent, now in pairs]

        assert untold(met) == service.post("/move", {**start, **state}).json
        assert met["to_move_wins"] is False
        assert untold(ply["winning_moves"]) == solved["winning_moves"]
        assert ply["mistake"] is False


@each_convention
def test_a_batch_mixes_games(service: Service, misere: dict[str, bool]) -> None:
    positions = [{**position, **misere} for position in EACH]
    alone = [service.post("/move", position).json for position in positions]

    assert service.post("/moves", {"positions": positions}).json == {"results": alone}


@each_position
@each_convention
def test_an_explanation_has_the_solution_and_sentences(
    service: Service, position: dict[str, Any], misere: dict[str, bool]
) -> None:
    start = {**position, **misere}
    explained, solved = service.post("/explanation", start).json, service.post("/move", start).json

    assert {key: untold(explained[key]) for key in solved} == solved
    assert explained["sentences"]
    assert all(sentence[-1] in ".…" for sentence in explained["sentences"])


@rows("position", [each for each in EACH if (game_of(each), "/positions") not in HOLES])
def test_the_graph_is_solved_by_the_other_operation(
    service: Service, position: dict[str, Any]
) -> None:
    """It is sent back unchanged, in both conventions, and has the table's lost positions."""
    graph = service.post("/graph", position).json
    for misere in (False, True):
        classes = service.post("/grundy", {**graph, "misere": misere}).json["position_classes"]
        table = service.post("/positions", {**position, "misere": misere}).json

        assert list(classes) == list(graph["options"])
        assert {name for name in classes if classes[name] == "P"} == {
            "+".join(map(str, piles)) or "0" for piles in table["p_positions"]
        }
