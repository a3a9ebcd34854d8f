"""Requests as a well-behaved library sends them, each on a new connection."""

import contextlib
import http.client
import json
import random
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.support.waiting import PATIENCE

JSON = "application/json"


@dataclass(frozen=True)
class Reply:
    """A response as a client sees it. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def request(
    port: int,
    method: str,
    path: str,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
    *,
    timeout: float = PATIENCE,
) -> Reply:
    """The response to one request; a body that isn't bytes is sent as JSON."""
    headers = dict(headers or {})
    body = body_of(body)
    if body is not None:
        headers.setdefault("Content-Type", JSON)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    with contextlib.closing(connection):
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        assert len(fields) == len(response.getheaders()), f"repeated: {response.getheaders()}"
        return Reply(response.status, fields, response.read())


def body_of(sent: Any) -> bytes | None:
    """The body of a request: bytes as they are, everything else but None as JSON."""
    return sent if sent is None or isinstance(sent, bytes) else json.dumps(sent).encode()


def ask(port: int, path: str, body: object = None) -> tuple[int, bytes]:
    """Status and body of the response to a GET, or to a POST of a body; 0 if there is none."""
    try:
        reply = request(port, "GET" if body is None else "POST", path, body, timeout=10)
    except (OSError, http.client.HTTPException):
        return 0, b""
    return reply.status, reply.body


def is_ready(port: int) -> bool:
    """Whether a service on that port is ready for requests."""
    return ask(port, "/readyz")[0] == 200


def free_port() -> int:
    """A port on which nothing is listening."""
    # Not an ephemeral port: an outgoing connection might take it before the program listens there.
    while True:
        port = random.randrange(12_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
