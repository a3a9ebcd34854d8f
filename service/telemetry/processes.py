"""prometheus_client's multiprocess mode, faster, and with files that a later worker takes over.

The library names its files by process id, so each restart would add some. Here, the master numbers
its workers, and reuses the number of one that has ended. The library packs a value at each change.
Here, the value is changed in place.
"""

import logging
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from mmap import mmap
from pathlib import Path
from threading import Lock
from typing import Any

from prometheus_client import multiprocess, values
from prometheus_client.mmap_dict import MmapedDict, mmap_key

log = logging.getLogger("nim")

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The library's environment variable: the directory of the files that all processes add up."""

PREFIX = "nim-metrics-"
"""The prefix of the directories that are made here."""

_lock = Lock()
_values: "list[SharedValue]" = []
_files: "dict[str, NumberFile]" = {}
failures: list[OSError] = []
"""One for each value for which this process found no memory."""

_numbers: dict[int, int] = {}
"""The number of each living worker, by its age, which is unique in gunicorn."""


MOST = 2**22
"""Bytes that the files of a process may need, whatever clients send: tests compare what deploy/
grants with it."""

PIECE = 2**16
"""Bytes by which a file grows: most files never need a second piece."""


UNMEASURED = "nim_unmeasured_values"
"""The gauge that has the number of failures."""


class NumberFile(MmapedDict):
    """One of the library's files, whose values can be changed in place.

    The library makes files longer without pages: where these find no memory, a write ends the
    process. Here a file grows by pages that it has.
    """

    def __init__(self, path: Path) -> None:
        """Open a file, or make one. Raises OSError if there is no memory for it."""
        if not path.exists():
            new = path.with_suffix(".new")
            try:
                new.write_bytes(bytes(PIECE))
                new.rename(path)
            finally:
                new.unlink(missing_ok=True)
        super().__init__(str(path))

    def number(self, key: str) -> "memoryview[float]":
        """A value in the file; a new one is 0. Raises OSError if there is no memory for it."""
        while key not in self._positions and self._used + len(key.encode()) + 32 > self._capacity:
            os.write(self._f.fileno(), bytes(PIECE))  # at the end; some of it, if little is left
            self._capacity = self._f.seek(0, os.SEEK_END)
            self._m = mmap(self._f.fileno(), self._capacity)
        self.read_value(key)
        start = self._positions[key]
        return memoryview(self._m)[start : start + 8].cast("d")


class SharedValue:
    """A value of an instrument, with the interface of prometheus_client's value classes."""

    _multiprocess = True

    def __init__(  # noqa: PLR0913, PLR0917  # the library calls it so
        self,
        typ: str,
        metric_name: str,
        name: str,
        labelnames: list[str],
        labelvalues: list[str],
        help_text: str,
        multiprocess_mode: str = "",
        **_: Any,
    ) -> None:
        self._file = f"gauge_{multiprocess_mode}" if typ == "gauge" else typ
        self._key = mmap_key(metric_name, name, labelnames, labelvalues, help_text)
        self._name = name
        self._number = nowhere()
        with _lock:
            _values.append(self)
            self.attach()

    def attach(self) -> None:
        """Continue with the value in this process's files; without memory, with one nobody reads.

        A worker without memory for any gauge says so in the master's file, which it has mapped.
        """
        try:
            self._number = _file(self._file).number(self._key)
        except OSError as error:
            if not failures:  # once is enough
                log.error("this process does not measure all requests: %s", error)  # noqa: TRY400
            failures.append(error)
            if self._name != UNMEASURED:
                self._number = nowhere()

    def inc(self, amount: float) -> None:
        """Add to the value."""
        with _lock:
            self._number[0] += amount

    def set(self, value: float, timestamp: float | None = None) -> None:  # noqa: ARG002
        """Replace the value."""
        self._number[0] = value

    def get(self) -> float:
        """Return this process's own value."""
        return self._number[0]

    def set_exemplar(self, exemplar: object) -> None:
        """Do nothing: the library doesn't share exemplars either."""

    def get_exemplar(self) -> None:
        """Return no exemplar."""


