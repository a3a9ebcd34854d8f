"""Sums in the operations: the errors in a sum, and the response of each operation to one."""

from typing import Any

import pytest

from service.app import create_app
from tests.support.problems import errors_of
from tests.support.service import InProcess, Service

NIM = {"piles": [3]}
SUM = {"game": "sum", "components": [NIM]}
NESTED = "A component can't be a sum: give its components instead."


def codes_of(service: Service, path: str, body: Any) -> list[tuple[str, str]]:
    """The pointer and the code of each error."""
    reply = service.post(path, body)
    assert reply.status == 422
    return [(error["pointer"], error["code"]) for error in reply.json["errors"]]


def summed(*components: Any, **keys: Any) -> dict[str, Any]:
    return {"game": "sum", "components": [*components], **keys}


WRONG: list[tuple[Any, list[tuple[str, str]]]] = [
    ({"game": "sum"}, [("#/components", "required")]),
    ({"game": "sum", "components": None}, [("#/components", "required")]),
    (summed(), [("#/components", "too-few")]),
    (summed(*[NIM] * 101), [("#/components", "too-many")]),
    ({"game": "sum", "components": NIM}, [("#/components", "not-a-list")]),
    (
        summed(3, NIM, []),
        [("#/components/0", "not-an-object"), ("#/components/2", "not-an-object")],
    ),
    (summed(NIM, piles=[1]), [("#/piles", "conflict")]),
    ({"game": "sum", "piles": [1]}, [("#/components", "required")]),
    ({"components": [NIM], "piles": [1]}, [("#/components", "conflict")]),
    ({"components": [NIM]}, [("#/piles", "required")]),
    (summed(NIM, max_remove=2), [("#/max_remove", "conflict")]),
    (summed(NIM, x=2), [("#/x", "unknown")]),
    (
        summed({}, {"piles": None}),
        [("#/components/0/piles", "required"), ("#/components/1/piles", "not-a-list")],
    ),
    (summed({"piles": [1, -1]}), [("#/components/0/piles/1", "too-small")]),
    (summed({"piles": [1], "x": 1}), [("#/components/0/x", "unknown")]),
    (summed(NIM, {"piles": [1], "game": "chess"}), [("#/components/1/game", "not-a-choice")]),
    (summed(NIM, {**NIM, "misere": True}), [("#/components/1/misere", "conflict")]),
    (summed({**NIM, "misere": False}), [("#/components/0/misere", "conflict")]),
    (summed({"game": "moore", "piles": [1]}), [("#/components/0/max_piles", "required")]),
    (summed({"game": "kayles", "piles": [1, 1_001]}), [("#/components/0/piles/1", "too-large")]),
    (summed(NIM, {"game": "wythoff", "piles": [1]}), [("#/components/1/piles", "too-few")]),
    (
        summed({**NIM, "quota": 1}, {**NIM, "code": "0.7"}),
        [("#/components/0/quota", "conflict"), ("#/components/1/code", "conflict")],
    ),
    (
        summed({"game": "octal", "code": "0.9", "piles": []}),
        [("#/components/0/code", "not-a-code")],
    ),
    (summed(NIM, SUM), [("#/components/1/game", "not-offered")]),
    (
        summed(SUM, {"x": 1}, SUM),
        [("#/components/0/game", "not-offered"), ("#/components/2/game", "not-offered")],
    ),
    (
        summed(NIM, {"game": "euclid", "piles": [10**6, 10**6 - 1]}),
        [("#/components/1/piles", "too-much-work")],
    ),
]
TOO_MUCH_WORK = summed(
    {"game": "octal", "code": "4.77", "piles": [90]},
    {"game": "grundys-game", "piles": [50]},
    misere=True,
)


@pytest.mark.parametrize(("body", "errors"), WRONG, ids=lambda value: str(value)[:60])
def test_each_error_in_a_sum_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert codes_of(service, "/move", body) == errors


