"""GET /nimbers/…: queries as strict as a body, and answers that caches may keep."""

import pytest

from service.game.theory.nimber import table
from tests.support.problems import errors_of, unknown
from tests.support.service import Service

INTEGER = "Must be an integer."
TOO_LARGE = "Must be 4,294,967,295 or less."


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("sum?operands=3,4,5", {"operation": "sum", "operands": [3, 4, 5], "result": 2}),
        ("sum?operands=", {"operation": "sum", "operands": [], "result": 0}),
        ("sum?operands=7", {"operation": "sum", "operands": [7], "result": 7}),
        ("product?operands=5,8", {"operation": "product", "operands": [5, 8], "result": 3}),
        ("product?operands=", {"operation": "product", "operands": [], "result": 1}),
        (
            "product?operands=5&operands=8",
            {"operation": "product", "operands": [5, 8], "result": 3},
        ),
        ("product?operands=8,8", {"operation": "product", "operands": [8, 8], "result": 13}),
        ("product?operands=2,2", {"operation": "product", "operands": [2, 2], "result": 3}),
        (
            "product?operands=65536,65536",
            {"operation": "product", "operands": [65536, 65536], "result": 98304},
        ),
        (
            "sum?operands=2,3&excluded=true",
            {"operation": "sum", "operands": [2, 3], "result": 1, "excluded": [0, 2, 3]},
        ),
        (
            "product?operands=2,2&excluded=true",
            {"operation": "product", "operands": [2, 2], "result": 3, "excluded": [0, 1, 2]},
        ),
        (
            "product?operands=64,0&excluded=true",
            {"operation": "product", "operands": [64, 0], "result": 0, "excluded": []},
        ),
        (
            "sum?operands=65,7,1&excluded=false",
            {"operation": "sum", "operands": [65, 7, 1], "result": 71},
        ),
        ("table?operation=sum&size=1", {"operation": "sum", "size": 1, "rows": [[0]]}),
        (
            "table?size=3&operation=product",
            {"operation": "product", "size": 3, "rows": [[0, 0, 0], [0, 1, 2], [0, 2, 3]]},
        ),
    ],
)
def test_the_response_to_a_query(service: Service, query: str, answer: object) -> None:
    reply = service.get(f"/nimbers/{query}")

    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert reply.json == answer


@pytest.mark.parametrize("operation", ["sum", "product"])
def test_the_largest_table(service: Service, operation: str) -> None:
    rows = service.get(f"/nimbers/table?operation={operation}&size=256").json["rows"]

    assert rows == table(operation, 256)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("sum", [("operands", "This key is required.")]),
        ("product", [("operands", "This key is required.")]),
        ("sum?operands=1,,2", [("operands", INTEGER)]),
        ("product?operands=-1", [("operands", "Must be 0 or more.")]),
        ("product?operands=1.0", [("operands", INTEGER)]),
        ("product?operands=4294967296,1", [("operands", TOO_LARGE)]),
        ("sum?operands=1,4294967296", [("operands", TOO_LARGE)]),
        ("product?operands=1&operands=x", [("operands", INTEGER)]),
        (
            "product?operands=1&misere=true",
            [("misere", unknown(known="the keys are operands and excluded"))],
        ),
        (
            "sum?operands=1&excluded=true",
            [("operands", "With excluded there are exactly 2 operands.")],
        ),
        (
            "product?operands=1,2,3&excluded=true",
            [("operands", "With excluded there are exactly 2 operands.")],
        ),
        ("sum?operands=1,65&excluded=true", [("operands", "Must be 64 or less.")]),
        (
            "quotient?operands=1,2&excluded=true",
            [("excluded", unknown(known="the only key is operands"))],
        ),
        ("table", [("operation", "This key is required."), ("size", "This key is required.")]),
        ("table?operation=sum&size=0", [("size", "Must be 1 or more.")]),
        ("table?operation=sum&size=257", [("size", "Must be 256 or less.")]),
        ("table?operation=sum&size=", [("size", INTEGER)]),
        ("table?operation=sum&size=4,5", [("size", INTEGER)]),
        ("table?operation=SUM&size=4", [("operation", "Must be sum or product.")]),
        ("table?operation=&size=4", [("operation", "Must be sum or product.")]),
        (
            "table?operation=sum&operation=sum&size=x&operands=1",
            [
                ("operation", "This parameter is given more than once."),
                ("size", INTEGER),
                ("operands", unknown(known="the keys are operation and size")),
            ],
        ),
    ],
)
def test_an_error_names_its_parameter(
    service: Service, query: str, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.get(f"/nimbers/{query}"), "parameter") == errors
