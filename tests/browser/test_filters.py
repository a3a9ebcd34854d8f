"""Behind a filter that does not know QUERY, the pages send POST."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.browser.chromium import Tab
from tests.browser.driver import Page
from tests.browser.proxies import Forwarder, proxied
from tests.support.needs import needs
from tests.support.servers import Server

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
def filtered(server: Server, answer: bytes) -> Iterator[tuple[str, list[str]]]:
    """The address of a filter in front of a server, and the methods that it receives."""
    methods: list[str] = []

    class Filter(Forwarder):
        port = server.port

        def forward(self) -> None:
            methods.append(self.command)
            if self.command != "QUERY":
                super().forward()
                return
            self.wfile.write(answer)
            self.close_connection = True

    with proxied(Filter) as address:
        yield address, methods


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_game_is_played_by_post(chromium: Tab, server: Server, answer: bytes) -> None:
    with filtered(server, answer) as (url, methods):
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
