"""GET /move: a query as strict as a body, and a response that caches may keep, as of all GETs."""

from urllib.parse import quote

import pytest

from tests.support.problems import TYPE_PREFIX, errors_of, unknown
from tests.support.requests import GETS, REQUESTS, query_of
from tests.support.service import Service


def query_errors(service: Service, query: str) -> list[tuple[str, str]]:
    reply = service.get("/move" + query)
    assert reply.headers["cache-control"] == "no-store"
    return errors_of(reply, "parameter")


INTEGER = ("piles", "Must be an integer.")
LARGE = ("piles", "Must be 9,007,199,254,740,991 or less.")


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("", [("piles", "This key is required.")]),
        ("?misere=true", [("piles", "This key is required.")]),
        ("?piles=1,,2", [INTEGER]),
        ("?piles=,", [INTEGER, INTEGER]),
        ("?piles=1,2,", [INTEGER]),
        ("?piles=a", [INTEGER]),
        ("?piles=-1", [("piles", "Must be 0 or more.")]),
        ("?piles=%2B1", [INTEGER]),
        ("?piles=1, 2", [INTEGER]),
        ("?piles=1_0", [INTEGER]),
        ("?piles=03", [INTEGER]),
        ("?piles=3.0", [INTEGER]),
        ("?piles=3e0", [INTEGER]),
        ("?piles=٣", [INTEGER]),
        ("?piles=" + "x" * 200, [INTEGER]),
        ("?piles=9007199254740992", [LARGE]),
        ("?piles=" + "9" * 5000, [LARGE]),
        ("?piles=1&piles=x", [INTEGER]),
        ("?piles=1&piles=", [INTEGER]),
        ("?piles=&piles=", [INTEGER, INTEGER]),
        ("?piles=1&piles=2,3", [INTEGER]),
        ("?piles=1,x&piles=2", [INTEGER]),
        ("?piles=1&piles=9007199254740992", [LARGE]),
        (
            "?piles=1&misere=true&misere=true",
            [("misere", "This parameter is given more than once.")],
        ),
        ("?piles=1&misere=yes", [("misere", "Must be true or false.")]),
        ("?piles=1&misere=True", [("misere", "Must be true or false.")]),
        ("?piles=1&misere=1", [("misere", "Must be true or false.")]),
        ("?piles=1&misere=", [("misere", "Must be true or false.")]),
        ("?piles=1&misere", [("misere", "Must be true or false.")]),
        ("?piles=1&misère=true", [("misère", unknown("misere"))]),
        ("?piles=1&Piles=1", [("Piles", unknown("piles"))]),
        (
            "?piles[]=1&piles=1",
            [("piles[]", "This key is not known; write piles=3,4,5, without brackets.")],
        ),
        (
            "?piles=1,x&misere=no&y=1",
            [
                INTEGER,
                ("misere", "Must be true or false."),
                (
                    "y",
                    unknown(
                        known="nim has the keys piles, misere, game, max_remove and subtraction_set"
                    ),
                ),
            ],
        ),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_an_error_in_the_query_names_its_parameter(
    service: Service, query: str, errors: list[tuple[str, str]]
) -> None:
    assert query_errors(service, quote(query, safe="?&=,%[]+-_.")) == errors


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("piles=3,4,5", {"piles": [3, 4, 5]}),
        ("piles=3%2C4%2C5", {"piles": [3, 4, 5]}),
        ("piles=3&piles=4&piles=5", {"piles": [3, 4, 5]}),
        ("piles=3&misere=true&piles=4", {"piles": [3, 4], "misere": True}),
        ("misere=true&piles=1,1", {"piles": [1, 1], "misere": True}),
        ("piles=1,1&misere=false", {"piles": [1, 1]}),
        ("piles=", {"piles": []}),
        ("piles=&misere=true", {"piles": [], "misere": True}),
        ("piles=9007199254740991,0", {"piles": [2**53 - 1, 0]}),
    ],
)
def test_get_has_the_same_response_as_post(
    service: Service, query: str, body: dict[str, object]
) -> None:
    got, posted = service.get(f"/move?{query}"), service.post("/move", body)
    assert (got.status, got.body) == (posted.status, posted.body) == (200, posted.body)


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("piles=1,x", "piles[1]"),
        ("piles=1&piles=2&piles=2.5", "piles[2]"),
        ("piles=-1", "piles[0]"),
    ],
)
def test_the_problem_says_which_item_of_a_list_is_wrong(
    service: Service, query: str, place: str
) -> None:
    assert service.get(f"/move?{query}").json["detail"].startswith(f"{place}: must be ")


@pytest.mark.parametrize("path", GETS)
def test_a_response_to_a_get_can_be_cached(service: Service, path: str) -> None:
    """A HEAD has the same headers, and a matching ETag gets a 304, both without a body."""
    target = f"{path}?{query_of(REQUESTS[path])}"
    got, head = service.get(target), service.request("HEAD", target)
    again = service.get(target, **{"If-None-Match": got.headers["etag"]})
    same = ("content-type", "content-length", "etag", "cache-control")

    assert got.headers["cache-control"] == "public, max-age=86400"
    assert (head.status, head.body) == (200, b"")
    assert [head.headers[name] for name in same] == [got.headers[name] for name in same]
    assert (again.status, again.body) == (304, b"")
    assert [again.headers[name] for name in same[2:]] == [got.headers[name] for name in same[2:]]
    assert "content-type" not in again.headers


def test_the_etag_is_strong_and_differs_by_response(service: Service) -> None:
    etags = [service.get(f"/move?piles={piles}").headers["etag"] for piles in ("3,4,5", "3,4,6")]
    assert all(tag.startswith('"') and tag.endswith('"') for tag in etags)
    assert etags[0] != etags[1]


def test_another_etag_gets_the_response(service: Service) -> None:
    other = service.get("/move?piles=1").headers["etag"]
    reply = service.get("/move?piles=3,4,5", **{"If-None-Match": other})
    assert (reply.status, reply.json["nim_sum"]) == (200, 2)


@pytest.mark.parametrize("wanted", ["*", "{}", '"other", {}'])
def test_a_version_that_is_wanted_and_there_already_is_a_304(service: Service, wanted: str) -> None:
    etag = service.get("/move?piles=3,4,5").headers["etag"]
    headers = {"If-Match": wanted.format(etag), "If-None-Match": etag}
    assert service.get("/move?piles=3,4,5", **headers).status == 304
    assert service.get("/move?piles=3,4,5", **{"If-Match": wanted.format(etag)}).status == 200


@pytest.mark.parametrize("path", ["/move?piles=3,4,5", "/openapi.json", "/"])
@pytest.mark.parametrize("wanted", ['"other"', "W/{}"])
def test_a_version_that_is_not_there_is_a_problem_that_no_cache_keeps(
    service: Service, path: str, wanted: str
) -> None:
    etag = service.get(path).headers["etag"]
    reply = service.get(path, **{"If-Match": wanted.format(etag)})
    assert (reply.status, reply.json) == (
        412,
        {
            "type": TYPE_PREFIX + "precondition-failed",
            "title": "The precondition failed",
            "status": 412,
            "detail": "If-Match does not match the current version.",
        },
    )
    assert reply.headers["cache-control"] == "no-store"
    assert "etag" not in reply.headers
