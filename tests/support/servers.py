"""Real servers for tests: gunicorn as `make run` starts it, on a port of its own."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 30.0
"""Seconds after which a condition that never comes true fails a test."""


def wait_until(condition: Callable[[], T], patience: float = PATIENCE) -> T:
    """The condition's first true value."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{condition} did not come true within {patience} s")
        time.sleep(0.01)
    return value


@dataclass(frozen=True)
class Reply:
    """An answer as a client sees it; header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """A gunicorn of the project's own configuration, stopped when the block ends.

    Environment variables go in as keywords: `with Server(NIM_MAX_PILES=5) as server: …`.
    """

    def __init__(
        self,
        *,
        directory: Path = ROOT,
        arguments: tuple[str, ...] = (),
        preexec: Callable[[], None] | None = None,
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
        with (self.logs / "stdout").open("wb") as out, (self.logs / "stderr").open("wb") as err:
            self.process = subprocess.Popen(
                [Path(sys.executable).with_name("gunicorn"), *arguments],
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
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        if error is not None:
            sys.stderr.write(self.errors[-4000:])

    def kill(self) -> None:
        """End the server and its workers at once."""
        for pid in [*self.workers, self.process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def wait_ready(self) -> None:
        """Wait until every worker listens."""

        def listening() -> bool:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended: {self.errors}")
            return self.errors.count("ASGI server listening") >= self.expected_workers

        wait_until(listening)
        match = re.search(r"Listening at: http://[^ ]*:(\d+) ", self.errors)
        assert match
        self.port = int(match[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        """What was logged on stderr so far."""
        return (self.logs / "stderr").read_text()

    @property
    def log(self) -> list[Any]:
        """The same as objects, but for the lines of other programs than the service."""
        return [json.loads(line) for line in self.errors.splitlines() if line.startswith("{")]

    @property
    def access(self) -> list[Any]:
        """The lines of the access log so far."""
        return [json.loads(line) for line in (self.logs / "stdout").read_text().splitlines()]

    @property
    def workers(self) -> list[int]:
        """The process ids of the workers."""
        pid = self.process.pid
        try:
            return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except FileNotFoundError:
            return []

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send one request on a connection of its own; a body that isn't bytes goes as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            fields = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, fields, answer.read())

    def get(self, path: str, **headers: str) -> Reply:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: Any, **headers: str) -> Reply:
        return self.request("POST", path, body, headers)

    @contextlib.contextmanager
    def socket(self) -> Iterator[socket.socket]:
        """A raw connection."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            yield connection

    def exchange(self, data: bytes) -> bytes:
        """What the server answers to some bytes until it closes the connection."""
        with self.socket() as connection:
            connection.sendall(data)
            return read_to_end(connection)


def read_to_end(connection: socket.socket) -> bytes:
    """Everything that arrives until the other side closes or resets."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while chunk := connection.recv(65536):
            received += chunk
    return received


def samples(exposition: str) -> dict[str, float]:
    """The samples of a Prometheus text exposition: `name{labels}` to value."""
    lines = [line for line in exposition.splitlines() if line and not line.startswith("#")]
    return {key: float(value) for key, value in (line.rsplit(" ", 1) for line in lines)}
