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
