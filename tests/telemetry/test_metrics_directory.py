"""What strangers put where metrics directories are: neither followed, removed, nor waited for."""

import fcntl
import os
import shutil
import time
from pathlib import Path

import pytest

from tests.support.servers import Server, copy_service


def test_an_empty_name_of_the_directory_is_none(tmp_path: Path) -> None:
    copy_service(tmp_path)
    (tmp_path / "precious.db").touch()
    with Server(directory=tmp_path, PROMETHEUS_MULTIPROC_DIR="") as server:
        assert server.get("/metrics").status == 200
    assert (tmp_path / "precious.db").exists()


def test_a_link_named_like_an_abandoned_directory_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "lock").touch()
    (precious / "counter_1.db").write_bytes(b"precious")
    (tmp_path / "nim-metrics-1").symlink_to(precious)
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path / "nim-metrics-2", WEB_CONCURRENCY=1):
        pass
    assert (precious / "counter_1.db").read_bytes() == b"precious"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to make a directory of another user")
def test_a_directory_of_another_user_is_left_alone(tmp_path: Path) -> None:
    theirs = tmp_path / "nim-metrics-1"
    theirs.mkdir()
    (theirs / "lock").touch()
    (theirs / "counter_1.db").touch()
    os.chown(theirs, 65534, 65534)
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path / "nim-metrics-2", WEB_CONCURRENCY=1):
        pass
    assert (theirs / "counter_1.db").exists()


def test_a_pipe_in_place_of_a_lock_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "nim-metrics-1").mkdir()
    os.mkfifo(tmp_path / "nim-metrics-1" / "lock")
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path / "nim-metrics-2", WEB_CONCURRENCY=1) as server:
        assert server.get("/metrics").status == 200


@pytest.mark.parametrize("kind", ["link", "pipe", "held lock"])
def test_a_directory_that_cannot_be_had_is_refused_at_start(tmp_path: Path, kind: str) -> None:
    directory = tmp_path / "metrics"
    if kind == "link":
        (tmp_path / "other").mkdir()
        directory.symlink_to(tmp_path / "other")
    else:
        directory.mkdir()
    if kind == "pipe":
        os.mkfifo(directory / "lock")
    with (
        (tmp_path / "unrelated").open("w")
        if kind != "held lock"
        else (directory / "lock").open("w") as lock
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        began = time.monotonic()
        server = Server(PROMETHEUS_MULTIPROC_DIR=directory)
        assert server.process.wait(30) == 1
        assert time.monotonic() - began < 20
    assert "nim: no room for metrics: " in server.errors


def test_a_directory_that_was_removed_is_reported_and_not_taken_for_no_metrics(
    tmp_path: Path,
) -> None:
    directory = tmp_path / "metrics"
    with Server(PROMETHEUS_MULTIPROC_DIR=directory, WEB_CONCURRENCY=1) as server:
        assert server.get("/metrics").status == 200
        shutil.rmtree(directory)
        time.sleep(1.1)  # the last text is given again for a second
        reply = server.get("/metrics")
        assert (reply.status, reply.json["type"]) == (503, "urn:nim:problem:metrics-gone")
        assert server.post("/move", {"piles": [3]}).status == 200


@pytest.mark.parametrize("accept", ["text/plain;version=abc", "text/plain;version=;escaping=x"])
def test_an_accept_header_that_makes_no_sense_gets_the_plain_format(accept: str) -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        reply = server.get("/metrics", Accept=accept)
        assert reply.status == 200
        assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
