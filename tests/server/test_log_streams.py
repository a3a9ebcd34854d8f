"""Streams that are not read, or are closed: they cost lines of the log, and no request."""

import os
from collections.abc import Callable

import pytest
from prometheus_client import REGISTRY

from service.telemetry.streams import GATHERED, LogStream
from tests.support.clients import BODY, clients, post
from tests.support.scraping import scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until

STREAMS = {"stdout": 1, "stderr": 2}
ENOUGH = 1_500
"""Requests whose lines, of some 200 bytes each, are far more than a pipe takes (64 KiB)."""

each_stream = pytest.mark.parametrize("stream", STREAMS)


def use(descriptor: int, stream: str) -> Callable[[], None]:
    """What has a new process write to a descriptor in place of one of its streams."""

    def replace() -> None:
        os.dup2(descriptor, STREAMS[stream])

    return replace


def ask_on(server: Server) -> None:
    """Ask often, on several connections, so that every worker has to write."""
    with clients(server, 10) as some:
        for _ in range(ENOUGH // 100):
            for client in some:
                # A refused body is also a record on stderr, with this level.
                client.send(post(BODY), *[post(b"{")] * 9)
            for client in some:
                assert [client.reply().status for _ in range(10)] == [200] + [400] * 9


def dropped(server: Server) -> float:
    return scrape(server)["nim_log_lines_dropped_total"]


@each_stream
@pytest.mark.long
def test_a_pipe_that_is_not_read_stops_nothing_and_what_it_loses_is_counted(stream: str) -> None:
    reader, writer = os.pipe()
    try:
        with Server(
            preexec=use(writer, stream), NIM_LOG_LEVEL="debug", WEB_CONCURRENCY=1
        ) as server:
            workers = server.workers
            while not dropped(server):
                ask_on(server)
            ask_on(server)
            assert server.workers == workers
    finally:
        os.close(reader)
        os.close(writer)


@each_stream
def test_a_pipe_without_a_reader_stops_nothing(stream: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        with Server(preexec=use(writer, stream), NIM_LOG_LEVEL="debug") as server:
            ask_on(server)
            wait_until(lambda: dropped(server))
    finally:
        os.close(writer)


@each_stream
def test_a_stream_that_is_closed_at_the_start_stops_nothing(stream: str) -> None:
    with Server(preexec=lambda: os.close(STREAMS[stream]), NIM_LOG_LEVEL="debug") as server:
        ask_on(server)
        wait_until(lambda: dropped(server))


def test_what_a_fast_worker_writes_while_lines_gather_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = int(40_000 * GATHERED)
    before = REGISTRY.get_sample_value("nim_log_lines_dropped_total")
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as received, os.fdopen(writer, "wb") as stream:
        monkeypatch.setattr("sys.stdout", stream)
        output = LogStream("stdout")
        output.start()
        for _ in range(lines):
            output.write(b"\n")
        assert received.read(lines) == b"\n" * lines
    assert REGISTRY.get_sample_value("nim_log_lines_dropped_total") == before


def test_a_pipe_that_is_read_gets_every_line() -> None:
    reader, writer = os.pipe()
    with Server(preexec=use(writer, "stdout"), WEB_CONCURRENCY=1) as server:
        os.close(writer)
        for _ in range(20):
            assert server.post("/move", {"piles": [3]}).status == 200
        server.stop()
    with os.fdopen(reader, "rb") as lines:
        assert lines.read().count(b'"route":"/move"') == 20


def test_a_pipe_gets_the_last_line_of_a_worker_that_ends() -> None:
    reader, writer = os.pipe()
    with Server(preexec=use(writer, "stderr"), WEB_CONCURRENCY=1) as server:
        os.close(writer)
        server.stop()
    with os.fdopen(reader, "rb") as lines:
        assert lines.read().count(b"Worker exiting") == 1
