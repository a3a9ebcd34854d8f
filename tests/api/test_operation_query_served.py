"""QUERY on a real server: counts, log, and the proxy in front of it."""

from pathlib import Path

import pytest

from tests.support.clients import NIM_SUM, Client, get, post
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.proxies import haproxy
from tests.support.scraping import answered
from tests.support.servers import Server

pytestmark = pytest.mark.serving


def query(sent: bytes) -> bytes:
    """The same request with QUERY."""
    return sent.replace(b"POST", b"QUERY", 1)


def test_queries_are_pipelined_with_other_requests(server: Server) -> None:
    with Client(server) as client:
        client.send(query(post()), get(b"/move?piles=3"), query(post()), post())
        assert [client.reply().json["nim_sum"] for _ in range(4)] == [NIM_SUM, 3, NIM_SUM, NIM_SUM]


def test_the_method_is_counted_and_logged(server: Server) -> None:
    before = answered(server, "QUERY", "/move", 200)
    sent = {"X-Request-ID": "a-counted-query"}
    assert request(server.port, "QUERY", "/move", {"piles": [1]}, sent).status == 200
    line = server.line_of("a-counted-query")
    assert (line["method"], line["route"], line["status"]) == ("QUERY", "/move", 200)
    assert answered(server, "QUERY", "/move", 200) == before + 1


@pytest.mark.parametrize("method", [b"query", b"QUERY2", b"QUER"])
def test_a_method_of_another_spelling_is_another_method(server: Server, method: bytes) -> None:
    with Client(server) as client:
        assert client.ask(post().replace(b"POST", method, 1)).status == 405


@needs("haproxy")
def test_the_proxy_passes_queries_on(server: Server, tmp_path: Path) -> None:
    with haproxy(tmp_path, server.port, server.port) as proxy:
        reply = request(proxy.port, "QUERY", "/move", {"piles": [3, 4, 5]})
        assert (reply.status, reply.json["nim_sum"]) == (200, 2)
        assert "x-request-id" not in reply.headers
        known = {"If-None-Match": reply.headers["etag"]}
        assert request(proxy.port, "QUERY", "/move", {"piles": [3, 4, 5]}, known).status == 304
