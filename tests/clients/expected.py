"""What every generated client must return, whatever its language."""

from typing import Any

from tests.clients.later import response_of
from tests.support.contract import PROBES, SPEC, operations, recorded, resolve

PREFIX = "/docs#error-"
LARGE = 2**53 - 1


def examples(operation: dict[str, Any]) -> dict[str, Any]:
    """The examples of an operation's responses in JSON by their names."""
    content = resolve(operation["responses"]["200"])["content"]["application/json"]
    return {name: example["value"] for name, example in content["examples"].items()}


RESPONSES: dict[str, Any] = {
    operation["operationId"]: next(iter(examples(operation).values()))
    for _, _, operation in operations()
    if PROBES not in operation["tags"]
}
"""The first example of each operation of the API; and some more: numbers
beyond 2^32, two lists in one query, and a game in a query."""

OF_A_QUERY = {record["request"]["path"]: record["value"] for _, record in recorded()}

# The Grundy value of a large pile is its size, so pile 0 must become the nim-sum of the others.
RESPONSES["large"] = {
    "nim_sum": LARGE ^ 2**33 ^ 1,
    "position_class": "N",
    "to_move_wins": True,
    "winning_moves": [{"pile": 0, "remove": LARGE - (2**33 ^ 1), "leaves": 2**33 ^ 1}],
    "best_move": {"pile": 0, "remove": LARGE - (2**33 ^ 1), "leaves": 2**33 ^ 1},
}
RESPONSES["ruled"] = OF_A_QUERY["/move?piles=9,4&subtraction_set=1,3,4"]
RESPONSES["kayles"] = OF_A_QUERY["/values?size=13&game=kayles"]
RESPONSES["large-sum"] = {"operation": "sum", "operands": [2**32 - 1, 1], "result": 2**32 - 2}


OPERATIONS = {operation["operationId"]: operation for _, _, operation in operations()}
OTHERS = {
    "large": "solvePosition",
    "ruled": "solvePositionByLink",
    "kayles": "listGrundyValuesByLink",
    "large-sum": "addNimbers",
}
"""The operations of those responses that have a name of their own."""

LATER = {
    name: response_of(OPERATIONS[OTHERS.get(name, name)], RESPONSES[name]) for name in RESPONSES
}
"""The same responses as a later version sends them."""


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
        "too-many-requests",
        "unsupported-transfer-coding",
        "overloaded",
        "internal-error",
        "unexpected-body",
    )
}


def invalid(place: str, code: str, detail: str, **where: str) -> dict[str, Any]:
    """A 422 with one error, whose place is also given in words."""
    return {
        **{key: documented()["invalid-request"][key] for key in ("type", "title", "status")},
        "detail": f"{place}: {detail[0].lower()}{detail[1:]}",
        "errors": [{**where, "code": code, "detail": detail}],
    }


PROBLEMS: dict[str, Any] = {
    **{
        name: documented()[name]
        for name in documented()
        if name not in {"invalid-request", "not-found"}
    },
    "invalid-body": invalid("piles[1]", "too-small", "Must be 0 or more.", pointer="#/piles/1"),
    "invalid-query": invalid("piles[1]", "too-small", "Must be 0 or more.", parameter="piles"),
}
"""A problem of every kind; a 404 no operation of the API can have."""
