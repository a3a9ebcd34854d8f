"""GET /nimbers/…: queries as strict as a body, and answers that caches may keep."""

import pytest

from service.game.nimber import table
from tests.support.problems import faults
from tests.support.service import Service

PATHS = [
    "/nimbers/sum?of=3,4,5",
    "/nimbers/product?of=5,8",
    "/nimbers/table?operation=product&size=8",
]
INTEGER = "must be an integer, such as 12."
TOO_LARGE = "Must be 4,294,967,295 or less."


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("sum?of=3,4,5", {"operation": "sum", "operands": [3, 4, 5], "result": 2}),
        ("sum?of=", {"operation": "sum", "operands": [], "result": 0}),
        ("sum?of=7", {"operation": "sum", "operands": [7], "result": 7}),
        ("product?of=5,8", {"operation": "product", "operands": [5, 8], "result": 3}),
        ("product?of=", {"operation": "product", "operands": [], "result": 1}),
        ("product?of=5&of=8", {"operation": "product", "operands": [5, 8], "result": 3}),
        ("product?of=8,8", {"operation": "product", "operands": [8, 8], "result": 13}),
        ("product?of=2,2", {"operation": "product", "operands": [2, 2], "result": 3}),
        (
            "product?of=65536,65536",
            {"operation": "product", "operands": [65536, 65536], "result": 98304},
        ),
        ("table?operation=sum&size=1", {"operation": "sum", "size": 1, "rows": [[0]]}),
        (
            "table?size=3&operation=product",
            {"operation": "product", "size": 3, "rows": [[0, 0, 0], [0, 1, 2], [0, 2, 3]]},
        ),
    ],
)
def test_an_answer(service: Service, query: str, answer: object) -> None:
    reply = service.get(f"/nimbers/{query}")

    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert reply.json == answer


@pytest.mark.parametrize("operation", ["sum", "product"])
def test_the_largest_table(service: Service, operation: str) -> None:
    rows = service.get(f"/nimbers/table?operation={operation}&size=256").json["rows"]

    assert rows == table(operation, 256)["rows"]  # type: ignore[arg-type]


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_is_cacheable_for_a_day(service: Service, path: str) -> None:
    first = service.get(path)
    again = service.get(path, **{"If-None-Match": first.headers["etag"]})

    assert first.headers["cache-control"] == "public, max-age=86400"
    assert first.headers["etag"].startswith('"')
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])


def test_different_answers_have_different_etags(service: Service) -> None:
    assert len({service.get(path).headers["etag"] for path in PATHS}) == len(PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_head_is_get_without_the_body(service: Service, path: str) -> None:
    got, head = service.get(path), service.request("HEAD", path)

    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(got.body))


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("sum", [("of", "This is required.")]),
        ("product", [("of", "This is required.")]),
        ("sum?of=1,,2", [("of", f"Item 2, '', {INTEGER}")]),
        ("product?of=-1", [("of", f"Item 1, '-1', {INTEGER}")]),
        ("product?of=1.0", [("of", f"Item 1, '1.0', {INTEGER}")]),
        ("product?of=4294967296,1", [("of", f"Item 1: {TOO_LARGE}")]),
        ("sum?of=1,4294967296", [("of", f"Item 2: {TOO_LARGE}")]),
        ("product?of=1&of=x", [("of", f"Item 2, 'x', {INTEGER}")]),
        ("product?of=1&misere=true", [("misere", "This parameter is not known.")]),
        (
            "table",
            [("operation", "This is required."), ("size", "This is required.")],
        ),
        ("table?operation=sum&size=0", [("size", "Must be 1 or more.")]),
        ("table?operation=sum&size=257", [("size", "Must be 256 or less.")]),
        ("table?operation=sum&size=", [("size", "Must be an integer, such as 12.")]),
        ("table?operation=sum&size=4,5", [("size", "Must be an integer, such as 12.")]),
        ("table?operation=SUM&size=4", [("operation", "Must be sum or product.")]),
        ("table?operation=&size=4", [("operation", "Must be sum or product.")]),
        (
            "table?operation=sum&operation=sum&size=x&of=1",
            [
                ("operation", "This parameter is given more than once."),
                ("size", "Must be an integer, such as 12."),
                ("of", "This parameter is not known."),
            ],
        ),
    ],
)
def test_a_fault_names_its_parameter(
    service: Service, query: str, errors: list[tuple[str, str]]
) -> None:
    assert faults(service.get(f"/nimbers/{query}"), "parameter") == errors
