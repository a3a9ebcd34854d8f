"""Behind a filter that knows no QUERY, the pages send POST; a service that is busy knows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.browser.chromium import Tab
from tests.browser.driver import Page
from tests.browser.proxies import Forwarder, proxied
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

HTML = b"Content-Type: text/html\r\nConnection: close\r\n\r\n<h1>No</h1>"
ANSWERS = {
    "403": b"HTTP/1.1 403 Forbidden\r\n" + HTML,
    "405": b"HTTP/1.1 405 Method Not Allowed\r\n" + HTML,
    "501": b"HTTP/1.1 501 Not Implemented\r\n" + HTML,
    "400, as if the body were empty": b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n{}",
    "200 in HTML": b"HTTP/1.1 200 OK\r\n" + HTML,
    "no HTTP": b"no\r\n",
    "nothing": b"",
}
"""The response of a filter to a QUERY."""


@contextmanager
def answered(
    server: Server, answer: bytes, refuses: Callable[[list[str]], bool]
) -> Iterator[tuple[str, list[str]]]:
    """The address of a proxy that answers what it refuses, and the methods that it receives.

    `refuses` looks at these, the last one included. What is sent with GET is not among them, and is
    not refused.
    """
    methods: list[str] = []

    class Answering(Forwarder):
        port = server.port

        def forward(self) -> None:
            if self.command != "GET":
                methods.append(self.command)
                if refuses(methods):
                    self.wfile.write(answer)
                    self.close_connection = True
                    return
            super().forward()

    with proxied(Answering) as address:
        yield address, methods


def is_query(methods: list[str]) -> bool:
    """Whether the last request was a QUERY, which a filter refuses."""
    return methods[-1] == "QUERY"


def is_first(methods: list[str]) -> bool:
    """Whether no request came before, as a service that is busy for a moment refuses one."""
    return len(methods) == 1


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_game_is_played_by_post(chromium: Tab, server: Server, answer: bytes) -> None:
    with answered(server, answer, is_query) as (url, methods):
        page = Page(chromium, url)
        page.begin()
        page.play("#3,4,5")
        page.take(0, 2)
        page.hint()
        assert "POST" in methods
        queries = methods.count("QUERY")
        page.take_anything()
        page.hint()
        assert methods.count("QUERY") == queries
        assert not page.shown("#problem")


BUSY = {
    "429": b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\n" + HTML,
    "503": b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n" + HTML,
}
"""A proxy's response for a service that is busy."""


@pytest.mark.parametrize("answer", BUSY.values(), ids=BUSY)
def test_a_busy_service_is_asked_again_when_it_says(
    chromium: Tab, server: Server, answer: bytes
) -> None:
    with answered(server, answer, is_first) as (url, methods):
        page = Page(chromium, url)
        page.begin()
        page.play("#3,4,5")
        page.click("#hint")
        wait_until(lambda: page.shown("#problem"))
        assert page.text("#problem").strip() == "The service is busy; trying again in 1 s."
        wait_until(lambda: not page.shown("#problem"))
        wait_until(lambda: page.detail.startswith("Take from pile"))
        assert methods == ["QUERY", "QUERY"]


FAILING = {
    "429 without a wait": b"HTTP/1.1 429 Too Many Requests\r\n" + HTML,
    "429, after an hour": b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3600\r\n" + HTML,
    "500": b"HTTP/1.1 500 Internal Server Error\r\n" + HTML,
    "502": b"HTTP/1.1 502 Bad Gateway\r\n" + HTML,
    "503 without a wait": b"HTTP/1.1 503 Service Unavailable\r\n" + HTML,
    "504": b"HTTP/1.1 504 Gateway Timeout\r\n" + HTML,
}
"""Responses that say nothing of the method."""


@pytest.mark.parametrize("answer", FAILING.values(), ids=FAILING)
def test_a_failing_service_is_asked_once_and_by_query_again(
    chromium: Tab, server: Server, answer: bytes
) -> None:
    with answered(server, answer, is_first) as (url, methods):
        page = Page(chromium, url)
        page.begin()
        page.play("#3,4,5")
        page.click("#hint")
        wait_until(lambda: page.shown("#problem #retry"))
        assert methods == ["QUERY"]
        page.click("#retry")
        wait_until(lambda: page.detail.startswith("Take from pile"))
        assert methods == ["QUERY", "QUERY"]
