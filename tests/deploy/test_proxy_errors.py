"""The proxy's own responses: problems, with the headers that a replica's responses have."""

import json
import re
from pathlib import Path

import pytest

from service.api.service import SECURITY_HEADERS
from tests.support.clients import Client
from tests.support.http_client import Reply, request
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.proxies import CONFIG, Proxy, haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("haproxy")

FILES = sorted((DEPLOY / "haproxy" / "errors").iterdir())
OF_EVERY_RESPONSE = (
    *(name.lower() for name, _ in SECURITY_HEADERS),
    "access-control-allow-origin",
    "access-control-expose-headers",
)


def problem(reply: Reply) -> dict[str, object]:
    """The problem in a response that a page of any origin may read."""
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.headers["access-control-allow-origin"] == "*"
    found = reply.json
    assert found["status"] == reply.status
    return {"type": found["type"], "title": found["title"]}


def logged(proxy: Proxy, reply: Reply) -> tuple[int, str]:
    """Status and attempts in the proxy's line about a response, which has the response's id."""
    name = reply.headers["x-request-id"]
    assert name
    (line,) = wait_until(lambda: proxy.logged(request_id=name))
    assert line["server_ms"] == -1
    return line["status"], line["attempts"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_a_problem_with_the_headers_of_every_response(file: Path, server: Server) -> None:
    head, _, body = file.read_bytes().decode().partition("\r\n\r\n")
    line, *fields = head.split("\r\n")
    headers = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
    found = json.loads(body)
    assert line.split(" ")[:2] == ["HTTP/1.1", file.stem]
    assert (found["status"], list(found)) == (int(file.stem), ["type", "title", "status", "detail"])
    assert headers["content-length"] == str(len(body.encode()))
    ours = server.get("/nowhere").headers
    assert {name: headers[name] for name in OF_EVERY_RESPONSE} == {
        name: ours[name] for name in OF_EVERY_RESPONSE
    }
    assert headers["cache-control"] == "no-store"
    assert ("retry-after" in headers) == (file.stem in {"429", "503"})


def test_all_files_are_used() -> None:
    used = re.findall(r"^    errorfile (\d+) errors/(\d+)\.http$", CONFIG.read_text(), re.MULTILINE)
    assert used == [(file.stem, file.stem) for file in FILES]


def test_without_a_replica_it_says_when_to_come_again(tmp_path: Path) -> None:
    with Server() as server, haproxy(tmp_path, server.port, server.port) as proxy:
        server.kill()
        reply = request(proxy.port, "GET", "/move?piles=1")
        assert reply.status == 503
        assert problem(reply) == {
            "type": "/docs#error-overloaded",
            "title": "The service is overloaded",
        }
        assert reply.headers["retry-after"] == "1"
        status, attempts = logged(proxy, reply)
        assert status == 503
        assert attempts[0] == "+"  # fewer than three where its own check found out first


@pytest.mark.soak
def test_a_body_that_does_not_arrive_is_a_problem(tmp_path: Path, server: Server) -> None:
    head = b"POST /move HTTP/1.1\r\nHost: nim\r\nContent-Type: application/json\r\n"
    with haproxy(tmp_path, server.port, server.port) as proxy, Client(proxy) as client:
        client.send(head + b"Content-Length: 20\r\n\r\n{")
        reply = client.reply()
        assert reply.status == 408
        assert problem(reply) == {
            "type": "/docs#error-request-timeout",
            "title": "The request took too long",
        }
        assert logged(proxy, reply) == (408, "0")


def test_a_body_that_cannot_be_read_is_a_problem(tmp_path: Path, server: Server) -> None:
    head = b"POST /move HTTP/1.1\r\nHost: nim\r\nTransfer-Encoding: chunked\r\n\r\n"
    with haproxy(tmp_path, server.port, server.port) as proxy, Client(proxy) as client:
        requests = 'haproxy_frontend_http_requests_total{proxy="nim"}'
        before = proxy.metrics[requests]
        client.send(head)
        wait_until(lambda: proxy.metrics[requests] > before)  # it has read the head
        client.send(b"no chunk\r\n")
        reply = client.reply()
        assert reply.status == 400
        assert problem(reply) == {
            "type": "/docs#error-malformed-request",
            "title": "The request is not well-formed",
        }
