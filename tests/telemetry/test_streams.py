"""Streams that are closed or not read: log lines are lost, but no request."""

import fcntl
import os
import select
import sys
import threading
import time
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from service.telemetry.streams import GATHERED, MAX_QUEUED, LogStream
from tests.support.scraping import scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until

STREAMS = {"stdout": 1, "stderr": 2}


@pytest.mark.serving
@pytest.mark.parametrize("stream", STREAMS)
def test_a_stream_that_is_closed_at_the_start_stops_nothing(stream: str) -> None:
    with Server(preexec=lambda: os.close(STREAMS[stream]), NIM_LOG_LEVEL="debug") as server:
        for _ in range(10):
            assert server.post("/move", {"piles": [3]}).status == 200
            # A rejected body also causes a record on stderr, with this level.
            assert server.post("/move", b"{").status == 400
        wait_until(lambda: scrape(server)["nim_log_lines_dropped_total"])
        assert "Traceback" not in server.errors


def dropped_here() -> float:
    return REGISTRY.get_sample_value("nim_log_lines_dropped_total") or 0


def test_what_has_no_reader_is_dropped() -> None:
    before = dropped_here()
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stream:
        for output in (LogStream(stream), LogStream(None)):
            output.write(b"line\n")
    assert dropped_here() == before + 2


def test_each_line_that_is_lost_together_with_others_is_counted() -> None:
    before = dropped_here()
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stream:
        output = LogStream(stream)
        output.start()
        for _ in range(3):
            output.write(b"line\n")
        wait_until(lambda: dropped_here() > before)
    assert dropped_here() == before + 3


def test_5000_lines_wait_for_a_reader_and_the_next_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = dropped_here()
    written = threading.Event()
    monkeypatch.setattr(LogStream, "_write_on", lambda _: written.wait())  # no line is taken
    output = LogStream(sys.__stdout__)
    output.start()
    for _ in range(5_000):
        output.write(b"line\n")
    assert dropped_here() == before
    output.write(b"line\n")
    assert dropped_here() == before + 1
    written.set()


def test_nothing_is_waited_for_once_all_lines_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    output = LogStream(sys.__stdout__)
    output.start()
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it waits"))
    output.finish(60)


@pytest.mark.parametrize("in_thread", [True, False], ids=["a worker", "the master"])
def test_a_pipe_that_is_not_read_stops_no_writer_and_what_is_lost_is_counted(
    in_thread: bool,
) -> None:
    before = dropped_here()
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as received, os.fdopen(writer, "w") as stream:
        output = LogStream(stream)
        if in_thread:
            output.start()
        for _ in range(2 * MAX_QUEUED):
            output.write(b"-" * 99 + b"\n")
        lost = dropped_here() - before
        assert lost > 0
        kept = (2 * MAX_QUEUED - int(lost)) * 100
        assert received.read(kept) == (b"-" * 99 + b"\n") * (kept // 100)


def test_a_long_line_of_the_master_does_not_wait_for_a_reader() -> None:
    """Nobody reads, and the pipe has room for its beginning only: the rest is dropped."""
    before = dropped_here()
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb"), os.fdopen(writer, "w") as stream:
        os.write(writer, bytes(fcntl.fcntl(writer, fcntl.F_GETPIPE_SZ) - 2 * select.PIPE_BUF))
        LogStream(stream).write(b"-" * 10 * select.PIPE_BUF + b"\n")
    assert dropped_here() == before + 1


def test_what_a_fast_worker_writes_while_lines_gather_is_kept() -> None:
    lines = int(40_000 * GATHERED)
    before = dropped_here()
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as received, os.fdopen(writer, "w") as stream:
        output = LogStream(stream)
        output.start()
        for _ in range(lines):
            output.write(b"\n")
        assert received.read(lines) == b"\n" * lines
    assert dropped_here() == before


def test_a_line_that_was_cut_is_dropped_and_costs_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Like a full disk, which accepts part of a line and then fails."""
    before, write, room = dropped_here(), os.write, [7, 0, 99]

    def full(descriptor: int, data: bytes) -> int:
        if not (size := room.pop(0)):
            raise OSError(28, "No space left on device")
        return write(descriptor, data[:size])

    monkeypatch.setattr(os, "write", full)
    with (tmp_path / "log").open("w") as stream:
        output = LogStream(stream)
        output.write(b"first line\n")
        output.write(b"second line\n")
    assert (tmp_path / "log").read_bytes() == b"first l\nsecond line\n"
    assert dropped_here() == before + 1


@pytest.mark.serving
def test_a_pipe_that_is_read_gets_every_line_to_the_last() -> None:
    reader, writer = os.pipe()

    def replace() -> None:
        for stream in STREAMS.values():
            os.dup2(writer, stream)

    with Server(preexec=replace, WEB_CONCURRENCY=1) as server:
        os.close(writer)
        for _ in range(20):
            assert server.post("/move", {"piles": [3]}).status == 200
        server.stop()
    with os.fdopen(reader, "rb") as file:
        lines = file.read()
    assert lines.count(b'"route":"/move"') == 20
    assert lines.count(b"Worker exiting") == 1
