"""A new version takes over from an old one on the same port, without containers."""

import contextlib
import json
import os
import shutil
import signal
from pathlib import Path

from tests.operations.test_rolling_restart import Clients
from tests.support.containers import ask
from tests.support.servers import ROOT, Server, samples, wait_until


def masters(server: Server) -> list[int]:
    """The server's children that have children of their own."""
    found = []
    for pid in server.workers:
        with contextlib.suppress(FileNotFoundError):
            if Path(f"/proc/{pid}/task/{pid}/children").read_text():
                found.append(pid)
    return found


def test_a_second_master_takes_over_without_losing_a_request_or_a_count(tmp_path: Path) -> None:
    for name in ("service", "gunicorn.conf.py", "openapi.yaml"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)

    def version(port: int) -> str:
        return str(json.loads(ask(port, "/healthz")[1])["version"])

    with Server(directory=tmp_path, NIM_DRAIN_SECONDS=1) as server:
        with Clients(server.port) as clients:
            clients.wait_for_more()
            package = tmp_path / "service" / "__init__.py"
            package.write_text('__version__ = "99.0.0"\n')
            server.process.send_signal(signal.SIGUSR2)
            wait_until(lambda: version(server.port) == "99.0.0")
            (successor,) = masters(server)
            try:
                server.process.send_signal(signal.SIGTERM)
                assert server.process.wait(30) == 0
                clients.wait_for_more()
                assert {version(server.port) for _ in range(10)} == {"99.0.0"}
            except BaseException:
                os.kill(successor, signal.SIGKILL)
                raise
        try:
            answered = clients.outcomes.pop("200")
            assert clients.outcomes == {}
            told = samples(ask(server.port, "/metrics")[1].decode())
            counted = told['nim_positions_solved_total{convention="normal",position_class="N"}']
            assert counted == answered
        finally:
            os.kill(successor, signal.SIGTERM)
            wait_until(lambda: not Path(f"/proc/{successor}").exists())
