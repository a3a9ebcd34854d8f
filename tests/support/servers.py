"""Real servers for tests: gunicorn as `make run` starts it, on its own port."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support import forking, processes
from tests.support.http_client import Reply, request
from tests.support.paths import ROOT
from tests.support.service import Service
from tests.support.waiting import wait_until

COMMAND = (sys.executable, "-m", "service")


class Server(Service):
    """A gunicorn with the project's configuration, killed when the block ends.

    Keywords are environment variables: `with Server(NIM_MAX_PILES=5) as server: …`. Alone it shares
    no memory with other processes.
    """

    def __init__(
        self,
        *,
        directory: Path = ROOT,
        command: tuple[str | Path, ...] = COMMAND,
        arguments: tuple[str, ...] = (),
        preexec: Callable[[], object] | None = None,
        alone: bool = False,
        **settings: object,
    ) -> None:
        self.logs = Path(tempfile.mkdtemp(prefix="nim-test-"))
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NIM_", "PROM"))}
        environment = {
            **inherited,
            "HOST": "127.0.0.1",
            "PORT": "0",
            "WEB_CONCURRENCY": "2",
            "NIM_DRAIN_SECONDS": "0",
            **{name: str(value) for name, value in settings.items()},
        }
        # What only a start of its own has.
        alone |= command != COMMAND or preexec is not None or "PYTHONPATH" in settings
        self.process: subprocess.Popen[bytes] | forking.Forked
        with (self.logs / "stdout").open("wb") as out, (self.logs / "stderr").open("wb") as err:
            if not alone:
                self.process = forking.start(arguments, directory, environment, out, err)
            else:
                self.process = subprocess.Popen(
                    [*command, *arguments],
                    cwd=directory,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    preexec_fn=preexec,  # noqa: PLW1509  # lowers a limit, nothing else
                )
        self.expected_workers = int(environment["WEB_CONCURRENCY"])
        self.port = 0

    def __enter__(self) -> Self:
        try:
            self.wait_ready()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        if error is not None:
            sys.stderr.write(self.errors[-4000:])

    def stop(self) -> None:
        """Stop the server as in production, so that its workers write everything that is left."""
        self.process.terminate()
        self.process.wait(20)

    def kill(self) -> None:
        """End the server and its workers immediately."""
        # Unless the master is stopped first, it may start another worker before it is killed.
        self.process.send_signal(signal.SIGSTOP)
        for pid in [*self.workers, self.process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def wait_ready(self) -> None:
        """Wait until every worker is ready for connections.

        The workers share the master's socket. Polling that socket is the last step of a worker's
        start.
        """

        def port() -> int:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.errors}")
            workers = self.workers
            if len(workers) < self.expected_workers:
                return 0
            socket = processes.listening_socket(self.process.pid)
            ready = socket and all(processes.polls(worker, socket) for worker in workers)
            return socket.port if socket and ready else 0

        self.port = wait_until(port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        """Everything logged on stderr so far."""
        return (self.logs / "stderr").read_text()

    @property
    def log(self) -> list[Any]:
        """The same as objects, without the lines of other programs."""
        return [json.loads(line) for line in self.errors.splitlines() if line.startswith("{")]

    @property
    def access(self) -> list[Any]:
        """The lines of the access log so far."""
        return [json.loads(line) for line in (self.logs / "stdout").read_text().splitlines()]

    def logged(self, **fields: Any) -> list[Any]:
        """The lines of the access log that have these fields."""
        return [line for line in self.access if fields.items() <= line.items()]

    def line_of(self, request_id: str) -> Any:
        """The line of a request in the access log, once it is there."""
        (line,) = wait_until(lambda: self.logged(request_id=request_id))
        return line

    @property
    def workers(self) -> list[int]:
        """The process ids of the workers."""
        return processes.children(self.process.pid)

    def has_replaced(self, old: list[int]) -> bool:
        """Whether all workers have been replaced."""
        new = self.workers
        return len(new) == len(old) and not set(new) & set(old)

    def kill_workers(self) -> None:
        """Kill all workers, and wait until they have been replaced."""
        old = self.workers
        for worker in old:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: self.has_replaced(old))

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """The answer to one request; a body that isn't bytes is sent as JSON."""
        return request(self.port, method, path, body, headers)


def program(name: str) -> str:
    """A program of the environment that runs the tests."""
    return str(Path(sys.executable).with_name(name))


SERVED = ("service", "gunicorn.conf.py", "openapi.yaml", "docs/theory", "docs/games")
"""Everything that is served."""


def copy_service(directory: Path) -> Path:
    """Copy everything that is served into a directory where a test may change it."""
    (directory / "docs").mkdir(parents=True, exist_ok=True)
    for name in SERVED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, directory / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(source, directory / name)
    return directory
