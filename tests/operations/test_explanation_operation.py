"""/explanation: the solution of POST /move and more, with the same strictness."""

import pytest

from tests.support.problems import faults
from tests.support.service import Service


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rule", [{}, {"max_remove": 2}, {"subtraction_set": [1, 3]}], ids=str)
def test_an_explanation_holds_the_solution(
    service: Service, rule: dict[str, object], misere: bool
) -> None:
    """All of it; a winning move also has its rows."""
    position = {"piles": [3, 1, 1], "misere": misere, **rule}
    explained = service.post("/explanation", position).json
    moves = explained.pop("winning_moves")
    solved = service.post("/move", position).json

    plain = [{key: move[key] for key in ("pile", "remove", "leaves")} for move in moves]
    assert plain == solved.pop("winning_moves")
    assert explained.items() >= solved.items()


@pytest.mark.parametrize(
    ("query", "position"),
    [
        ("piles=41,163,13", {"piles": [41, 163, 13]}),
        ("piles=1,4&misere=true", {"piles": [1, 4], "misere": True}),
        ("piles=21&max_remove=3", {"piles": [21], "max_remove": 3}),
        ("piles=9,4&subtraction_set=1,3,4", {"piles": [9, 4], "subtraction_set": [1, 3, 4]}),
        ("piles=", {"piles": []}),
    ],
)
def test_a_get_answers_what_the_post_answers(
    service: Service, query: str, position: dict[str, object]
) -> None:
    got, posted = service.get(f"/explanation?{query}"), service.post("/explanation", position)
    assert (got.status, got.body) == (200, posted.body)


def test_a_get_is_cacheable_for_a_day(service: Service) -> None:
    first = service.get("/explanation?piles=3,4,5")
    again = service.get("/explanation?piles=3,4,5", **{"If-None-Match": first.headers["etag"]})
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert (again.status, again.body) == (304, b"")


def test_a_fault_in_the_query_names_its_parameter(service: Service) -> None:
    reply = service.get("/explanation?piles=3,x&misere=True")
    assert faults(reply, "parameter") == [
        ("piles", "Item 2, 'x', must be an integer, such as 12."),
        ("misere", "Must be true or false, in lower case."),
    ]


def test_an_explanation_is_as_strict_as_a_solution(service: Service) -> None:
    position = {"piles": [-1, "2"], "misere": 1, "x": None}
    replies = [service.post(path, position) for path in ("/move", "/explanation")]

    assert (replies[1].status, replies[1].json) == (422, replies[0].json)
