"""Clients that together use as much of a server's memory as they can."""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from re import MULTILINE, findall
from typing import Self

from tests.support.clients import LARGEST_HEAD, MAX_BODY, Client, get, post
from tests.support.processes import children

FULL_BATCH = json.dumps(
    {"positions": [{"piles": [1] * 10, "misere": True}] * 10_000}, separators=(",", ":")
).encode()
"""The batch with the largest answer: each of its 100,000 piles has a winning move."""

UNFINISHED = LARGEST_HEAD, b"[" * (MAX_BODY - 1)
"""A body without its last byte."""

MIB = 2**20

LARGE_RESPONSE = 4 * MIB

COMPUTING = 40 * MIB
"""The memory that one large request may use on top of the budget."""


def proportional(process: int) -> int:
    """Bytes that a process and its children have in memory, counting each shared page once."""
    kilobytes = 0
    for member in [process, *children(process)]:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            text = Path(f"/proc/{member}/smaps_rollup").read_text()
            kilobytes += sum(map(int, findall(r"^Pss: +(\d+) kB$", text, MULTILINE)))
    return kilobytes * 1024


@dataclass
class Target:
    """A server, known by its port."""

    port: int


@dataclass
class Crowd:
    """Idle clients, unfinished bodies and slow readers of large answers, at work in threads."""

    target: Target
    idle: int
    bodies: int
    readers: int
    answers: int = 0
    """The number of full batches read to the end."""
    _clients: list[Client] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        for _ in range(self.idle):
            client = Client(self.target)
            self._clients.append(client)
            client.send(get(b"/healthz"))
        for client in self._clients:
            with contextlib.suppress(OSError):  # the longest idle has given way
                client.reply()
        work = [self._send_bodies, *[self._read_slowly] * self.readers]
        self._threads = [threading.Thread(target=each) for each in work]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for client in self._clients:
            with contextlib.suppress(OSError):
                client.socket.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for client in self._clients:
            client.close()

    def _send_bodies(self) -> None:
        for _ in range(self.bodies):
            with contextlib.suppress(OSError):
                client = Client(self.target)
                self._clients.append(client)
                client.send(*UNFINISHED)
            if self._stop.is_set():
                return

    def _read_slowly(self) -> None:
        while not self._stop.is_set():
            with contextlib.suppress(OSError), self._connect() as client:
                client.send(post(FULL_BATCH, path=b"/moves"))
                size = sum(map(len, self._chunks(client)))
                self.answers += size > LARGE_RESPONSE

    def _connect(self) -> Client:
        client = Client(self.target)
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**16)
        # Of one that has gone so the server need not answer what it has not read.
        client.reset_when_closed()
        self._clients.append(client)
        return client

    def _chunks(self, client: Client) -> Iterator[bytes]:
        size = 0
        while size <= LARGE_RESPONSE and not self._stop.wait(0.05):
            chunk = client.socket.recv(2**16)
            if not chunk:
                return
            size += len(chunk)
            yield chunk
