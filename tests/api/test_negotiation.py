"""A long list in a header is read in part."""

import pytest

from service.api.negotiation import LISTS, LONGEST_LIST, shorten_lists
from service.app import create_app


@pytest.mark.parametrize("key", LISTS)
def test_a_long_list_is_truncated_after_a_whole_member(key: str) -> None:
    environ = {key: "gzip," * 1_000}
    shorten_lists(environ)
    assert environ == {key: ("gzip," * (LONGEST_LIST // 5)).rstrip(",")}


def test_a_list_of_the_length_that_is_read_is_not_truncated() -> None:
    environ = {"HTTP_ACCEPT": "a" * LONGEST_LIST}
    shorten_lists(environ)
    assert environ == {"HTTP_ACCEPT": "a" * LONGEST_LIST}


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("text/html," + "a/b," * 2_000, "text/html; charset=utf-8"),
        ("a/b," * 2_000 + "text/html", "application/problem+json"),
    ],
)
def test_the_first_members_of_a_long_list_count(accept: str, media_type: str) -> None:
    response = (
        create_app(ACCESS_LOG=False).test_client().get("/nothing", headers={"Accept": accept})
    )
    assert response.headers["Content-Type"] == media_type
