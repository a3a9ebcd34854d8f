"""What the event loop does not do: requests whose headers take long, and files not made yet."""

from ipaddress import ip_network

import pytest

from service.api.header_lists import LISTS, LONGEST_LIST, shorten_lists
from service.api.trusted_proxies import MAX_PROXIES, TrustedProxies
from service.app import EXTENSION, create_app
from tests.support.wsgi import call, get

NEW = [
    ("/", ""),
    ("/favicon.ico", ""),
    ("/openapi.json", ""),
    ("/static/core/base.css", ""),
    ("/static/card.png", ""),
    ("/static/qr.svg", "link=http://localhost/"),
]


@pytest.mark.parametrize(("path", "query"), NEW)
def test_a_file_is_made_beside_the_loop_and_then_given_at_once(path: str, query: str) -> None:
    its_own = f"https://{NEW.index((path, query))}.example"  # for which pages are made
    app = create_app(ACCESS_LOG=False, EMBED_ORIGINS=its_own)
    prepare = app.extensions[EXTENSION].prepare
    environ = {**get(path, query).environ(), "REMOTE_ADDR": "192.0.2.1"}
    head = {**environ, "REQUEST_METHOD": "HEAD"}
    assert prepare(environ, b"")[0] == prepare(head, b"")[0] == "192.0.2.1"
    assert call(app, get(path, query)).status == "200 OK"
    assert prepare(environ, b"")[0] is prepare(head, b"")[0] is None


def test_a_page_is_made_beside_the_loop_for_a_new_host() -> None:
    app = create_app(ACCESS_LOG=False)
    call(app, get("/"))
    environ = {**get("/").environ(), "REMOTE_ADDR": "192.0.2.1", "HTTP_HOST": "new.example"}
    assert app.extensions[EXTENSION].prepare(environ, b"")[0] == "192.0.2.1"


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


def test_no_more_proxies_are_believed_than_there_can_be() -> None:
    proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
    forwarded = ", ".join(["192.0.2.7", "10.0.0.8", *["10.0.0.9"] * (MAX_PROXIES - 1)])
    environ = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
    assert proxies.client(environ) == "10.0.0.8"
