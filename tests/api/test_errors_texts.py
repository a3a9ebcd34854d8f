"""The texts of errors that people meet most: what is wrong, where, and what to do."""

import json

import pytest

from tests.support.positions import POSITIONS
from tests.support.requests import APP, OPERATIONS, POSTS, REQUESTS, ask
from tests.support.rows import rows
from tests.support.wsgi import Request, call, get, post

NIM_KEYS = "nim has the keys piles, misere, game, max_remove and subtraction_set"
MOORES_K = "k: this key is not known; moore has the keys piles, misere, game and max_piles."
*FIRST, LAST = POSITIONS
GAMES = f"{', '.join(FIRST)} or {LAST}"

# Each request with the whole `detail` of its problem.
INVALID: dict[str, tuple[Request, str]] = {
    "a key that is nearly known": (
        post("/move", {"pile": [3]}),
        "pile: this key is not known; perhaps you mean piles; 1 more error.",
    ),
    "a key with an accent": (
        post("/move", {"piles": [3], "misère": True}),
        "misère: this key is not known; perhaps you mean misere.",
    ),
    "a key in camel case": (
        post("/move", {"piles": [3], "maxRemove": 3}),
        "maxRemove: this key is not known; perhaps you mean max_remove.",
    ),
    "a key that no one knows": (
        post("/move", {"piles": [3], "_OTHER": 1}),
        f"_OTHER: this key is not known; {NIM_KEYS}.",
    ),
    "a key of marshmallow's": (
        post("/move", {"piles": [3], "_schema": 1}),
        f"_schema: this key is not known; {NIM_KEYS}.",
    ),
    "Moore's k": (
        post("/move", {"game": "moore", "piles": [3, 4], "k": 2}),
        MOORES_K,
    ),
    "Moore's k in a link": (
        get("/move", "game=moore&piles=3,4&k=2"),
        MOORES_K,
    ),
    "Moore's k in a batch": (
        post("/moves", {"positions": [{"game": "moore", "piles": [3], "k": 2}]}),
        f"positions[0].{MOORES_K}",
    ),
    "a game that is not known": (
        post("/move", {"piles": [3], "game": "nims", "pilesize": 1}),
        f"game: must be {GAMES}; 1 more error.",
    ),
    "Moore without max_piles": (
        post("/move", {"game": "moore", "piles": [3]}),
        "max_piles: the game moore requires this key.",
    ),
    "a code with a comma": (
        post("/move", {"game": "octal", "piles": [3], "code": "0,77"}),
        "code: a code must have a point, not a comma, such as 0.77.",
    ),
    "a code with a comma in a link": (
        get("/move", "game=octal&piles=3&code=0,77"),
        "code: a code must have a point, not a comma, such as 0.77.",
    ),
    "a code without a point": (
        post("/move", {"game": "octal", "piles": [3], "code": "77"}),
        "code: a code must have a point, such as 0.77.",
    ),
    "a parameter of another game": (
        get("/move", "piles=3&code=0.77"),
        "code: this key belongs to the game octal.",
    ),
    "a parameter of another operation": (
        get("/move", "piles=3&size=5"),
        f"size: this key is not known; {NIM_KEYS}.",
    ),
    "piles where only a game is expected": (
        get("/values", "game=kayles&size=5&piles=3"),
        "piles: this key is not known; kayles has the keys size, genus and game.",
    ),
    "the old name of the operands": (
        get("/nimbers/sum", "of=3,4"),
        "of: this key is not known; the keys are operands and excluded; 1 more error.",
    ),
    "a query sent with POST": (
        post("/move", {"piles": [3]})._replace(query="piles=3"),
        "piles: this key is not known; send it in the body.",
    ),
    "a text where a list is meant": (
        post("/move", {"piles": "3,4"}),
        "piles: must be a list, such as [3, 4, 5], not a string.",
    ),
    "a number where a list is meant": (
        post("/move", {"piles": 3}),
        "piles: must be a list, such as [3, 4, 5].",
    ),
    "a list where an object is meant": (
        post("/move", [3, 4, 5]),
        'Must be an object, such as {"piles": [3, 4, 5]}.',
    ),
}


@pytest.mark.parametrize(("request_", "detail"), INVALID.values(), ids=INVALID)
def test_the_error_of_an_invalid_request_says_what_to_do(request_: Request, detail: str) -> None:
    problem = call(APP, request_).json
    assert (problem["status"], problem["type"], problem["title"], problem["detail"]) == (
        422,
        "/docs#error-invalid-request",
        "The request is not valid",
        detail,
    )


def test_the_error_for_a_body_without_a_type_names_the_header_to_send() -> None:
    response = call(APP, Request("POST", "/move", body=b'{"piles": [3]}'))
    assert response.json == {
        "type": "/docs#error-unsupported-media-type",
        "title": "The media type is not supported",
        "status": 415,
        "detail": "Send the header 'Content-Type: application/json'; this request has no "
        "Content-Type.",
    }


# --- The detail of a 422 --------------------------------------------------------------------------


@rows(("method", "path"), OPERATIONS)
def test_the_detail_is_the_first_error_with_its_place(method: str, path: str) -> None:
    keys = {**REQUESTS[path], "the_end": 1}
    problem = json.loads(ask(method, path, keys).body)
    (error,) = problem["errors"]
    text = error["detail"]
    assert problem["detail"] == f"the_end: {text[0].lower()}{text[1:]}"


@rows(("method", "path"), OPERATIONS)
def test_the_detail_says_how_many_more_errors_there_are(method: str, path: str) -> None:
    keys = {**REQUESTS[path], "the_end": 1, "the_very_end": 2, "the_last": 3}
    problem = json.loads(ask(method, path, keys).body)
    assert len(problem["errors"]) == 3
    assert problem["detail"].startswith("the_end: this key is not known; ")
    assert problem["detail"].endswith("; 2 more errors.")


@pytest.mark.parametrize("path", POSTS)
def test_the_detail_says_that_there_are_more_errors_than_are_listed(path: str) -> None:
    problem = json.loads(ask("POST", path, {f"key_{i}": 1 for i in range(150)}).body)
    assert len(problem["errors"]) == 100
    assert problem["detail"].endswith("; more than 99 more errors.")


def test_the_detail_names_the_place_within_lists_and_objects() -> None:
    graph = {"options": {"a b": ["c"], "c": [3]}}
    problem = json.loads(ask("POST", "/grundy", graph).body)
    assert problem["detail"] == "options.c[0]: must be a string."
