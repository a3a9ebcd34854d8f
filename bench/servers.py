"""A server under test, pinned to one core, and wrk on another."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from bench.payloads import SMALL

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "bench" / "post.lua"
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108

# With only one core, this module can still be imported, though nothing can be measured.
SERVER_CORE, *_, LOAD_CORE = sorted(os.sched_getaffinity(0)) * 2
CONNECTIONS = 16
PATIENCE = 30.0
"""Seconds within which a server must start and answer."""
PATIENCE_WITH_LOG = 2.0
"""Seconds after which every request must be in the log."""


@dataclass(frozen=True)
class Load:
    """The measurements of wrk, and the CPU time of the server's processes."""

    requests: int
    requests_per_second: float
    median: float
    """Milliseconds."""
    p99: float
    cpu: float
    """Microseconds of CPU time per request."""


class Response(NamedTuple):
    """The response to one request."""

    status: int
    content_type: str
    body: bytes


class Output:
    """A pipe for a server's output. A thread counts the lines, and keeps the first."""

    def __init__(self) -> None:
        self._read_end, self.end = os.pipe()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self.lines = 0
        self.first = ""

    def read(self) -> None:
        """Read until the server and all its workers have ended. This side stops writing."""
        os.close(self.end)
        self._thread.start()

    def wait(self) -> None:
        """Wait until everything has been read."""
        self._thread.join(PATIENCE_WITH_LOG)

    def _read(self) -> None:
        while piece := os.read(self._read_end, 65_536):
            self.lines += piece.count(b"\n")
            if len(self.first) < 65_536:
                self.first += piece.decode(errors="replace")
        os.close(self._read_end)


class Server:
    """A server process on the server's core, running until the block ends.

    A peer's prometheus_client keeps its values in files (its multiprocess mode), which it needs for
    more than one worker, unless `multiprocess` is off. A pipe that is read all the time receives
    the server's output; if the server `logs` each request, the lines are counted.
    """

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: Mapping[str, str] | None = None,
        *,
        multiprocess: bool = True,
        logs: bool = False,
    ) -> None:
        self.name = name
        self.answered = 0
        """Requests of all loads."""
        self._directory = tempfile.TemporaryDirectory(prefix="nim-bench-", dir=MEMORY)
        self.port = free_port()
        variables = {
            k: v for k, v in os.environ.items() if not k.startswith(("NIM_", "PROM", "PYTHON"))
        }
        if multiprocess:
            metrics = Path(self._directory.name, "metrics")
            metrics.mkdir()
            variables["PROMETHEUS_MULTIPROC_DIR"] = str(metrics)
        self.logs = logs
        self.output = Output()
        started = time.perf_counter()
        self._process = subprocess.Popen(
            [part.replace("PORT", str(self.port)) for part in command],
            cwd=ROOT,
            env={**variables, "PORT": str(self.port), **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=self.output.end,
            stderr=self.output.end,
            preexec_fn=go_to_server_core,  # noqa: PLW1509  # sets the affinity, no more
        )
        self.output.read()
        self._wait_for_response()
        self.first_response = time.perf_counter() - started
        """Seconds from start to first response."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.output.wait()
        self._directory.cleanup()

    def request(self, path: str, body: bytes | None = None) -> Response:
        """The response to a body, or to a GET."""
        with contextlib.closing(self.connect()) as connection:
            if body is None:
                connection.request("GET", path)
            else:
                connection.request("POST", path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return Response(
                response.status, response.getheader("Content-Type", ""), response.read()
            )

    def load(  # noqa: PLR0913
        self,
        path: str,
        body: bytes,
        seconds: int,
        connections: int,
        *,
        ids: bool = False,
        starving: bool = False,
    ) -> Load:
        """Load the server with one request, over and over.

        With `ids`, each request has a different X-Request-ID. If the load may be `starving` and
        gets no response, the whole time counts as latency.
        """
        spent = self._cpu_seconds()
        with self.start_load(path, body, seconds, connections, ids=ids) as process:
            result = outcome(self.name, process, starving=starving)
        spent = self._cpu_seconds() - spent
        requests, microseconds = result["requests"], result["microseconds"]
        self.answered += requests
        return Load(
            requests=requests,
            requests_per_second=requests / microseconds * 1e6,
            median=(result["median"] or microseconds) / 1e3,
            p99=(result["p99"] or microseconds) / 1e3,
            cpu=spent / max(requests, 1) * 1e6,
        )

    def connect(self) -> http.client.HTTPConnection:
        """A connection to keep."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    @staticmethod
    def time_health(connection: http.client.HTTPConnection) -> float:
        """Seconds until the health check responds."""
        began = time.perf_counter()
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        return time.perf_counter() - began

    def start_load(
        self, path: str, body: bytes, seconds: int, connections: int, *, ids: bool = False
    ) -> "subprocess.Popen[str]":
        """Load the server for this many seconds, while the block runs."""
        file = Path(self._directory.name, path.replace("/", "-"))
        file.write_bytes(body)
        command = [
            *("wrk", "--threads", "1", "--connections", str(connections), "--timeout", "60s"),
            *("--duration", f"{seconds}s", "--script", str(SCRIPT)),
            *(f"http://127.0.0.1:{self.port}{path}", "--", str(file), *["ids"] * ids),
        ]
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=go_to_load_core,  # noqa: PLW1509  # sets the affinity, no more
        )

    def check_log(self) -> None:
        """Check that a server that logs has written a line for each request."""
        deadline = time.monotonic() + PATIENCE_WITH_LOG
        while self.logs and self.output.lines < self.answered:
            if time.monotonic() > deadline:
                raise RuntimeError(
                    f"{self.name} wrote {self.output.lines:,} lines for {self.answered:,} requests"
                )
            time.sleep(0.05)

    def memory(self) -> float:
        """MiB of all processes, counting shared pages once (PSS)."""
        kilobytes = 0
        for pid in self._processes():
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            [size] = re.findall(r"^Pss: +(\d+) kB$", rollup, re.MULTILINE)
            kilobytes += int(size)
        return kilobytes / 1024

    def _processes(self) -> list[int]:
        """The server's process and its workers."""
        return [self._process.pid, *_children(self._process.pid)]

    def _cpu_seconds(self) -> float:
        ticks = 0
        for pid in self._processes():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def _wait_for_response(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.request("/move", SMALL).status == 200:
                    return
            time.sleep(0.005)
        self._end()
        raise RuntimeError(f"{self.name} did not start:\n{self.output.first}")


def outcome(
    name: str, process: "subprocess.Popen[str]", *, starving: bool = False
) -> dict[str, int]:
    """The counts of wrk; an error unless every request was answered."""
    output, _ = process.communicate()
    result: dict[str, int] = json.loads(output.partition("RESULT ")[2])
    if result["failed"] or not (result["requests"] or starving):
        raise RuntimeError(f"{name}: not every request was answered: {result}")
    return result


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


def free_port() -> int:
    """A port on which nothing is listening."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def go_to_server_core() -> None:
    """Pin this process to the core of the servers."""
    os.sched_setaffinity(0, {SERVER_CORE})


def go_to_load_core() -> None:
    """Pin this process to the core of wrk."""
    os.sched_setaffinity(0, {LOAD_CORE})
