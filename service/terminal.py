"""What a person reads who starts the service at a terminal: one line, instead of the log's."""

import errno
import os
import socket
import sys
import tempfile
from collections.abc import Iterable

from .settings import Config

MEMORY_FILES = "/dev/shm"  # noqa: S108  # only its presence matters
"""Linux's directory of files in memory."""


def is_used() -> bool:
    """Whether standard error is a terminal."""
    return os.isatty(2)


def greeting(address: str, config: Config) -> str:
    """The line that says where the service is, once it listens at this address.

    >>> greeting("http://0.0.0.0:80", Config())
    'Open http://localhost:80/ to play, or http://localhost:80/docs for the API. Ctrl+C stops it.'
    >>> greeting("http://[::1]:8000", Config(pages=False))
    'The service is at http://[::1]:8000/. Ctrl+C stops it.'
    """
    start = address.replace("//0.0.0.0:", "//localhost:").replace("//[::]:", "//localhost:")
    start += config.path_prefix
    if config.pages:
        return f"Open {start}/ to play, or {start}/docs for the API. Ctrl+C stops it."
    return f"The service is at {start}/. Ctrl+C stops it."


def check_ports(addresses: Iterable[object]) -> None:
    """Exit with a sentence if another program uses a port that the service needs.

    gunicorn would try again for five seconds, and log each attempt twice.
    """
    for address in addresses:
        if not isinstance(address, tuple):
            continue  # the path of a Unix socket, or a socket that is inherited
        host, port = address
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(address)
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    sys.exit(
                        f"nim: Port {port} is already in use. "
                        "Stop the program that uses it, or choose another port."
                    )


def check_directory() -> None:
    """Exit with a sentence if no directory is writable, which gunicorn's heartbeats need."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        if not os.access(MEMORY_FILES, os.W_OK):
            sys.exit(
                f"nim: No directory for temporary files is writable. Make {MEMORY_FILES} or /tmp "
                "writable, as with a tmpfs."
            )
