"""/explanation: the solution of POST /move and more, with the same strictness."""

from tests.support.problems import errors_of
from tests.support.service import Service


def test_a_get_is_cacheable_for_a_day(service: Service) -> None:
    first = service.get("/explanation?piles=3,4,5")
    again = service.get("/explanation?piles=3,4,5", **{"If-None-Match": first.headers["etag"]})
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert (again.status, again.body) == (304, b"")


def test_an_error_in_the_query_names_its_parameter(service: Service) -> None:
    reply = service.get("/explanation?piles=3,x&misere=True")
    assert errors_of(reply, "parameter") == [
        ("piles", "Must be an integer."),
        ("misere", "Must be true or false."),
    ]


def test_an_explanation_is_as_strict_as_a_solution(service: Service) -> None:
    position = {"piles": [-1, "2"], "misere": 1, "x": None}
    replies = [service.post(path, position) for path in ("/move", "/explanation")]

    assert (replies[1].status, replies[1].json) == (422, replies[0].json)
