"""What every generated client must return, whatever its language."""

from typing import Any

from tests.support.contract import SPEC, operations, resolve

PREFIX = "urn:nim:problem:"
LARGE = 2**53 - 1


def first(response: dict[str, Any]) -> Any:
    """The first example of an answer in JSON."""
    examples = resolve(response)["content"]["application/json"]["examples"]
    return next(iter(examples.values()))["value"]


ANSWERS: dict[str, Any] = {
    operation["operationId"]: first(operation["responses"]["200"])
    for _, _, operation in operations()
    if not {"Operation", "Pages"} & {*operation["tags"]}
}
"""The first example of each operation of the API; and some more: numbers
beyond 2^32, and two lists in one query."""

# The Grundy value of a large pile is its size, so pile 0 must become the nim-sum of the others.
ANSWERS["large"] = {
    "nim_sum": LARGE ^ 2**33 ^ 1,
    "position_class": "N",
    "to_move_wins": True,
    "winning_moves": [{"pile": 0, "remove": LARGE - (2**33 ^ 1), "leaves": 2**33 ^ 1}],
    "best_move": {"pile": 0, "remove": LARGE - (2**33 ^ 1), "leaves": 2**33 ^ 1},
}
ANSWERS["ruled"] = SPEC["paths"]["/move"]["get"]["responses"]["200"]["content"]["application/json"][
    "examples"
]["subtraction"]["value"]
ANSWERS["large-sum"] = {"operation": "sum", "operands": [2**32 - 1, 1], "result": 2**32 - 2}


def documented() -> dict[str, Any]:
    """The examples of problems in the contract by the last part of their types."""
    found: dict[str, Any] = {}
    for response in SPEC["components"]["responses"].values():
        for content in response.get("content", {}).values():
            for example in content.get("examples", {}).values():
                found.setdefault(example["value"]["type"].removeprefix(PREFIX), example["value"])
    return found


# No request of a generated client brings these about: tests replay the contract's examples.
UNPROVOKED = {
    name: documented()[name]
    for name in (
        "malformed-request",
        "incomplete-body",
        "request-timeout",
        "unsupported-transfer-coding",
        "overloaded",
        "internal-error",
    )
}


def invalid(**place: str) -> dict[str, Any]:
    """A 422 with one fault."""
    return {
        **{key: documented()["invalid-request"][key] for key in ("type", "title", "status")},
        "detail": "The request has 1 fault.",
        "errors": [place],
    }


PROBLEMS: dict[str, Any] = {
    **{
        name: documented()[name]
        for name in documented()
        if name not in {"invalid-request", "not-found"}
    },
    "invalid-body": invalid(pointer="#/piles/1", code="too-small", detail="Must be 0 or more."),
    "invalid-query": invalid(
        parameter="piles",
        code="not-an-integer",
        detail="Item 2, '-4', must be an integer, such as 12.",
    ),
}
"""A problem of every kind; a 404 no operation of the API can have."""
