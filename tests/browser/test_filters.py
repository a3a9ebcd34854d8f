"""Behind a filter that does not know QUERY, the pages send POST."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests.browser.chromium import Tab
from tests.browser.driver import Page
from tests.support.http_client import request
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

    class Filter(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def __getattr__(self, name: str) -> Any:
            if name == "do_QUERY":
                return self.reject
            if name.startswith("do_"):
                return self.forward
            raise AttributeError(name)

        def reject(self) -> None:
            methods.append("QUERY")
            self.wfile.write(answer)
            self.close_connection = True

        def forward(self) -> None:
            methods.append(self.command)
            body = self.rfile.read(int(self.headers["Content-Length"] or 0)) or None
            kinds = {"Content-Type": self.headers["Content-Type"]} if body else {}
            reply = request(server.port, self.command, self.path, body, kinds)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.headers.get("content-type", ""))
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Filter) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{proxy.server_port}", methods
        finally:
            proxy.shutdown()


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
