"""The servers under test, each pinned to one core, and wrk on another."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bench.payloads import SMALL

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "bench" / "post.lua"
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108

SERVER_CORE, LOAD_CORE = sorted(os.sched_getaffinity(0))[:2]
CONNECTIONS = 16
PATIENCE = 30.0
"""Seconds in which a server must start and an answer must come."""


@dataclass(frozen=True)
class Load:
    """What wrk saw, and what the server's processes spent on it."""

    requests_per_second: float
    p99: float
    """Milliseconds."""
    cpu: float
    """Microseconds of processor time for one request."""


class Server:
    """A server process on the server's core, running until the block ends.

    prometheus_client keeps its values in files (its multiprocess mode) on every side, as a server
    with more than one worker must, unless `multiprocess` is off.
    """

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: Mapping[str, str] | None = None,
        *,
        multiprocess: bool = True,
    ) -> None:
        self.name = name
        self._directory = tempfile.TemporaryDirectory(prefix="nim-bench-", dir=MEMORY)
        self.port = _free_port()
        variables = {
            k: v for k, v in os.environ.items() if not k.startswith(("NIM_", "PROM", "PYTHON"))
        }
        if multiprocess:
            metrics = Path(self._directory.name, "metrics")
            metrics.mkdir()
            variables["PROMETHEUS_MULTIPROC_DIR"] = str(metrics)
        self._log = Path(self._directory.name, "log")
        started = time.perf_counter()
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [part.replace("PORT", str(self.port)) for part in command],
                cwd=ROOT,
                env={**variables, "PORT": str(self.port), **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=go_to_server_core,  # noqa: PLW1509  # sets the affinity, no more
            )
        self._wait_for_answer()
        self.first_answer = time.perf_counter() - started
        """Seconds from start to first answer."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._directory.cleanup()

    def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Status and body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()

    def load(
        self, path: str, body: bytes, seconds: int, connections: int, *, starving: bool = False
    ) -> Load:
        """Load the server with one request, over and over.

        Where it may be `starving` and nothing is answered, the whole time counts as latency.
        """
        spent = self._cpu_seconds()
        with self.start_load(path, body, seconds, connections) as process:
            output, _ = process.communicate()
        result = json.loads(output.partition("RESULT ")[2])
        if result["failed"] or not (result["requests"] or starving):
            raise RuntimeError(f"{self.name}, {path}: not every request was answered: {result}")
        return Load(
            requests_per_second=result["requests"] / result["microseconds"] * 1e6,
            p99=(result["p99"] or result["microseconds"]) / 1e3,
            cpu=(self._cpu_seconds() - spent) / max(result["requests"], 1) * 1e6,
        )

    def get(self, path: str) -> None:
        """Ask, and read the answer."""
        with contextlib.closing(self.connect()) as connection:
            connection.request("GET", path)
            connection.getresponse().read()

    def connect(self) -> http.client.HTTPConnection:
        """A connection to keep."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    @staticmethod
    def time_health(connection: http.client.HTTPConnection) -> float:
        """Seconds until the health check is answered."""
        began = time.perf_counter()
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        return time.perf_counter() - began

    def start_load(
        self, path: str, body: bytes, seconds: int, connections: int
    ) -> "subprocess.Popen[str]":
        """Load the server for so long, beside whatever else is done meanwhile."""
        file = Path(self._directory.name, path.replace("/", "-"))
        file.write_bytes(body)
        command = [
            *("wrk", "--threads", "1", "--connections", str(connections), "--timeout", "60s"),
            *("--duration", f"{seconds}s", "--script", str(SCRIPT)),
            *(f"http://127.0.0.1:{self.port}{path}", "--", str(file)),
        ]
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=go_to_load_core,  # noqa: PLW1509  # sets the affinity, no more
        )

    def memory(self) -> float:
        """MiB of all its processes, each page shared among them counted once (PSS)."""
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

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.post("/move", SMALL)[0] == 200:
                    return
            time.sleep(0.005)
        self._process.kill()
        raise RuntimeError(f"{self.name} did not start:\n{self._log.read_text()}")


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def go_to_server_core() -> None:
    """Pin this process to the core of the servers."""
    os.sched_setaffinity(0, {SERVER_CORE})


def go_to_load_core() -> None:
    """Pin this process to the core of wrk."""
    os.sched_setaffinity(0, {LOAD_CORE})


# --- The servers ----------------------------------------------------------------------------


def service(run: str, workers: int = 1) -> Server:
    """The service as `make run` starts it, less its access log."""
    settings = {
        "WEB_CONCURRENCY": str(workers),
        "NIM_ACCESS_LOG": "off",
        "NIM_DRAIN_SECONDS": "0",
    }
    return Server("service", [f"{run}/gunicorn"], settings)


def tutorial(peers: str, workers: int = 1) -> Server:
    """Flask on gunicorn's threads."""
    options = ["--worker-class", "gthread", "--threads", "4", "--workers", str(workers)]
    return Server("tutorial", _gunicorn(peers, *options, "bench.peers.tutorial:app"))


def fastapi(peers: str, *, multiprocess: bool = True, default_metrics: bool = False) -> Server:
    """FastAPI on uvicorn with its fastest parts."""
    options = ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--port", "PORT"]
    name = "FastAPI" if multiprocess else "FastAPI, single process"
    return Server(
        "FastAPI, default metrics" if default_metrics else name,
        [f"{peers}/uvicorn", *options, "bench.peers.fastapi_app:app"],
        {"DEFAULT_METRICS": "on"} if default_metrics else {},
        multiprocess=multiprocess,
    )


def constant(run: str) -> Server:
    """The service's server with a constant answer."""
    options = ["--worker-class", "uvicorn_worker.UvicornWorker"]
    return Server("constant", _gunicorn(run, *options, "bench.peers.constant:app"))


def _gunicorn(peers: str, *arguments: str) -> list[str]:
    # The project's gunicorn.conf.py would be read from the directory if none were named.
    common = ["--config", os.devnull, "--no-control-socket", "--bind", "127.0.0.1:PORT"]
    return [f"{peers}/gunicorn", *common, *arguments]
