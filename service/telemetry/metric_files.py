"""Slots: the sets of metrics files, one for each process, that outlive the processes.

prometheus_client names files by process id. Here a worker takes over the set of one that is gone,
so no count is lost and no file is ever added. A process holds its slot by a lock that the kernel
releases when the process ends.
"""

import contextlib
import fcntl
import itertools
import os
import stat
import time
from errno import EAGAIN, EEXIST, ENOTDIR
from pathlib import Path
from typing import BinaryIO

from service.linux import reserve
from service.telemetry.merge import is_readable

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the directory of the files; prometheus_client's own."""

# The files are mapped into memory: where one is sparse, on a full file system, a write to it would
# be a SIGBUS at some later request. So they get their blocks before they are first used, and never
# grow. What is reserved holds every series that there can be, which a test makes.
RESERVED = {
    "histogram": 2**20,
    "counter": 2**16,
    "gauge_livesum": 2**12,
}
LOCKED = "counter"
"""The kind of file by whose lock a process holds its slot."""

LOCK_WAIT = 5.0
"""Seconds to wait for a lock that another master holds while it removes what it finds unused."""

_slot: int | str = f"master{os.getpid()}"
_locks: list[BinaryIO] = []


def current() -> int | str:
    """The slot of this process: a number for a worker, a name for a master."""
    return _slot


def reserved_file(kind: str) -> Path:
    """This process's file for a kind of metric, with its blocks reserved."""
    directory = Path(os.environ[DIRECTORY])
    file = _file(directory, kind, _slot)
    if not file.exists() or not file.stat().st_size:
        directory.mkdir(parents=True, exist_ok=True)
        _reserve(directory, _slot)
    return file


def prepare_directory(directory: str, workers: int) -> None:
    """Make the directory, empty it, and reserve what the workers need; else an OSError."""
    path = Path(directory)
    _remove_abandoned(path.parent)
    if path.is_symlink():
        raise NotADirectoryError(ENOTDIR, "Is a symbolic link", directory)
    _locks.append(_share(path))
    # A reload doubles the workers for a moment.
    for slot in (_slot, *range(2 * workers)):
        _reserve(path, slot)


def _share(path: Path) -> BinaryIO:
    """Lock the directory as one that is in use, again if another master removes it meanwhile."""
    while True:
        path.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            lock = _open_lock(path, os.O_CREAT)
            with contextlib.suppress(BlockingIOError):  # a master that this one replaces uses it
                _empty(lock, path)
            _lock_shared(lock, path)
            if os.fstat(lock.fileno()).st_nlink:
                return lock


def _open_lock(path: Path, flags: int = 0) -> BinaryIO:
    """The file by which a directory is locked; an OSError where it is no plain file."""
    file = path / "lock"
    # Neither followed elsewhere nor waited for, whatever a stranger has put in its place.
    descriptor = os.open(file, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | flags, 0o644)
    lock = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        lock.close()
        raise FileExistsError(EEXIST, "Is not a plain file", str(file))
    return lock


def _lock_shared(lock: BinaryIO, path: Path) -> None:
    """Share a lock, which another master may hold for itself for a moment only."""
    deadline = time.monotonic() + LOCK_WAIT
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise OSError(EAGAIN, "Is locked by another program", str(path / "lock")) from None
            time.sleep(0.01)
        else:
            return


def remove_directory(directory: str) -> None:
    """Remove the metrics files, and the directory, unless another master uses them."""
    path = Path(directory)
    with contextlib.suppress(OSError), _open_lock(path) as lock:
        for held in _locks:
            held.close()
        _empty(lock, path)
        (path / "lock").unlink()
        path.rmdir()


def _remove_abandoned(parent: Path) -> None:
    """Remove the directories of masters that were killed, if they are this user's own."""
    for path in parent.glob("nim-metrics-*"):
        with contextlib.suppress(FileNotFoundError):
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid():
                remove_directory(str(path))


def _empty(lock: BinaryIO, path: Path) -> None:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    for file in path.glob("*.db"):
        file.unlink()


def take(directory: str) -> None:
    """Take the first slot that no living process holds; OSError if there is no space for it."""
    global _slot  # noqa: PLW0603  # it belongs to the process, like its id
    path = Path(directory)
    for slot in itertools.count():
        lock = _file(path, LOCKED, slot).open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            continue
        _locks.append(lock)
        _reserve(path, slot)
        _slot = slot
        return


def _reserve(path: Path, slot: int | str) -> None:
    for kind, size in RESERVED.items():
        file = _file(path, kind, slot)
        if file.exists() and not is_readable(str(file)):
            os.truncate(file, 0)
        with file.open("ab") as opened:
            reserve(opened.fileno(), size)


def _file(path: Path, kind: str, slot: int | str) -> Path:
    return path / f"{kind}_{slot}.db"


def files_that_count(directory: str) -> list[str]:
    """The files in a directory whose values belong in a scrape."""
    return [str(file) for file in Path(directory).glob("*.db") if _counts(file)]


def _counts(file: Path) -> bool:
    """Whether a file has values: none has an empty one, nor the live ones of a dead process."""
    if not file.exists() or not file.stat().st_size:
        return False
    if not file.name.startswith("gauge_live"):
        return True
    slot = file.stem.rpartition("_")[2]
    with contextlib.suppress(OSError), _file(file.parent, LOCKED, slot).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    return True
