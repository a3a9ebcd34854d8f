"""A new version takes over from an old one on the same port, without containers."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from service import __version__
from tests.support.http_client import ask
from tests.support.load import Load
from tests.support.needs import needs
from tests.support.processes import children, is_alive
from tests.support.programs import run
from tests.support.scraping import scrape, solved
from tests.support.servers import SERVED, Server, copy_service
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

LAST_TO_READ_FILES = "4e1a6194e0f6a703f2016bc270a13d5b20ac9b50"
"""The last commit of which a master reads gunicorn.conf.py again at each HUP."""


def masters(server: Server) -> list[int]:
    """The server's children that have children themselves."""
    return [process for process in server.workers if children(process)]


def extract(commit: str, directory: Path) -> None:
    """Write what an earlier commit serves into a directory."""
    if run(["git", "cat-file", "-e", commit]).returncode:
        pytest.skip("this checkout doesn't have the history")
    archive = directory.with_suffix(".tar")
    assert run(["git", "archive", "--output", archive, commit, *SERVED]).returncode == 0
    shutil.unpack_archive(archive, directory)


@pytest.mark.parametrize("earlier", ["", pytest.param(LAST_TO_READ_FILES, marks=needs("git"))])
def test_a_second_master_takes_over(tmp_path: Path, earlier: str) -> None:
    """No request or count is lost, and metrics no longer show the old version."""

    def version(port: int) -> str:
        return str(json.loads(ask(port, "/healthz")[1])["version"])

    directory = tmp_path / "nim"
    if earlier:
        extract(earlier, directory)
    else:
        copy_service(directory)
    with Server(directory=directory, NIM_DRAIN_SECONDS=1) as server:
        with Load(server.port, clients=4) as load:
            load.wait_for_more()
            shutil.rmtree(directory)
            package = copy_service(directory) / "service/__init__.py"
            package.write_text(package.read_text().replace(__version__, "99.0.0"))
            server.process.send_signal(signal.SIGUSR2)
            wait_until(lambda: version(server.port) == "99.0.0")
            (successor,) = masters(server)
            try:
                server.process.send_signal(signal.SIGTERM)
                assert server.process.wait(30) == 0
                load.wait_for_more()
                assert {version(server.port) for _ in range(10)} == {"99.0.0"}
            except BaseException:
                os.kill(successor, signal.SIGKILL)
                raise
        try:
            assert load.failures == []
            values = scrape(server)
            assert values[solved("normal", "N")] == load.answered
            builds = [name for name in values if name.startswith("nim_build_info")]
            assert builds == ['nim_build_info{revision="",version="99.0.0"}']
        finally:
            os.kill(successor, signal.SIGTERM)
            wait_until(lambda: not is_alive(successor))
