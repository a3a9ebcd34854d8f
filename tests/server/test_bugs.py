"""Whichever part has a bug: each request gets a response, and is counted and logged once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.api import records
from service.app import create_app
from service.server.application import Application
from service.server.connection import Connection
from service.server.limits import OVERDUE
from service.server.offload import Offload
from service.server.output import Output
from tests.support import bugs, wires
from tests.support.clients import BODY, Client, get, post
from tests.support.scraping import Samples, counted, scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until
from tests.support.wires import World
from tests.support.wsgi import call
from tests.support.wsgi import get as wsgi_get
from tests.support.wsgi import post as wsgi_post

LARGE = BODY.ljust(20_000)
WRONG = b"[]"

BEFORE = ("turn", "read")
"""Parts that run before a request is read, so that the next request hits the bug."""

UNHARMED = ("count", "log", "note")
"""Parts that a response doesn't need."""

CASES = [
    *((part, BODY) for part in bugs.PARTS if part != "problem"),
    ("problem", WRONG),
    ("end", LARGE),
    ("parse", LARGE),
    ("handle", LARGE),
]


def requests(part: str, body: bytes) -> bytes:
    asking = post(body, b"X-Bug: %b\r\n" % part.encode())
    return asking + post(body) if part in BEFORE else asking


def expected(part: str) -> list[int]:
    if part in UNHARMED:
        return [200]
    return [200, 500] if part in BEFORE else [500]


def totals(samples: Samples) -> dict[int, float]:
    """The number of requests by their status."""
    found: dict[int, float] = {}
    for key, value in samples.items():
        if key.startswith("http_server_request_duration_seconds_count"):
            status = int(key.partition('status_code="')[2][:3])
            found[status] = found.get(status, 0) + value
    return found


@pytest.fixture
def faulty(application: Application, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    lines: list[int] = []
    monkeypatch.setattr(application, "_least_logged_status", "100")
    monkeypatch.setattr(records, "write_access", lambda *line: lines.append(line[2]))
    bugs.install(monkeypatch.setattr)
    with wires.world(application) as made:
        made.lines = lines  # type: ignore[attr-defined]
        yield made


@pytest.mark.parametrize(("part", "body"), CASES)
def test_a_request_that_meets_a_bug_has_one_response_one_count_and_one_line(
    faulty: Any, part: str, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    before = totals(counted())
    wire = faulty.connect()
    wire.send(requests(part, body))
    after = totals(counted())
    more = {key: after[key] - before.get(key, 0) for key in after if after[key] != before.get(key)}
    statuses = expected(part)
    assert wire.statuses == statuses
    if statuses[-1] == 500:
        assert (
            b'"/docs#error-internal-error","title":"Internal error","status":500' in wire.received
        )
    assert more == ({} if part in {"count", "note"} else dict.fromkeys(statuses, 1))
    assert faulty.lines == ([] if part in {"log", "note"} else statuses)
    assert [record.exc_info is not None for record in caplog.records] == [True]
    assert faulty.connect().ask(post()).status == 200
    assert faulty.server.memory.free == faulty.all_memory


@pytest.mark.parametrize("step", [(Output, "_count"), (Connection, "_end_request")])
def test_a_response_that_was_sent_is_not_followed_by_another_one(
    faulty: Any, step: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = totals(counted())
    with monkeypatch.context() as patched:
        patched.setattr(*step, once(getattr(*step)))
        wire = faulty.connect()
        wire.send(post(b'{"positions":[%b]}' % b",".join([BODY] * 100), path=b"/moves"))
    assert (wire.statuses, faulty.lines) == ([200], [200])
    assert sum(totals(counted()).values()) == sum(before.values()) + 1
    assert faulty.connect().ask(post()).status == 200


def once(step: Callable[..., object]) -> Callable[..., object]:
    """A step that fails, and from then on does what it should."""
    failures = iter([ZeroDivisionError("secret")])

    def call(*args: Any, **others: Any) -> object:
        for failure in failures:
            raise failure
        return step(*args, **others)

    return call


def test_a_bug_when_a_job_begins_costs_no_other_job(faulty: Any) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Offload, "remove", once(Offload.remove))
        assert faulty.connect().ask(post(LARGE)).status == 500
    assert faulty.connect().ask(post(LARGE)).status == 200


@pytest.mark.parametrize("part", ["ids", "find", "problem", "handle", "count", "log"])
def test_under_another_server_a_request_that_meets_a_bug_has_one_count_and_one_line_too(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app()
    call(app, wsgi_get("/healthz"))
    lines: list[int] = []
    monkeypatch.setattr(records, "write_access", lambda *line: lines.append(line[2]))
    bugs.install(monkeypatch.setattr)
    before = totals(counted())
    bugs.armed.add(part)
    response = call(app, wsgi_post("/move", WRONG if part == "problem" else BODY))
    status = 200 if part in UNHARMED else 500
    assert response.status.startswith(f"{status} ")
    after = totals(counted())
    if part != "count":
        assert after[status] == before.get(status, 0) + 1
    assert lines == ([] if part == "log" else [status])


def test_a_bug_in_a_tick_ends_its_connection_and_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = world.connect(), world.connect()

    def check(connection: Connection, _: float) -> None:
        if connection is broken.connection:
            raise ZeroDivisionError

    monkeypatch.setattr(Connection, "_check_progress", check)
    world.pass_time(1)
    assert (broken.received, broken.is_over) == (b"", True)
    assert other.ask(post()).status == 200
    assert "ZeroDivisionError" in caplog.text


def test_turns_that_are_not_taken_are_overdue(world: World) -> None:
    world.connect().connection.data_received(post())
    world.loop.soon.clear()
    assert not world.server.turns.are_overdue(world.now + OVERDUE - 1)
    assert world.server.turns.are_overdue(world.now + OVERDUE)


# --- On the wire ------------------------------------------------------------------------------


@pytest.mark.serving
def test_a_server_responds_to_counts_and_logs_each_request_that_meets_a_bug() -> None:
    with Server(arguments=(bugs.APPLICATION,), WEB_CONCURRENCY=1) as server:
        server.get("/healthz")
        before, statuses = totals(scrape(server)), []
        for number, (part, body) in enumerate(CASES):
            with Client(server) as client:
                client.send(requests(part, body))
                found = [client.reply().status for _ in expected(part)]
            assert found == expected(part), part
            assert server.get("/healthz", **{"X-Request-ID": f"after-{number}"}).status == 200
            statuses += found
        server.line_of(f"after-{len(CASES) - 1}")
        logged = [line["status"] for line in server.access if line["route"] != "/healthz"]
        after = totals(scrape(server))
        assert logged.count(500) == statuses.count(500)
        assert after[500] - before.get(500, 0) == statuses.count(500)
        assert server.errors.count("ZeroDivisionError: secret") == len(CASES)


@pytest.mark.serving
def test_a_worker_that_takes_no_turns_is_replaced() -> None:
    arguments = ("tests.support.bugs:create_stuck_app()", "--timeout", "2")
    with Server(arguments=arguments, WEB_CONCURRENCY=1) as server, Client(server) as client:
        (worker,) = server.workers
        client.send(get(b"/healthz"))
        client.rest()  # until the worker has been killed
        wait_until(lambda: server.workers and worker not in server.workers)
