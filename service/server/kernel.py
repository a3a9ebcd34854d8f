"""What the server asks of the kernel and of the C library, and what takes its place on macOS."""

import contextlib
import ctypes
import socket
import sys
from fcntl import ioctl
from struct import pack, unpack
from termios import TIOCOUTQ

from service.server.limits import LARGE_BUFFER

# By itself glibc keeps more free memory, the larger the pieces are that were once freed: a third of
# a worker that has answered many full batches.
M_MMAP_THRESHOLD = -3
"""The number that mallopt(3) gives this parameter."""

LARGE_PIECE = 2**17
"""Bytes from which a piece of memory is a mapping of its own, which is given back when freed."""


def enlarge_receive_buffer(connection: socket.socket) -> None:
    """Let more come before it is read, but no more than LARGE_BUFFER.

    Elsewhere than on Linux the buffer's size has to do.
    """
    with contextlib.suppress(OSError):  # a socket of Unix has no window
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LARGE_BUFFER // 2)  # doubled
        if sys.platform == "linux":
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_WINDOW_CLAMP, LARGE_BUFFER)


def discard_when_closed(connection: socket.socket) -> None:
    """Let the kernel keep nothing that is unread once the connection is closed."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))


def unread_in_kernel(connection: socket.socket) -> int:
    """Bytes that were sent and that the other side has not acknowledged."""
    count = bytes(4)
    with contextlib.suppress(OSError):
        count = ioctl(connection.fileno(), TIOCOUTQ, count)
    return int(unpack("=i", count)[0])


def give_back_large_pieces() -> None:
    """Have what is large given back to the system at once, here and in all workers to come."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_PIECE)


def give_back_all() -> None:
    """Give back whatever is free now; it takes a few milliseconds."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
