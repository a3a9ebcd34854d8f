"""A server whose paths begin with a prefix, as an ingress sends them."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.any_server import serving
from tests.support.clients import MAX_BODY, NIM_SUM, Client, get, post, post_head
from tests.support.http_client import request
from tests.support.paths import ROOT
from tests.support.scraping import answered
from tests.support.servers import Server

pytestmark = pytest.mark.serving

PREFIX = b"/games/nim"


@pytest.fixture(scope="module")
def below() -> Iterator[Server]:
    with Server(NIM_PATH_PREFIX=PREFIX.decode(), NIM_METRICS_PORT=0) as running:
        yield running


def test_requests_inside_and_outside_share_a_connection(below: Server) -> None:
    with Client(below) as client:
        client.send(post(path=PREFIX + b"/move"), post(), get(b"/healthz"))
        client.send(get(PREFIX + b"/healthz"), post(path=PREFIX + b"/moves"))
        assert client.reply().json["nim_sum"] == NIM_SUM
        assert [client.reply().status for _ in range(4)] == [404, 200, 200, 422]


@pytest.mark.parametrize(
    "target",
    [
        b"/games/nim/../../move",
        b"/games/nim/%2e%2e/nim/move",
        b"/games/nim;x/move",
        b"/games/nim\\move",
        b"/games/nim/../healthz",
    ],
)
def test_no_spelling_leads_out_of_the_prefix_or_into_it(below: Server, target: bytes) -> None:
    with Client(below) as client:
        assert client.ask(post(path=target)).status in {400, 404}


def test_what_the_server_rejects_has_the_prefix_in_its_type(below: Server) -> None:
    with Client(below) as client:
        head = post_head(b"Content-Length: %d\r\n" % (MAX_BODY + 1), path=PREFIX + b"/move")
        reply = client.ask(head)
    assert reply.json["type"] == "/games/nim/docs#error-too-large"


WRAPPED = """
from service.app import create_app

app = create_app()
inner = app.wsgi_app

def middleware(environ, start_response):
    seen = environ["SCRIPT_NAME"] + "|" + environ["PATH_INFO"]
    def start(status, headers, *error):
        return start_response(status, [*headers, ("X-Seen", seen)], *error)
    return inner(environ, start)

app.wsgi_app = middleware
"""


def test_a_middleware_sees_each_path_as_it_was_sent(tmp_path: Path) -> None:
    (tmp_path / "wrapped.py").write_text(WRAPPED)
    gunicorn = Path(sys.executable).with_name("gunicorn")
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    with serving(gunicorn, "wrapped:app", PYTHONPATH=path, NIM_PATH_PREFIX="/games/nim") as port:
        for target in ("/healthz", "/games/nim/move", "/games/nim/nowhere", "/outside"):
            assert request(port, "GET", target).headers["x-seen"] == f"|{target}"


def test_the_route_has_no_prefix_in_metrics_and_log(below: Server) -> None:
    sent = {"X-Request-ID": "below-a-prefix"}
    reply = request(below.port, "POST", "/games/nim/move", {"piles": [1]}, sent)
    assert reply.status == 200
    assert below.line_of("below-a-prefix")["route"] == "/move"
    assert answered(below, "POST", "/move", 200) >= 1
