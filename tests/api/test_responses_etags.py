"""A response to GET has an ETag for If-None-Match, which caches use, and for If-Match."""

import pytest

from tests.support.positions import query_of
from tests.support.problems import TYPE_PREFIX
from tests.support.requests import GETS, REQUESTS
from tests.support.service import Service


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


def test_another_etag_gets_the_response(service: Service) -> None:
    other = service.get("/move?piles=1").headers["etag"]
    reply = service.get("/move?piles=3,4,5", **{"If-None-Match": other})
    assert (reply.status, reply.json["nim_sum"]) == (200, 2)


def test_a_release_has_etags_of_its_own(monkeypatch: pytest.MonkeyPatch, service: Service) -> None:
    """Otherwise caches would keep what the last release answered, such as another text."""
    before = service.get("/move?piles=3,4,5").headers["etag"]
    monkeypatch.setattr("service.api.responses.RELEASE", b"another")
    assert service.get("/move?piles=3,4,5").headers["etag"] != before


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
