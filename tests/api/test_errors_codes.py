"""The codes of errors: the contract's closed list, and the meaning of each code."""

from typing import Any

import pytest
import yaml
from flask import Flask

from service.api.errors import CODES
from service.app import create_app
from service.game.errors import InputError, WrongKeys, WrongPiles
from service.operations.contract import parse
from tests.support.limits import WITHOUT_A_PERIOD
from tests.support.wsgi import Request, call, get, post


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(ACCESS_LOG=False)


GRAPH = {"options": {"a": ["b"], "b": []}}
NIM = {"options": {str(n): [str(left) for left in range(n)] for n in range(20)}}
EXAMPLES: list[tuple[str, Request]] = [
    ("required", post("/move", {})),
    ("required", get("/values", "game=kayles")),
    ("required", get("/move", "game=octal&piles=3")),
    ("required", post("/review", {"piles": [1], "moves": [{"pile": 0}]})),
    ("unknown", post("/move", {"piles": [], "pile": 1})),
    ("unknown", get("/move", "piles=1&x=1")),
    ("repeated", post("/move", b'{"piles": [], "piles": []}')),
    ("repeated", get("/move", "piles=1&misere=true&misere=true")),
    ("repeated", post("/move", {"piles": [], "subtraction_set": [1, 1]})),
    ("conflict", post("/move", {"piles": [], "max_remove": 1, "subtraction_set": [1]})),
    ("conflict", get("/values", "size=3&game=kayles&code=0.77")),
    ("conflict", post("/review", {"piles": [1], "moves": [{"removals": []}]})),
    ("not-offered", get("/values", "game=wythoff&size=3")),
    ("not-offered", post("/graph", {"game": "fibonacci", "piles": [3]})),
    ("not-an-object", post("/move", [])),
    ("not-an-object", post("/grundy", {"options": []})),
    ("not-a-list", post("/move", {"piles": None})),
    ("not-an-integer", post("/move", {"piles": [1.5]})),
    ("not-an-integer", get("/move", "piles=1,,2")),
    ("not-a-boolean", post("/move", {"piles": [], "misere": 1})),
    ("not-a-string", post("/move", {"game": "octal", "code": 0.77, "piles": []})),
    ("not-a-choice", get("/nimbers/table", "operation=x&size=2")),
    ("not-a-code", post("/move", {"game": "octal", "code": "9", "piles": []})),
    ("too-small", post("/move", {"piles": [-1]})),
    ("too-large", post("/move", {"piles": [2**53]})),
    ("too-many", post("/moves", {"positions": [{"piles": [1] * 10_000}] * 11})),
    ("too-few", post("/move", {"piles": [], "subtraction_set": []})),
    ("too-few", post("/move", {"game": "wythoff", "piles": [1]})),
    ("too-many", post("/move", {"game": "fibonacci", "piles": [1, 2]})),
    ("conflict", get("/move", "game=greedy&piles=1&quota=2")),
    ("required", post("/move", {"game": "moore", "piles": [1]})),
    ("too-long", post("/grundy", {"options": {"n" * 61: []}})),
    ("too-long", get("/graph", "piles=" + ",".join("1" * 31))),
    ("too-much-work", get("/positions", "piles=10000")),
    ("too-much-work", post("/grundy", {**NIM, "sum": ["19"] * 9, "misere": True})),
    (
        "too-much-work",
        post("/move", {"piles": [1] * 10_000, "subtraction_set": [1, 2, 3, 4, 5, 6]}),
    ),
    ("division-by-zero", get("/nimbers/quotient", "operands=3,0")),
    ("not-a-position", post("/move", {"piles": [1, 2], "game": "chomp"})),
    ("not-proven", post("/move", {"piles": [2**50], "subtraction_set": WITHOUT_A_PERIOD})),
    ("illegal-move", post("/review", {"piles": [1], "moves": [{"pile": 0, "remove": 2}]})),
    (
        "ambiguous-move",
        post("/review", {"game": "kayles", "piles": [9], "moves": [{"pile": 0, "remove": 1}]}),
    ),
    ("unknown-position", post("/grundy", {"options": {"a": ["b"]}})),
    ("wrong-sum", post("/grundy", {**GRAPH, "sums": {"a": ["b"]}})),
    ("endless-game", post("/grundy", {"options": {"a": ["a"]}})),
]


@pytest.mark.parametrize(
    ("code", "request_"), EXAMPLES, ids=[f"{code} {sent.path}" for code, sent in EXAMPLES]
)
def test_an_error_has_its_code(app: Flask, code: str, request_: Request) -> None:
    response = call(app, request_)
    assert response.status.startswith("422 ")
    errors: list[dict[str, Any]] = response.json["errors"]
    assert {error["code"] for error in errors} == {code}


def test_every_code_has_an_example() -> None:
    assert {code for code, _ in EXAMPLES} == CODES.keys()


def test_the_codes_of_the_theory_are_among_them() -> None:
    """Every error of wrong piles and keys has its code."""
    kinds = {*InputError.__subclasses__()} - {WrongKeys, WrongPiles}
    assert len(kinds) > 10
    assert {kind.code for kind in kinds} <= CODES.keys()


def test_the_contract_is_read_without_libyaml_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert parse(b"a: [1, 2]") == {"a": [1, 2]}
