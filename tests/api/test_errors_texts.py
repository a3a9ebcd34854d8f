"""The texts of the most common errors: what is wrong, where, and what to do."""

import pytest

from tests.support.requests import APP
from tests.support.wsgi import Request, call, get, post

NIM_KEYS = "nim has the keys piles, misere, game, max_remove, min_remove and subtraction_set"
MOORES_K = "k: unknown key; moore has the keys piles, misere, game and max_piles."

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
        f"positions[0].{MOORES_K}",
    ),
    "a code with a comma in a link": (
        get("/move", "game=octal&piles=3&code=0,77"),
        "code: a code must have a point: write 0.77.",
    ),
    "a parameter of another game": (
        get("/move", "piles=3&code=0.77"),
        "code: this key belongs to the game octal.",
    ),
    "piles where only a game is expected": (
        get("/values", "game=kayles&size=5&piles=3"),
        "piles: unknown key; kayles has the keys size, genus and game.",
    ),
    "the old name of the operands": (
        get("/nimbers/sum", "of=3,4"),
        "of: unknown key; perhaps you mean operands; 1 more error.",
    ),
    "a query sent with POST": (
        post("/move", {"piles": [3]})._replace(query="piles=3"),
        "piles: unknown key; send it in the body.",
    ),
    "a place within lists and objects": (
        post("/grundy", {"options": {"a b": ["c"], "c": [3]}}),
        "options.c[0]: must be a string.",
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
