"""No client holds up another's large requests: not by many of them, not by reading slowly."""

import socket
from contextlib import ExitStack

import pytest

from tests.support.applications import serve
from tests.support.clients import Client, clients, post
from tests.support.servers import Server

pytestmark = pytest.mark.serving

LARGE = b"x" * 20_000


class Elsewhere(Client):
    """A client with another address."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), 60, ("127.0.0.2", 0))
        self._file = self.socket.makefile("rb")


def test_a_client_with_many_large_requests_holds_up_no_other() -> None:
    """The first request is computed until all others wait; each has the number of its turn."""
    with serve("held") as server, clients(server, 99) as many, ExitStack() as stack:
        others = [stack.enter_context(Elsewhere(server)) for _ in range(3)]
        many[0].send(post(LARGE, path=b"/?hold"))
        for client in (*many[1:], *others):
            client.send(post(LARGE))
        for _ in range(3):  # after which all of them have been read
            server.get("/")
        server.get("/?release")
        numbers = [int(client.reply().body) for client in others]
        assert max(numbers) < 10 + len(numbers)
        assert {client.reply().status for client in many} == {200}
