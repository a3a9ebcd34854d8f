"""Clients as no well-behaved library makes them: raw, slow, or many at once."""

import contextlib
import http.client
import json
import re
import resource
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest

from tests.support.servers import PATIENCE, Reply, Server, samples

BODY = json.dumps({"piles": [19, 20, 21]}).encode()
NIM_SUM = 18  # of BODY
HOST = b"Host: nim\r\n"
TYPE = b"Content-Type: application/json\r\n"


def post(body: bytes = BODY, *headers: bytes, path: bytes = b"/move") -> bytes:
    """A whole POST, with a declared length."""
    length = b"Content-Length: %d\r\n" % len(body)
    return post_head(*headers, length, path=path) + body


def post_head(*headers: bytes, path: bytes = b"/move") -> bytes:
    """A POST up to the end of its headers."""
    return b"POST " + path + b" HTTP/1.1\r\n" + HOST + TYPE + b"".join(headers) + b"\r\n"


def get(path: bytes, *headers: bytes) -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"".join(headers) + b"\r\n"


def chunked(*chunks: bytes) -> bytes:
    """Chunks on the wire, without the last one."""
    return b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks)


CHUNKED = b"Transfer-Encoding: chunked\r\n"
CLOSE = b"Connection: close\r\n"


class Client:
    """A connection to write raw bytes to and to read whole answers from."""

    def __init__(self, server: Server, timeout: float = PATIENCE) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout)
        self._file = self.socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    @property
    def port(self) -> int:
        """The number by which the other side knows this connection."""
        port: int = self.socket.getsockname()[1]
        return port

    def send(self, *data: bytes) -> None:
        self.socket.sendall(b"".join(data))

    def end(self) -> None:
        """Close this side only."""
        self.socket.shutdown(socket.SHUT_WR)

    def reply(self) -> Reply:
        """The next answer; an OSError if the connection ends before it."""
        line = self._file.readline()
        if not line:
            raise ConnectionError("no answer")
        status = int(line.split()[1])
        headers = dict(self._headers())
        length = int(headers.get("content-length", 0))
        body = self._file.read(length)
        if len(body) < length:
            raise ConnectionError("a cut answer")
        return Reply(status, headers, body)

    def _headers(self) -> Iterator[tuple[str, str]]:
        while (line := self._file.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            yield name.lower(), value.strip()

    def ask(self, request: bytes) -> Reply:
        """The answer to one request."""
        self.send(request)
        return self.reply()

    def rest(self) -> bytes:
        """What comes until the other side closes or resets the connection."""
        data = b""
        with contextlib.suppress(ConnectionResetError):
            while chunk := self._file.read1():
                data += chunk
        return data

    def is_closed(self) -> bool:
        """Whether the other side has closed or reset the connection, with nothing left to read."""
        self.socket.setblocking(False)
        try:
            return not self.socket.recv(1)
        except BlockingIOError:
            return False
        except ConnectionError:
            return True
        finally:
            self.socket.settimeout(PATIENCE)


@contextlib.contextmanager
def clients(server: Server, count: int) -> Iterator[list[Client]]:
    """Many connections at once."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Client(server)) for _ in range(count)]


def allow_descriptors(count: int) -> None:
    """Let this process and the servers that it starts open so many files, or skip the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        pytest.skip(f"needs {count} file descriptors, may have {hard}")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


def ports_of(worker: int) -> set[int]:
    """The other side's port of each connection that a process holds."""
    inodes = set()
    for descriptor in Path(f"/proc/{worker}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            if match := re.fullmatch(r"socket:\[(\d+)\]", str(descriptor.readlink())):
                inodes.add(match[1])
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return {int(f[2].rpartition(":")[2], 16) for f in fields if f[9] in inodes}


def resident(worker: int) -> int:
    """Bytes of a process that are in memory."""
    return int(Path(f"/proc/{worker}/statm").read_text().split()[1]) * resource.getpagesize()


@dataclass
class Load:
    """Well-behaved clients at work in the background, half of them keeping their connections.

    They reconnect when they are told `Connection: close`, and retry nothing.
    """

    server: Server
    count: int = 8
    answered: int = 0
    """Right answers so far."""
    failures: list[str] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> Self:
        for number in range(self.count):
            thread = threading.Thread(target=self._work, args=(number % 2 == 0,))
            self._threads.append(thread)
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _work(self, keep: bool) -> None:
        headers = {"Content-Type": "application/json"}
        if not keep:
            headers["Connection"] = "close"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        while not self._stop.is_set():
            try:
                connection.request("POST", "/move", BODY, headers)
                answer = connection.getresponse()
                body = answer.read()
                right = answer.status == 200 and json.loads(body)["nim_sum"] == NIM_SUM
                failure = "" if right else f"{answer.status} {body!r}"
            except (OSError, http.client.HTTPException) as error:
                failure = f"{'kept' if keep else 'new'} connection: {error!r}"
                connection.close()
            with self._lock:
                if failure:
                    self.failures.append(failure)
                else:
                    self.answered += 1
            time.sleep(0.001)  # leaves the two cores to the servers
        connection.close()


def in_flight(server: Server) -> float:
    """The requests that are being received or answered, the one that asks included."""
    return samples(server.get("/metrics").body.decode())["http_server_active_requests"]


def statuses(answers: bytes) -> list[int]:
    """The statuses of some answers on the wire."""
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answers)]


def logged(server: Server, **fields: Any) -> list[Any]:
    """The lines of the access log that have these fields."""
    return [line for line in server.access if fields.items() <= line.items()]
