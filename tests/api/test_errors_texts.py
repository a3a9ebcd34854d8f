"""The texts of the most common errors: what is wrong, where, and what to do."""

import pytest

from tests.support.requests import APP
from tests.support.wsgi import Request, call, get, post

NIM_KEYS = "nim has the keys piles, misere, legal, game, max_remove, min_remove and subtraction_set"
MOORES_K = "k: unknown key; moore has the keys piles, misere, legal, game and max_piles."

# Each request with the whole `detail` of its problem.
INVALID: dict[str, tuple[Request, str]] = {
    "a key that no one knows": (
        post("/move", {"piles": [3], "_OTHER": 1}),
        f"_OTHER: unknown key; {NIM_KEYS}.",
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
        f"positions[0].{MOORES_K.replace(' legal,', '')}",
    ),
    "a code with a comma in a link": (
        get("/move", "game=octal&piles=3&code=0,77"),
        "code: a code must have a point: write 0.77.",
    ),
    "a parameter of another game": (
        get("/move", "piles=3&code=0.77"),
        "code: this key belongs to the games octal and coins.",
    ),
    "piles where only a game is expected": (
        get("/values", "game=kayles&size=5&piles=3"),
        "piles: unknown key; kayles has the keys size, genus and game.",
    ),
    "the old name of the operands": (
        get("/nimbers/sum", "of=3,4"),
        "of: unknown key; perhaps you mean operands; 1 more error.",
    ),
    "another name of a number that is missing": (
        get("/values", "game=kayles&n=5"),
        "n: unknown key; perhaps you mean size; 1 more error.",
    ),
    "another name of a list with one number": (
        get("/move", "from=5"),
        "from: unknown key; perhaps you mean piles; 1 more error.",
    ),
    "a query sent with POST": (
        post("/move", {"piles": [3]})._replace(query="piles=3"),
        "piles: unknown key; send it in the body.",
    ),
    "a number in quotes": (
        post("/move", {"piles": ["3"]}),
        "piles[0]: must be an integer, not a string.",
    ),
    "what JavaScript makes of no number": (
        post("/move", {"piles": [None]}),
        "piles[0]: must be an integer, not null.",
    ),
    "a fraction": (post("/move", {"piles": [3.5]}), "piles[0]: must be an integer, not 3.5."),
    "true in place of a number": (
        post("/move", {"piles": [3], "max_remove": True}),
        "max_remove: must be an integer, not true.",
    ),
    "a number in place of true": (
        post("/move", {"piles": [3], "misere": 1}),
        "misere: must be true or false, not a number.",
    ),
    "a list that isn't one": (
        post("/move", {"piles": {"a": 3}}),
        "piles: must be a list, such as [3, 4, 5], not an object.",
    ),
    "what people call a removal": (
        get("/move", "piles=21&max_take=3"),
        "max_take: unknown key; perhaps you mean max_remove.",
    ),
    "moves in place of a set": (
        get("/move", "piles=21&moves=1,3"),
        "moves: unknown key; perhaps you mean subtraction_set.",
    ),
    "a place within lists and objects": (
        post("/grundy", {"options": {"a b": ["c"], "c": [3]}}),
        "options.c[0]: must be a string, not a number.",
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
