"""Memory that all processes of the service share: a slot for each, with a table of its series.

The master makes it, and workers inherit it, as does a second master (USR2); or it is a file in a
directory that all of them know. A process holds its slot by a lock that the kernel releases when
the process ends. The next one takes the slot and goes on with its counts, so none is lost with a
process, and the memory doesn't grow.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from functools import cache
from mmap import mmap
from pathlib import Path

DESCRIPTOR = "METRICS_SLOTS_FD"
"""The environment variable with the memory's descriptor: another name for another layout."""

FILE = "nim-metrics.slots"
"""The file with the memory, where processes have a directory in common and no descriptor."""

SIZE = 2**18
"""Bytes of a slot: room for every series that there can be. A test makes them all."""

_mapped: dict[tuple[int, int], mmap] = {}
"""The slots of this process and of its master, by the file's descriptor and their number. They stay
for ever: closing one would release every lock."""


class Table:
    """Series in a piece of memory: each has a key, and a row of numbers.

    The memory is words of 8 bytes. The first is how many of the others are used. A series is the
    words of its key, how many numbers it has, the key, and the numbers as doubles.

    >>> table = Table(bytearray(64))
    >>> table.row("a", 2)[1] += 3
    >>> [(key, numbers.tolist()) for key, numbers in rows(table.memory)]
    [('a', [0.0, 3.0])]
    >>> table.row("b", 9) is None
    True
    """

    def __init__(self, memory: mmap | bytearray) -> None:
        self.memory = memory
        self._words = memoryview(memory).cast("q")
        self._rows = dict(rows(memory))

    def row(self, key: str, size: int) -> "memoryview[float] | None":
        """The numbers of a series, which is made if need be; None if there is no room."""
        if key not in self._rows:
            encoded = key.encode()
            words = -(-len(encoded) // 8)
            series = struct.pack(f"qq{8 * words}s{8 * size}x", words, size, encoded)
            start = 8 + 8 * self._words[0]
            end = start + len(series)
            if end > len(self.memory):
                return None
            self.memory[start:end] = series
            # Last, so that a process that reads meanwhile sees whole series only.
            self._words[0] += len(series) // 8
            self._rows[key] = memoryview(self.memory)[end - 8 * size : end].cast("d")
        return self._rows[key]


def rows(memory: mmap | bytearray | bytes) -> "Iterator[tuple[str, memoryview[float]]]":
    """The key and the numbers of each series in a table's memory."""
    words = memoryview(memory).cast("q")
    at, end = 1, 1 + words[0]
    while at < end:
        key = at + 2
        numbers = key + words[at]
        at = numbers + words[at + 1]
        text = words[key:numbers].tobytes().rstrip(b"\0").decode()
        yield text, memoryview(memory)[8 * numbers : 8 * at].cast("d")


@cache
def file_in(directory: str) -> int:
    """The descriptor of the memory in a directory, which each process opens once; OSError."""
    return os.open(Path(directory) / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def take(descriptor: int) -> mmap:
    """Hold the first slot that no living process holds; OSError where there is no memory for it."""
    slot = 0
    while (descriptor, slot) in _mapped or not _lock(descriptor, slot, fcntl.LOCK_EX):
        slot += 1
    if not any(os.pread(descriptor, 8, slot * SIZE)):
        # It gets all its pages while it is empty: a write without one would end the process.
        os.pwrite(descriptor, bytes(SIZE), slot * SIZE)
    memory = _mapped[descriptor, slot] = mmap(descriptor, SIZE, offset=slot * SIZE)
    return memory


def read(descriptor: int) -> Iterator[tuple[bytes, bool]]:
    """The memory of each slot, and whether a living process holds it."""
    slot = 0
    # Neither mapped nor opened, for the sake of the locks.
    while len(memory := os.pread(descriptor, SIZE, slot * SIZE)) == SIZE:
        free = (descriptor, slot) not in _mapped and _lock(descriptor, slot, fcntl.LOCK_SH)
        if free:
            fcntl.lockf(descriptor, fcntl.LOCK_UN, 1, slot)
        yield memory, not free
        slot += 1


def _lock(descriptor: int, slot: int, kind: int) -> bool:
    """Lock a slot, unless another process has; its byte in the file stands for it."""
    try:
        fcntl.lockf(descriptor, kind | fcntl.LOCK_NB, 1, slot)
    except (BlockingIOError, PermissionError):
        return False
    return True
