"""Servers of any kind, each a command, for an application or for an installed package."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.http_client import ask, free_port
from tests.support.paths import ROOT
from tests.support.waiting import wait_until


@contextmanager
def serving(
    *command: str | Path, directory: Path = ROOT, log: Path | None = None, **settings: str
) -> Iterator[int]:
    """A server of any kind on a port of its own: `PORT` in its command stands for it.

    What it writes to standard error goes into the log, if there is one.
    """
    port = free_port()
    errors = log.open("wb") if log else None
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NIM_", "PROM"))}
    process = subprocess.Popen(
        [str(part).replace("PORT", str(port)) for part in command],
        cwd=directory,
        env={**inherited, "HOST": "127.0.0.1", "PORT": str(port), "NIM_DRAIN_SECONDS": "0"}
        | settings,
        stdout=subprocess.DEVNULL,
        stderr=errors or subprocess.PIPE,
    )

    def is_up() -> bool:
        assert process.poll() is None, process.stderr and process.stderr.read()[-2_000:]
        return ask(port, "/healthz")[0] == 200

    try:
        wait_until(is_up)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        finally:
            process.kill()
            for stream in (process.stderr, errors):
                if stream:
                    stream.close()
