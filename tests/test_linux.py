"""The service runs on macOS for development, without Linux-only features."""

import sys
from pathlib import Path

import pytest

from tests.support.http_client import ask, free_port, request
from tests.support.programs import running

pytestmark = pytest.mark.serving

# A system with another name, and without the calls that only Linux has.
ELSEWHERE = """
import os, socket, sys
sys.platform = "elsewhere"  # for macOS, Python itself would look for what only macOS has
for module, names in ((os, ["memfd_create", "posix_fadvise", "sched_getaffinity"]),
                      (socket, ["TCP_WINDOW_CLAMP", "TCP_QUICKACK", "SO_PEERCRED"])):
    for name in names:
        delattr(module, name)
from service.__main__ import main
main()
"""


def test_it_serves_without_what_only_linux_has(tmp_path: Path) -> None:
    port = free_port()
    body = {"positions": [{"piles": [3, 4, 5]}] * 10_000}
    with running(
        [sys.executable, "-c", ELSEWHERE],
        lambda: ask(port, "/readyz")[0] == 200,
        log=tmp_path / "log",
        environment={"PORT": str(port)},
    ):
        assert request(port, "POST", "/move", {"piles": [3, 4, 5]}).json["nim_sum"] == 2
        assert len(request(port, "POST", "/moves", body).json["results"]) == 10_000
        metrics = request(port, "GET", "/metrics").body
    assert b"\nhttp_server_request_duration_seconds_count{" in metrics
