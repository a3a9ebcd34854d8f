"""Memory that all processes of the service share: a slot for each, with a table of its numbers.

The master makes it, and workers inherit it, as does a second master (USR2). A process holds its
slot by a lock that the kernel releases when the process ends. The next process takes the slot and
continues its counts, so no count is lost, and the memory doesn't grow.
"""

import fcntl
import os
import struct
import tempfile
from collections.abc import Iterator
from mmap import mmap

DESCRIPTOR = "METRICS_MEMORY_FD"
"""The environment variable with the memory's descriptor; a new layout needs a new name."""

SIZE = 2**20
"""Bytes of a slot: room for every number that there can be. A test makes them all."""

_mapped: dict[tuple[int, int], mmap] = {}
"""The slots of this process and of its master, by the file's descriptor and their number. They stay
for ever: closing one would release every lock."""


class Table:
    """Numbers in a piece of memory, by their keys.

    The memory is words of 8 bytes. The first is how many of the others are used. A number is the
    length of its key in words, the key, and a double.

    >>> table = Table(bytearray(64))
    >>> table.number("a")[0] += 3
    >>> [(key, number[0]) for key, number in numbers(table.memory)]
    [('a', 3.0)]
    >>> table.number("a key too long for the rest of the memory") is None
    True
    """

    def __init__(self, memory: mmap | bytearray) -> None:
        self.memory = memory
        self._words = memoryview(memory).cast("q")
        self._numbers = dict(numbers(memory))

    def number(self, key: str) -> "memoryview[float] | None":
        """A number, which is 0 if it is new; None if there is no room for it."""
        if key not in self._numbers:
            encoded = key.encode()
            words = -(-len(encoded) // 8)
            added = struct.pack(f"q{8 * words}s8x", words, encoded)
            start = 8 + 8 * self._words[0]
            end = start + len(added)
            if end > len(self.memory):
                return None
            self.memory[start:end] = added
            # Last, so that a process that reads at the same time sees whole numbers only.
            self._words[0] += len(added) // 8
            self._numbers[key] = memoryview(self.memory)[end - 8 : end].cast("d")
        return self._numbers[key]


def numbers(memory: mmap | bytearray | bytes) -> "Iterator[tuple[str, memoryview[float]]]":
    """Each key of a table's memory, and its number."""
    words = memoryview(memory).cast("q")
    at, end = 1, 1 + words[0]
    while at < end:
        key = at + 1
        number = key + words[at]
        at = number + 1
        text = words[key:number].tobytes().rstrip(b"\0").decode()
        yield text, memoryview(memory)[8 * number : 8 * at].cast("d")


def make() -> int:
    """Make the memory, and return its descriptor: that of a file without a name.

    It is in memory on Linux, and on a disk elsewhere.
    """
    if hasattr(os, "memfd_create"):
        return os.memfd_create("nim-metrics")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


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
    # Neither mapped nor opened: closing the file would release the locks.
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
