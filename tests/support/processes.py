"""Facts about a process from Linux: its children, its memory, its sockets."""

import contextlib
import re
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LISTENING = "0A"
"""The state of a listening socket in /proc/net/tcp."""


class Socket(NamedTuple):
    """A TCP socket."""

    inode: int
    port: int
    """Of this side."""
    peer_port: int
    state: str


def children(process: int) -> list[int]:
    """The process ids of a process's children; none if it has ended."""
    try:
        return [
            int(p) for p in Path(f"/proc/{process}/task/{process}/children").read_text().split()
        ]
    except (FileNotFoundError, ProcessLookupError):
        return []


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    return _state(process) not in {"", "Z"}


def _state(process: int) -> str:
    """The letter that Linux has for a process's state; "" if it has ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return status.rpartition(")")[2].split()[0]


def resident(process: int) -> int:
    """Bytes of a process in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


def cpu_time(process: int) -> float:
    """Seconds of CPU time of a process's threads, except those that have ended."""
    texts = _read_all(Path(f"/proc/{process}/task"), "schedstat")
    return sum(int(text.split()[0]) for text in texts) / 1e9


def peak(process: int) -> int:
    """The largest number of bytes that a process ever had in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    (kilobytes,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    return int(kilobytes) * 1024


def ports_of(process: int) -> set[int]:
    """The other side's port of each connection that a process holds."""
    return {socket.peer_port for socket in _sockets(process)}


def listening_socket(process: int) -> Socket | None:
    """The first socket on which a process listens, if there is one."""
    listening = (socket for socket in _sockets(process) if socket.state == LISTENING)
    return min(listening, default=None)


def polls(process: int, socket: Socket) -> bool:
    """Whether a process's event loop is waiting for its sockets."""
    return any(
        re.search(rf"^tfd:.* ino:{socket.inode:x} ", description, re.MULTILINE)
        for description in _read_all(Path(f"/proc/{process}/fdinfo"))
    )


def open_files(process: int) -> Iterator[str]:
    """The name of each file that a process has open, as Linux gives it."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                yield str(descriptor.readlink())


def _sockets(process: int) -> Iterator[Socket]:
    """The TCP sockets that a process holds."""
    named = [re.fullmatch(r"socket:\[(\d+)\]", name) for name in open_files(process)]
    inodes = {int(match[1]) for match in named if match}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(FileNotFoundError):
            for line in Path(table).read_text().splitlines()[1:]:
                _, here, there, state, *_, inode = line.split()[:10]
                if int(inode) in inodes:
                    port, peer_port = (int(a.rpartition(":")[2], 16) for a in (here, there))
                    yield Socket(int(inode), port, peer_port, state)


def _read_all(directory: Path, name: str = "") -> Iterator[str]:
    """The text of each file, or of the one of that name in each directory, that is still there."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for file in directory.iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                yield (file / name).read_text()


class Queued(NamedTuple):
    """Bytes that the kernel holds for all connections to a port, on the server's side."""

    connections: int
    unread: int
    """Bytes that the clients have not taken."""
    unreceived: int
    """Bytes that the server has not taken."""


def queued(port: int) -> Queued:
    """Bytes that the kernel holds for all connections to a port, even those without a process."""
    connections = unread = unreceived = 0
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, here, _, state, queues, *_ = line.split()
        if int(here.rpartition(":")[2], 16) == port and state != LISTENING:
            sent, received = (int(queue, 16) for queue in queues.split(":"))
            connections, unread, unreceived = connections + 1, unread + sent, unreceived + received
    return Queued(connections, unread, unreceived)
