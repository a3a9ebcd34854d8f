"""QUERY at a real server: limits, timeouts, counts, log, and the proxy in front of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients import (
    BODY,
    CHUNKED,
    MAX_BODY,
    NIM_SUM,
    Client,
    chunked,
    get,
    post,
    post_head,
)
from tests.support.hostile import Attack, is_beside_the_control
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.proxies import haproxy
from tests.support.scraping import answered
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

LENGTH = b"Content-Length: %d\r\n"


def query(sent: bytes) -> bytes:
    """The same request by QUERY."""
    return sent.replace(b"POST", b"QUERY", 1)


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    """A server that waits a second for a request."""
    with Server(NIM_REQUEST_TIMEOUT=1, WEB_CONCURRENCY=1) as running:
        yield running


def test_queries_are_pipelined_with_other_requests(server: Server) -> None:
    with Client(server) as client:
        client.send(query(post()), get(b"/move?piles=3"), query(post()), post())
        assert [client.reply().json["nim_sum"] for _ in range(4)] == [NIM_SUM, 3, NIM_SUM, NIM_SUM]


def test_a_body_may_come_in_chunks(server: Server) -> None:
    with Client(server) as client:
        client.send(query(post_head(CHUNKED)), chunked(BODY[:5], BODY[5:]), b"0\r\n\r\n")
        assert client.reply().json["nim_sum"] == NIM_SUM


@pytest.mark.parametrize("length", [LENGTH % (MAX_BODY + 1), CHUNKED])
def test_a_body_beyond_the_limit_is_rejected(server: Server, length: bytes) -> None:
    with Client(server) as client:
        client.send(query(post_head(length)))
        if length == CHUNKED:
            client.send(b"%x\r\n" % (MAX_BODY + 1))
        assert client.reply().status == 413


def test_a_slow_body_is_a_408(hasty: Server) -> None:
    with Client(hasty) as client:
        client.send(query(post_head(LENGTH % 1_000)), b"{")
        assert client.reply().status == 408
    assert wait_until(lambda: hasty.logged(method="QUERY", route="/move", status=408))


def test_the_method_is_counted_and_logged(hasty: Server) -> None:
    before = answered(hasty, "QUERY", "/move", 200)
    sent = {"X-Request-ID": "a-counted-query"}
    assert request(hasty.port, "QUERY", "/move", {"piles": [1]}, sent).status == 200
    line = hasty.line_of("a-counted-query")
    assert (line["method"], line["route"], line["status"]) == ("QUERY", "/move", 200)
    assert answered(hasty, "QUERY", "/move", 200) == before + 1


@pytest.mark.parametrize("method", [b"query", b"QUERY2", b"QUER"])
def test_a_method_of_another_spelling_is_another_method(server: Server, method: bytes) -> None:
    with Client(server) as client:
        assert client.ask(post().replace(b"POST", method, 1)).status == 405


@pytest.mark.soak
def test_another_waits_beside_a_flood_of_queries_as_beside_the_control() -> None:
    with Server(WEB_CONCURRENCY=1, NIM_ACCESS_LOG="off") as server:
        flood = Attack(query(post(b'{"piles": [-1]}')))
        assert is_beside_the_control(server, flood, get(b"/healthz"))


@needs("haproxy")
def test_the_proxy_passes_queries_on(server: Server, tmp_path: Path) -> None:
    with haproxy(tmp_path, server.port, server.port) as proxy:
        reply = request(proxy.port, "QUERY", "/move", {"piles": [3, 4, 5]})
        assert (reply.status, reply.json["nim_sum"]) == (200, 2)
        assert "x-request-id" not in reply.headers
        known = {"If-None-Match": reply.headers["etag"]}
        assert request(proxy.port, "QUERY", "/move", {"piles": [3, 4, 5]}, known).status == 304