@pytest.mark.parametrize(("body", "errors"), WRONG, ids=lambda value: str(value)[:60])
def test_errors_of_a_sum_in_a_batch_have_its_place(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    in_batch = [(f"#/positions/1{pointer[1:]}", code) for pointer, code in errors]

    assert codes_of(service, "/moves", {"positions": [NIM, body]}) == in_batch


@pytest.mark.long
def test_a_search_that_is_too_long_is_an_error_of_all_components(service: Service) -> None:
    assert codes_of(service, "/move", TOO_MUCH_WORK) == [("#/components", "too-much-work")]


@pytest.mark.parametrize(
    ("path", "keys"), [("/explanation", {}), ("/analysis", {}), ("/review", {"moves": []})]
)
def test_a_component_is_no_sum_in_any_operation(
    service: Service, path: str, keys: dict[str, Any]
) -> None:
    reply = service.post(path, {**summed(NIM, SUM), **keys})

    assert errors_of(reply) == [("#/components/1/game", NESTED)]


@pytest.mark.parametrize("path", ["/positions", "/graph", "/values"])
def test_an_operation_without_sums_does_not_know_their_keys(service: Service, path: str) -> None:
    body = {"size": 3} if path == "/values" else NIM

    assert codes_of(service, path, {**body, "components": [NIM]}) == [("#/components", "unknown")]


@pytest.mark.parametrize("path", ["/positions", "/graph", "/values"])
def test_an_operation_without_sums_does_not_offer_the_game(service: Service, path: str) -> None:
    assert codes_of(service, path, SUM) == [("#/game", "not-offered")]


def test_too_many_piles_of_a_sum_are_an_error_of_its_components() -> None:
    service = InProcess(create_app(MAX_PILES=3, ACCESS_LOG=False))
    body = summed({"piles": [1, 1]}, {"piles": [1, 1]})

    assert codes_of(service, "/move", body) == [("#/components", "too-many")]
    assert codes_of(service, "/moves", {"positions": [body]}) == [
        ("#/positions/0/components", "too-many")
    ]


# --- Answers --------------------------------------------------------------------------------------


def test_games_says_how_many_components_a_sum_may_have(service: Service) -> None:
    games = {game["name"]: game for game in service.get("/games").json["games"]}
    most = games["sum"]["limits"]["components"]

    assert most == 100
    assert service.post("/move", summed(*[NIM] * most)).status == 200
    assert codes_of(service, "/move", summed(*[NIM] * (most + 1))) == [("#/components", "too-many")]
    assert [name for name in games if "components" in games[name]["limits"]] == ["sum"]
    assert games["sum"]["operations"] == ["/move", "/moves", "/explanation", "/review", "/analysis"]


def test_two_positions_are_equivalent_where_their_sum_is_lost(service: Service) -> None:
    """A Kayles row of 4 pins is a pile of 1."""
    kayles = {"game": "kayles", "piles": [4]}
    equivalent = service.post("/move", summed(kayles, {"piles": [1]})).json
    other = service.post("/move", summed(kayles, {"piles": [2]})).json

    assert (equivalent["to_move_wins"], equivalent["grundy_values"]) == (False, [1, 1])
    assert other["to_move_wins"] is True


def test_a_review_shows_the_components_with_their_quota(service: Service) -> None:
    body = summed({"game": "kayles", "piles": [5]}, {"game": "fibonacci", "piles": [7]}, NIM)
    moves = [
        {"component": 0, "pile": 0, "remove": 1, "leaves_piles": [3, 1]},
        {"component": 1, "pile": 0, "remove": 2},
        {"component": 2, "pile": 0, "remove": 3, "leaves": 0},
    ]
    judged = service.post("/review", {**body, "moves": moves}).json

    kayles, nim = {"piles": [1, 3]}, {"piles": [3]}
    assert [ply["components"] for ply in judged["plies"]] == [
        [{"piles": [5]}, {"piles": [7]}, nim],
        [kayles, {"piles": [7]}, nim],
        [kayles, {"piles": [5], "quota": 4}, nim],
    ]
    assert judged["position"]["components"] == [kayles, {"piles": [5], "quota": 4}, {"piles": [0]}]
    assert all("piles" not in each for each in [*judged["plies"], judged["position"]])


@pytest.mark.parametrize(
    ("move", "pointer", "code"),
    [
        ({"pile": 0, "remove": 1}, "component", "required"),
        ({"component": 2, "pile": 0, "remove": 1}, "component", "illegal-move"),
        ({"component": -1, "pile": 0, "remove": 1}, "component", "too-small"),
        ({"component": 0, "pile": 1, "remove": 1}, "pile", "illegal-move"),
        ({"component": 0, "pile": 0, "remove": 4}, "remove", "illegal-move"),
        ({"component": 0, "removals": []}, "removals", "conflict"),
        ({"component": 1, "pile": 0, "remove": 1}, "leaves_piles", "ambiguous-move"),
        ({"component": 1, "pile": 0, "remove": 1, "leaves": 4}, "leaves", "conflict"),
    ],
    ids=str,
)
def test_a_wrong_move_in_a_sum_has_its_pointer(
    service: Service, move: dict[str, Any], pointer: str, code: str
) -> None:
    body = {**summed(NIM, {"game": "kayles", "piles": [5]}), "moves": [move]}

    assert codes_of(service, "/review", body) == [(f"#/moves/0/{pointer}", code)]


def test_a_move_in_another_game_has_no_component(service: Service) -> None:
    body = {**NIM, "moves": [{"component": 0, "pile": 0, "remove": 1}]}

    assert codes_of(service, "/review", body) == [("#/moves/0/component", "conflict")]


def test_an_analysis_judges_moves_where_that_is_asked(service: Service) -> None:
    without = service.post("/analysis", SUM).json
    with_moves = service.get("/analysis?piles=3,3&moves=true").json

    assert "moves" not in without
    assert without["line"] == [{"component": 0, "pile": 0, "remove": 3, "leaves": 0}]
    assert with_moves["moves"][0] == {
        "move": {"pile": 0, "remove": 1, "leaves": 2},
        "wins": False,
        "plies": 5,
        "reply": {"pile": 1, "remove": 1, "leaves": 2},
    }


def test_values_have_the_genus_where_that_is_asked(service: Service) -> None:
    body = {"game": "kayles", "size": 6, "genus": True}
    genus = ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]

    assert service.post("/values", body).json["genus"] == genus
    assert service.get("/values?game=kayles&size=6&genus=true").json["genus"] == genus
    assert "genus" not in service.get("/values?game=kayles&size=6").json


@pytest.mark.long
def test_a_genus_that_takes_too_long_is_an_error_of_the_size(service: Service) -> None:
    assert codes_of(service, "/values", {"game": "laskers-nim", "size": 1_000, "genus": True}) == [
        ("#/size", "too-much-work")
    ]
