"""Servers of any kind, each a command, for an application or for an installed package."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.support.http_client import ask, free_port
from tests.support.paths import ROOT
from tests.support.waiting import wait_until


@contextmanager
def serving(
    *command: str | Path, directory: Path = ROOT, log: Path | None = None, **settings: str
) -> Iterator[int]:
    """A server of any kind on its own port, for which `PORT` stands in its command.

    Its stderr goes to `log`.
    """
    port = free_port()
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NIM_", "PROM"))}
    address = {"HOST": "127.0.0.1", "PORT": str(port), "NIM_DRAIN_SECONDS": "0"}
    with (
        log.open("wb") if log else nullcontext(subprocess.PIPE) as errors,
        subprocess.Popen(
            [str(part).replace("PORT", str(port)) for part in command],
            cwd=directory,
            env={**inherited, **address, **settings},
            stdout=subprocess.DEVNULL,
            stderr=errors,
        ) as process,
    ):

        def is_up() -> bool:
            assert process.poll() is None, process.stderr and process.stderr.read()[-2_000:]
            return ask(port, "/healthz")[0] == 200

        try:
            wait_until(is_up)
            yield port
        finally:
            process.terminate()
            try:
                process.wait(20)
            finally:
                process.kill()
