"""A position in a request: the errors of a sum and its moves."""

from typing import Any

import pytest

from service.api.request_types import keys_of
from service.app import create_app
from service.game.games.numbers import KINDS
from service.operations.position import KEYS, PositionRequest
from tests.support.problems import errors_of
from tests.support.service import InProcess, Service

NIM = {"piles": [3]}
SUM = {"game": "sum", "components": [NIM]}


def codes_of(service: Service, path: str, body: Any) -> list[tuple[str, str]]:
    """The pointer and the code of each error."""
    reply = service.post(path, body)
    assert reply.status == 422
    return [(error["pointer"], error["code"]) for error in reply.json["errors"]]


def summed(*components: Any) -> dict[str, Any]:
    return {"game": "sum", "components": [*components]}


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"game": "sum"}, [("#/components", "required")]),
        ({"components": [NIM]}, [("#/piles", "required")]),
        (summed(), [("#/components", "too-few")]),
        (summed(NIM, {**NIM, "misere": True}), [("#/components/1/misere", "conflict")]),
        (summed({"game": "moore", "piles": [1]}), [("#/components/0/max_piles", "required")]),
        (
            summed({**NIM, "quota": 1}, {**NIM, "code": "0.7"}),
            [("#/components/0/quota", "conflict"), ("#/components/1/code", "conflict")],
        ),
        (
            summed(SUM, NIM, SUM),
            [("#/components/0/game", "not-offered"), ("#/components/2/game", "not-offered")],
        ),
    ],
    ids=str,
)
def test_each_error_in_a_sum_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    in_batch = [(f"#/positions/1{pointer[1:]}", code) for pointer, code in errors]

    assert codes_of(service, "/move", body) == errors
    assert codes_of(service, "/moves", {"positions": [NIM, body]}) == in_batch


@pytest.mark.parametrize(
    ("path", "keys"), [("/explanation", {}), ("/analysis", {}), ("/review", {"moves": []})]
)
def test_a_component_is_no_sum_in_any_operation(
    service: Service, path: str, keys: dict[str, Any]
) -> None:
    """It is the only error of that component."""
    body = {**summed(NIM, SUM, {**NIM, "x": 1}), **keys}
    assert codes_of(service, path, body) == [
        ("#/components/1/game", "not-offered"),
        ("#/components/2/x", "unknown"),
    ]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/values", {"game": "moore"}),
        ("/values", {"game": "moore", "size": 0, "max_piles": "x", "foo": 1}),
        ("/positions", {"game": "fibonacci", "piles": [-1]}),
        ("/graph", {"game": "fibonacci", "piles": "x", "quota": 0}),
        ("/graph", {"game": "sum", "components": 1}),
    ],
    ids=str,
)
def test_a_game_that_is_not_offered_is_the_only_error(
    service: Service, path: str, body: dict[str, Any]
) -> None:
    """The other keys may be right where the game is offered."""
    assert codes_of(service, path, body) == [("#/game", "not-offered")]


@pytest.mark.parametrize(
    "target",
    [
        "/move?game=sum&piles=[1]",
        "/values?game=wythoff&max_remove=&size=x",
        "/graph?game=fibonacci&piles=0&quota=1&quota=2",
    ],
)
def test_a_game_that_is_not_offered_in_a_query_is_the_only_error(
    service: Service, target: str
) -> None:
    errors = service.get(target).json["errors"]
    assert [(each["parameter"], each["code"]) for each in errors] == [("game", "not-offered")]


def test_the_keys_of_a_request_are_those_of_the_games() -> None:
    assert keys_of(PositionRequest).keys() - {"game", "piles", "misere"} == {*KEYS}
    assert keys_of(PositionRequest)["numbers"].parts == tuple(KINDS)


def test_too_many_piles_of_a_sum_are_an_error_of_its_components() -> None:
    service = InProcess(create_app(MAX_PILES=3, ACCESS_LOG=False))
    body = summed({"piles": [1, 1]}, {"piles": [1, 1]})

    assert codes_of(service, "/move", body) == [("#/components", "too-many")]
    assert codes_of(service, "/moves", {"positions": [body]}) == [
        ("#/positions/0/components", "too-many")
    ]


@pytest.mark.parametrize(
    ("move", "pointer", "code"),
    [
        ({"pile": 0, "remove": 1}, "component", "required"),
        ({"component": 2, "pile": 0, "remove": 1}, "component", "illegal-move"),
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


@pytest.mark.parametrize(
    ("length", "detail"),
    [
        (70, "A code must have a point: write 0.77, for example."),
        (71, "At most 70 characters are allowed."),
    ],
)
def test_a_text_that_is_longer_than_any_code_is_not_read_as_one(
    service: Service, length: int, detail: str
) -> None:
    body = {"game": "octal", "code": "7" * length, "piles": []}
    assert errors_of(service.post("/move", body)) == [("#/code", detail)]


def test_the_keys_of_a_position_are_missed_before_those_of_the_operation(service: Service) -> None:
    assert codes_of(service, "/review", {}) == [("#/piles", "required"), ("#/moves", "required")]


def test_each_wrong_pile_of_many_has_its_pointer(service: Service) -> None:
    """Lists are checked in chunks, and the items of a chunk only if it has an error."""
    body = {"piles": [*range(70), "x", *range(70), -1]}

    assert codes_of(service, "/move", body) == [
        ("#/piles/70", "not-an-integer"),
        ("#/piles/141", "too-small"),
    ]


@pytest.mark.parametrize("game", ["chess", 7, ["nim"]])
def test_another_spelling_is_found_beside_a_game_that_there_is_not(
    service: Service, game: Any
) -> None:
    found = codes_of(service, "/move", {"game": game, "pils": [3]})
    assert ("#/pils", "unknown") in found
    assert [place for place, _ in found if place == "#/game"] == ["#/game"]
