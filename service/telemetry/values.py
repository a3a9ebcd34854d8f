"""The values of metrics, each in a file that all processes of the service can read.

prometheus_client keeps them so itself, but opens files by process id, makes them larger at any
time, and asks for the id at each count: with five counts a request that was a third of its time. So
it is given a class of values of our own, for files of its own format. A file never grows: what has
no room in it is not counted.
"""

import logging
import mmap
import struct
from collections.abc import Sequence
from threading import Lock
from typing import Any

from prometheus_client import values
from prometheus_client.mmap_dict import mmap_key

from service.telemetry import metric_files

log = logging.getLogger(__name__)

BEGIN = 8
"""Where the entries of a file begin; before that stands where they end, as a 32-bit integer."""

VALUE = 16
"""Bytes of a value and of its time, which is not used here."""

_LENGTH = struct.Struct("i")


class SeriesFile:
    """A file of series: each its length, its key, and its value as a double.

    >>> series = SeriesFile(bytearray(64))
    >>> at = series.find("a")
    >>> series.doubles[at] += 2
    >>> series.find("a") == at, series.doubles[at], series.find("b" * 40)
    (True, 2.0, None)
    """

    def __init__(self, memory: mmap.mmap | bytearray) -> None:
        self._memory = memory
        self.doubles = memoryview(memory).cast("d")
        self._end = max(BEGIN, _LENGTH.unpack_from(memory, 0)[0])
        self._places: dict[bytes, int] = {}
        position = BEGIN
        while position < self._end:
            (length,) = _LENGTH.unpack_from(memory, position)
            start = position + _LENGTH.size
            value = _aligned(start + length)
            self._places[bytes(memory[start : start + length])] = value // 8
            position = value + VALUE

    def find(self, key: str) -> int | None:
        """The index of a series' value, which is made if need be; None if there is no room."""
        encoded = key.encode()
        if encoded in self._places:
            return self._places[encoded]
        start = self._end + _LENGTH.size
        value = _aligned(start + len(encoded))
        if value + VALUE > len(self._memory):
            return None
        padded = encoded.ljust(value - start)
        self._memory[self._end : value + VALUE] = _LENGTH.pack(len(encoded)) + padded + bytes(VALUE)
        self._end = value + VALUE
        # Last, so that a process that reads meanwhile sees whole entries only.
        self._memory[: _LENGTH.size] = _LENGTH.pack(self._end)
        self._places[encoded] = value // 8
        return value // 8


def _aligned(position: int) -> int:
    """The next multiple of 8, at least one byte on, as the format has it."""
    return position + 8 - position % 8


class SlotValue:
    """The value of a series, in this process's file for its kind of metric."""

    def __init__(  # noqa: PLR0913, PLR0917  # as prometheus_client calls it
        self,
        kind: str,
        metric: str,
        name: str,
        labels: Sequence[str],
        label_values: Sequence[str],
        text: str,
        multiprocess_mode: str = "",
        **_: Any,
    ) -> None:
        self._file = f"{kind}_{multiprocess_mode}" if kind == "gauge" else kind
        self._key = mmap_key(metric, name, [*labels], [*label_values], text)
        with LOCK:
            VALUES.append(self)
            self.attach()

    def attach(self) -> None:
        """Go on with the value that this process's file has; the lock is held."""
        series = _files.get(self._file) or _open(self._file)
        index = series.find(self._key)
        if index is None:
            log.warning("no room in the metrics file for %s", self._key[:60])
            self._cells, self._index = memoryview(bytearray(8)).cast("d"), 0
        else:
            self._cells, self._index = series.doubles, index

    def inc(self, amount: float) -> None:
        """Add to the value."""
        with LOCK:
            self._cells[self._index] += amount

    def set(self, value: float, timestamp: float | None = None) -> None:  # noqa: ARG002
        """Replace the value."""
        with LOCK:
            self._cells[self._index] = value

    def get(self) -> float:
        """The value."""
        return self._cells[self._index]

    def set_exemplar(self, exemplar: Any) -> None:
        """Exemplars are not kept."""

    def get_exemplar(self) -> None:
        """There is none."""


LOCK = Lock()
VALUES: list[SlotValue] = []
_files: dict[str, SeriesFile] = {}


def _open(kind: str) -> SeriesFile:
    with metric_files.reserved_file(kind).open("r+b") as file:
        _files[kind] = SeriesFile(mmap.mmap(file.fileno(), 0))
    return _files[kind]


def keep_in_slots(in_slots: bool) -> None:
    """Let metrics that are made from now on keep their values in this process's slot, or here."""
    values.ValueClass = SlotValue if in_slots else values.MutexValue


def move_to_own_slot() -> None:
    """Let all values go on in the files of the slot that this process has taken since its fork."""
    with LOCK:
        _files.clear()
        for value in VALUES:
            value.attach()
