"""Raw clients: bytes on the wire, slowly or in crowds, as no HTTP library sends them."""

import contextlib
import json
import re
import resource
import socket
import struct
from collections.abc import Iterator
from typing import Protocol, Self

import pytest

from service.settings import Config
from tests.support.http_client import Reply
from tests.support.servers import Server
from tests.support.waiting import PATIENCE

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

MAX_BODY = Config().max_body_bytes
LARGEST_HEAD = post_head(b"Content-Length: %d\r\n" % MAX_BODY)
"""The head of a request with the largest body."""


class Listener(Protocol):
    """Anything with a port on this machine, such as a server."""

    @property
    def port(self) -> int: ...


class Client:
    """A connection to write raw bytes to and to read whole responses from."""

    def __init__(self, server: Listener, timeout: float = PATIENCE) -> None:
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
        """The port by which the other side knows this connection."""
        port: int = self.socket.getsockname()[1]
        return port

    def send(self, *data: bytes) -> None:
        self.socket.sendall(b"".join(data))

    def end(self) -> None:
        """Close only this side."""
        self.socket.shutdown(socket.SHUT_WR)

    def reply(self) -> Reply:
        """The next response; an OSError if the connection ends before it."""
        line = self._file.readline()
        if not line:
            raise ConnectionError("no response")
        status = int(line.split()[1])
        fields = [*self._headers()]
        headers = dict(fields)
        assert len(headers) == len(fields), f"repeated: {fields}"
        length = int(headers.get("content-length", 0))
        body = self._file.read(length)
        if len(body) < length:
            raise ConnectionError("an incomplete response")
        return Reply(status, headers, body)

    def _headers(self) -> Iterator[tuple[str, str]]:
        while (line := self._file.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            yield name.lower(), value.strip()

    def ask(self, request: bytes) -> Reply:
        """The response to one request."""
        self.send(request)
        return self.reply()

    def rest(self) -> bytes:
        """Everything received until the other side closes or resets the connection."""
        data = b""
        with contextlib.suppress(ConnectionResetError):
            while chunk := self._file.read1():
                data += chunk
        return data

    def reset_when_closed(self) -> None:
        """Reset the connection without sending or reading anything more."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@contextlib.contextmanager
def clients(server: Server, count: int) -> Iterator[list[Client]]:
    """Many simultaneous connections."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Client(server)) for _ in range(count)]


def allow_descriptors(count: int) -> None:
    """Allow this process and its servers this many open files, or skip the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        pytest.skip(f"needs {count} file descriptors, may have {hard}")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


def statuses(responses: bytes) -> list[int]:
    """The statuses of some responses on the wire."""
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", responses)]
