"""Starts the service from a process that has imported its libraries, which is half of a start.

That process has imported nothing of the service, and no library that reads its environment then.
"""

import atexit
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

LIBRARIES = (
    "concurrent.futures",
    "flask",
    "markdown_it",
    "marshmallow",
    "msgspec",
    "ssl",
    "uvloop",
    "yaml",
)
LARGEST = 200_000
"""Bytes of a request to start, most of which are the environment."""


class Forked:
    """A process that another one has started, with what tests need of `subprocess.Popen`."""

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._status = status  # a pipe that gets the status when the process has ended

    def poll(self) -> int | None:
        """The exit status; None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, or TimeoutExpired after this many seconds."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("service", timeout or 0)
            self.returncode = int(os.read(self._status, 20))
            os.close(self._status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def start(
    arguments: tuple[str, ...],
    directory: Path,
    environment: Mapping[str, str],
    stdout: IO[bytes],
    stderr: IO[bytes],
) -> Forked:
    """Start `python -m service` in a directory that has it."""
    control, lock = forker()
    status, its_status = os.pipe()
    request = json.dumps([arguments, str(directory), dict(environment)]).encode()
    assert len(request) < LARGEST
    with lock:
        socket.send_fds(control, [request], [stdout.fileno(), stderr.fileno(), its_status])
        pid = int(control.recv(20))
    os.close(its_status)
    return Forked(pid, status)


@cache
def forker() -> tuple[socket.socket, threading.Lock]:
    """A connection to the process that starts others, which ends them when this process ends."""
    control, its_control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", __spec__.name, str(its_control.fileno())]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[its_control.fileno()])
    its_control.close()
    atexit.register(process.wait)
    atexit.register(control.close)  # before
    return control, threading.Lock()


def main(control: socket.socket) -> None:
    """Start a process for each request, until there can be no more; or be one of them."""
    for name in LIBRARIES:
        import_module(name)
    started: dict[int, tuple[int, int]] = {}  # by what tells the end: the process, and its status
    while True:
        for ready in select.select([control.fileno(), *started], [], [])[0]:
            if ready in started:
                pid, status = started.pop(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                os.write(status, b"%d" % code)
                os.close(status)
                os.close(ready)
                continue
            request, descriptors, *_ = socket.recv_fds(control, LARGEST, 3)
            if not request:
                for pid, _ in started.values():
                    os.kill(pid, signal.SIGKILL)
                return
            stdout, stderr, status = descriptors
            pid = os.fork()
            if not pid:
                serve(request, stdout, stderr)
                return
            os.close(stdout)
            os.close(stderr)
            started[os.pidfd_open(pid)] = pid, status
            control.send(b"%d" % pid)


def serve(request: bytes, stdout: int, stderr: int) -> None:
    """Do what `python -m service` does."""
    arguments, directory, environment = json.loads(request)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.closerange(3, 1_000)
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = directory
    sys.argv = ["service", *arguments]
    runpy.run_module("service", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
