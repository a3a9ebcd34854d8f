"""The proxy's own responses: problems, with the headers that a replica's responses have."""

import json
import re
from pathlib import Path

import pytest

from service.api.responses import SECURITY_HEADERS
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.proxies import CONFIG, haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("haproxy")

FILES = sorted((DEPLOY / "haproxy" / "errors").iterdir())
OF_EVERY_RESPONSE = (
    *(name.lower() for name, _ in SECURITY_HEADERS),
    "access-control-allow-origin",
    "access-control-expose-headers",
)


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
        assert (reply.status, reply.headers["retry-after"]) == (503, "1")
        assert reply.headers["content-type"] == "application/problem+json"
        assert reply.json["type"] == "/docs#error-overloaded"
        name = reply.headers["x-request-id"]
        assert name
        (line,) = wait_until(lambda: proxy.logged(request_id=name))
        # Retried fewer than three times if the proxy's own check noticed first.
        assert (line["status"], line["server_ms"], line["attempts"][0]) == (503, -1, "+")
