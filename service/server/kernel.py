"""Calls to the kernel and to the C library that Python has no function for."""

import contextlib
import ctypes
import gc
import os
import resource
import socket
import sys
from fcntl import ioctl
from struct import pack, unpack
from termios import TIOCOUTQ

from .limits import LARGE_BUFFER

# By default glibc raises this threshold when a large block is freed. After many full batches, a
# third of a worker's memory would then be free memory that the worker keeps.
M_MMAP_THRESHOLD = -3
"""This parameter's number in mallopt(3)."""

LARGE_BLOCK = 2**17
"""Bytes of the smallest block that gets its own mapping, which is returned when freed."""

PAGE = resource.getpagesize()


def enlarge_receive_buffer(connection: socket.socket) -> None:
    """Let the kernel receive up to LARGE_BUFFER bytes before they are read.

    Only Linux has an exact limit; on other systems it is the size of the buffer.
    """
    with contextlib.suppress(OSError):  # a Unix socket has no window
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LARGE_BUFFER // 2)  # doubled
        if sys.platform == "linux":
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_WINDOW_CLAMP, LARGE_BUFFER)


def discard_when_closed(connection: socket.socket) -> None:
    """Have the kernel discard unread data when the connection is closed."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))


def unread_in_kernel(connection: socket.socket) -> int:
    """Bytes that have been sent, but not acknowledged by the other side."""
    count = bytes(4)
    with contextlib.suppress(OSError):
        count = ioctl(connection.fileno(), TIOCOUTQ, count)
    return int(unpack("=i", count)[0])


def return_large_blocks() -> None:
    """Return large blocks of memory to the system once they are freed; workers inherit this."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)


def return_free_memory() -> None:
    """Return all free memory to the system; this takes a few milliseconds.

    A collection also frees the tuples that Python keeps for new ones: a few thousand, each of which
    may hold a megabyte that is free otherwise.
    """
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def resident() -> int:
    """Bytes of this process in memory; 0 on systems that don't say it."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:  # noqa: PTH123  # a third of Path's time
            return int(file.read(100).split()[1]) * PAGE
    except OSError:
        return 0


def fill_standard_descriptors() -> None:
    """Open /dev/null for each standard stream that was closed at the start.

    Another file would get its number, and the log.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