def nowhere() -> "memoryview[float]":
    """A value that no other process can read."""
    return memoryview(bytearray(8)).cast("d")


def _file(kind: str) -> NumberFile:
    """This process's file of a kind. Raises OSError if there is no memory for it."""
    if kind not in _files:
        _files[kind] = NumberFile(Path(os.environ[DIRECTORY], f"{kind}_{_process[0]}.db"))
    return _files[kind]


_process = [str(os.getpid())]
"""The part of the file names that identifies this process."""


def install() -> None:
    """Share every instrument that is declared after this call. Each reload (HUP) calls it again."""
    if is_installed():
        return
    if given := os.environ.get(DIRECTORY):
        _take(given)
    else:
        shm = "/dev/shm"  # noqa: S108  # memory, where there is such a thing
        parent = Path(shm if os.access(shm, os.W_OK) else tempfile.gettempdir())
        try:
            os.environ[DIRECTORY] = _make_directory(parent)
        except OSError as error:
            log.error("each worker keeps its own metrics: %s", error)  # noqa: TRY400
            return
    values.ValueClass = SharedValue


def _take(directory: str) -> None:
    """Use a directory that an operator names, or the first master's in a second one (USR2)."""
    is_second = "GUNICORN_PID" in os.environ
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
        descriptor = _hold(directory, LOCK_SH if is_second else LOCK_EX | LOCK_NB)
        flock(descriptor, LOCK_SH)
    except BlockingIOError:
        sys.exit(
            f"nim: {DIRECTORY} is {directory!r}, which another service uses, or one that is still "
            "stopping: name one for each"
        )
    except OSError as error:
        sys.exit(f"nim: {DIRECTORY} is {directory!r}, which can't be used: {error.strerror}")


def _hold(directory: str | Path, operation: int = LOCK_SH) -> int:
    """Lock a directory until this process and all that are forked from it have ended.

    Return the descriptor that holds the lock.
    """
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        flock(descriptor, operation)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _make_directory(parent: Path) -> str:
    """Make a directory for the files, and remove those that nobody holds any more.

    A master that is killed can't remove its own.
    """
    for left in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # it is held, or belongs to another user
            descriptor = _hold(left, LOCK_EX | LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
            os.close(descriptor)
    while True:
        directory = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
        with suppress(FileNotFoundError):  # another start may have removed it meanwhile
            _hold(directory)
            Path(directory).stat()
            return directory


def is_installed() -> bool:
    """Whether instruments are shared."""
    return bool(values.ValueClass is SharedValue)


def number(age: int) -> None:
    """In the master, before a fork: assign the lowest free number to a worker."""
    taken = {*_numbers.values()}
    _numbers[age] = next(each for each in range(len(taken) + 1) if each not in taken)


def begin(master: int, age: int) -> None:
    """In a worker: continue the counts of the previous worker with the same number."""
    if not is_installed():
        return
    with _lock:
        _process[0] = f"{master}-{_numbers[age]}"
        _files.clear()
        failures.clear()
        for value in _values:
            value.attach()
        with suppress(OSError):  # the first value that needs it will say so
            _file("histogram")  # now, since later there may be no memory for it


def end(age: int) -> None:
    """In the master, after a worker has ended: stop showing its gauges."""
    worker = _numbers.pop(age)
    if is_installed():
        multiprocess.mark_process_dead(f"{os.getpid()}-{worker}")


def leave(*, is_last: bool) -> None:
    """In a master that ends: stop showing its gauges, and remove its directory."""
    if not is_installed():
        return
    multiprocess.mark_process_dead(_process[0])
    directory = Path(os.environ[DIRECTORY])
    if is_last and directory.name.startswith(PREFIX):
        shutil.rmtree(directory, ignore_errors=True)
