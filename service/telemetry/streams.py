"""The standard streams, to which a process writes its log without waiting for their reader.

A pipe or a terminal that is not read would block its writer, and with it every request of a
worker. So a worker hands its lines to a thread, through a bounded queue. Lines that don't fit or
can't be written are dropped and counted.
"""

import atexit
import os
import select
import sys
import threading
import time
from collections import deque
from typing import TextIO

from .metrics import LINES_DROPPED

MAX_QUEUED = 5_000
"""Lines that may wait for a reader: more than a worker writes in GATHERED seconds."""

GATHERED = 0.1
"""Seconds for which lines are gathered: waking the thread for each would cost much more."""


class LogStream:
    """One of the standard streams; None if it was closed at the start."""

    def __init__(self, stream: TextIO | None) -> None:
        self._descriptor = stream.fileno() if stream else None
        self._thread: threading.Thread | None = None
        self._lines: deque[bytes] = deque()
        self._more = threading.Event()
        self._before = b""

    def start(self) -> None:
        """Start the thread that writes, after the fork, because no thread survives a fork."""
        if self._descriptor is None:
            return
        self._thread = threading.Thread(target=self._write_on, daemon=True)
        self._thread.start()
        atexit.register(self.finish, 1.0)

    def finish(self, seconds: float) -> None:
        """Wait until the thread has written the queued lines, at most this many seconds."""
        deadline = time.monotonic() + seconds
        while self._thread and self._lines and time.monotonic() < deadline:
            time.sleep(0.01)

    def write(self, line: bytes) -> None:
        """Write a line, which ends with a line feed."""
        if self._descriptor is None or len(self._lines) >= MAX_QUEUED:
            LINES_DROPPED.inc()
        elif self._thread:
            self._lines.append(line)
            self._more.set()
        else:
            self._write(self._descriptor, line, wait=False)

    def _write_on(self) -> None:
        assert self._descriptor is not None  # noqa: S101
        while self._more.wait():
            time.sleep(GATHERED)
            self._more.clear()
            gathered = len(self._lines)
            # They count as queued until they are written.
            data = b"".join(self._lines[i] for i in range(gathered))
            self._write(self._descriptor, data, wait=True)
            for _ in range(gathered):
                self._lines.popleft()

    def _write(self, descriptor: int, lines: bytes, *, wait: bool) -> None:
        """Write lines in one call, so that lines of several processes don't mix."""
        data = self._before + lines
        try:
            while data:
                if not wait and not select.select([], [descriptor], [], 0)[1]:
                    raise BlockingIOError
                # A pipe that is ready accepts this much without blocking.
                size = len(data) if wait else select.PIPE_BUF
                written = os.write(descriptor, data[:size])
                # After a line that is cut off, as on a full disk, the next starts on a new line.
                self._before = b"" if data[:written].endswith(b"\n") else b"\n"
                data = data[written:]
        except OSError:
            LINES_DROPPED.inc(min(lines.count(b"\n"), data.count(b"\n")))


OUT = LogStream(sys.__stdout__)
ERR = LogStream(sys.__stderr__)
