"""The standard streams, to which a process writes its log without waiting for their reader.

A pipe or a terminal that is not read would block its writer, and with it every request of a
worker. So a worker hands such lines to a thread, by a queue that has a bound. What doesn't fit,
or can't be written, is dropped and counted.
"""

import atexit
import contextlib
import os
import select
import stat
import sys
import threading
import time
from collections import deque

from service.telemetry.metrics import LINES_DROPPED

MAX_QUEUED = 5_000
"""Lines that may wait for a reader: more than a worker writes in the time of GATHERED."""

GATHERED = 0.1
"""Seconds for which lines are gathered: waking the thread for each would cost much more."""

AT_ONCE = 500
"""Lines that are written at once."""


class LogStream:
    """One of the standard streams, by its name in `sys`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._descriptor: int | None = None
        self._may_block = False
        self._opened = False
        self._thread: threading.Thread | None = None
        self._lines: deque[bytes] = deque()
        self._more = threading.Event()

    def _open(self) -> None:
        self._opened = True
        # A stream that was closed at the start is None, and its number another file's.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            descriptor = getattr(sys, self._name).fileno()
            self._may_block = not stat.S_ISREG(os.fstat(descriptor).st_mode)
            self._descriptor = descriptor

    def start(self) -> None:
        """Write from a thread from now on, where writing may block. Call it after the fork."""
        self._open()
        if self._may_block:
            self._thread = threading.Thread(target=self._write_on, daemon=True)
            self._thread.start()
            atexit.register(self.finish, 1.0)

    def finish(self, seconds: float) -> None:
        """Wait until the thread has written what is queued, for so many seconds at most."""
        deadline = time.monotonic() + seconds
        while self._thread and self._lines and time.monotonic() < deadline:
            time.sleep(0.01)

    def write(self, line: bytes) -> None:
        """Write a whole line at once, so that the lines of processes don't mix."""
        if not self._opened:
            self._open()
        if self._descriptor is None or len(self._lines) >= MAX_QUEUED:
            LINES_DROPPED.inc()
        elif self._thread:
            self._lines.append(line)
            self._more.set()
        else:
            self._write_now([line], wait=False)

    def _write_on(self) -> None:
        while self._more.wait():
            time.sleep(GATHERED)
            self._more.clear()
            ready = len(self._lines)
            while ready:  # not until there are none: each would be written by itself again
                # They count as queued until they are written.
                lines = [self._lines[i] for i in range(min(ready, AT_ONCE))]
                self._write_now(lines, wait=True)
                for _ in lines:
                    self._lines.popleft()
                ready -= len(lines)

    def _write_now(self, lines: list[bytes], *, wait: bool) -> None:
        assert self._descriptor is not None  # noqa: S101
        data = b"".join(lines)
        try:
            while data:
                # As much as a pipe takes without blocking, once it takes anything.
                size = len(data)
                if self._may_block and not wait:
                    size = select.PIPE_BUF
                    if not select.select([], [self._descriptor], [], 0)[1]:
                        LINES_DROPPED.inc(len(lines))
                        return
                data = data[os.write(self._descriptor, data[:size]) :]
        except OSError:
            LINES_DROPPED.inc(len(lines))


OUT = LogStream("stdout")
ERR = LogStream("stderr")
