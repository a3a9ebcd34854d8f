"""A request that never ends: gunicorn ends the worker, and the log names the request."""

import pytest

from tests.support.applications import serve
from tests.support.clients import Client, get, post
from tests.support.faulty import APPLICATION
from tests.support.scraping import scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

TIMEOUT = 2


def test_a_worker_whose_request_never_ends_is_ended_and_says_which_it_was() -> None:
    arguments = (APPLICATION, "--timeout", str(TIMEOUT))
    with (
        Server(arguments=arguments, WEB_CONCURRENCY=1) as server,
        Client(server) as other,
        Client(server) as culprit,
    ):
        (worker,) = server.workers
        assert other.ask(get(b"/healthz")).status == 200
        culprit.send(get(b"/hang", b"X-Request-ID: the-culprit\r\n"))
        assert culprit.rest() == b""
        assert other.rest() == b""
        wait_until(lambda: server.workers and worker not in server.workers)
        (line,) = [line for line in server.log if "did not finish" in line["message"]]
        assert (line["method"], line["route"]) == ("GET", "/hang")
        assert line["request_id"] == "the-culprit"
        assert line["message"] == "request-aborted: GET /hang from 127.0.0.1 did not finish"
        assert "Traceback" not in server.errors
        wait_until(lambda: server.get("/healthz").status == 200)
        errors = 'http_server_errors_total{http_route="/hang",status_class="5xx"}'
        assert scrape(server)[errors] == 1
        assert [line for line in server.access if line["status"] == 408] == []


def test_of_any_application_the_request_that_did_not_end_is_logged() -> None:
    with serve("slow", "--timeout", str(TIMEOUT)) as server, Client(server) as culprit:
        culprit.send(get(b"/a?sleep=60000"))
        assert culprit.rest() == b""
        wait_until(lambda: "GET '/a' from 127.0.0.1 did not finish" in server.errors)


def test_a_request_that_never_ends_beside_the_loop_ends_its_worker_too() -> None:
    """Until then other requests get responses, so the worker seems to be alive."""
    with serve("slow", "--timeout", str(TIMEOUT)) as server, Client(server) as culprit:
        culprit.send(post(b" " * 20_000, path=b"/a?sleep=60000"))
        assert server.get("/").status == 200
        assert culprit.rest() == b""
        wait_until(lambda: "POST '/a' from 127.0.0.1 did not finish" in server.errors)
