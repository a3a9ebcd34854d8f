"""No client holds up another's large requests: not by many of them, not by reading slowly."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.support.applications import serve
from tests.support.clients import Client, clients, get, post, replied
from tests.support.crowd import FULL_BATCH
from tests.support.load import background
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


@contextmanager
def slow_readers(server: Server, number: int) -> Iterator[list[Client]]:
    """Clients that read a large answer at 30 kB a second."""
    with clients(server, number) as readers:

        def read(stop: threading.Event) -> None:
            while not stop.wait(0.1):
                for reader in readers:
                    with suppress(OSError):
                        reader.socket.recv(3_000, socket.MSG_DONTWAIT)

        for reader in readers:
            reader.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**14)
            reader.send(post(FULL_BATCH, path=b"/moves"))
        with background(read):
            yield readers


@pytest.mark.timeout(240)
def test_slow_readers_hold_up_no_other_request() -> None:
    with (
        Server(WEB_CONCURRENCY=1) as server,
        slow_readers(server, 20),
        Client(server, 60) as client,
    ):
        for _ in range(20):
            assert client.ask(post(FULL_BATCH, path=b"/moves")).status == 200
        assert client.ask(get(b"/values?game=octal&code=0.77&size=1000")).status == 200


def test_a_remembered_response_does_not_queue() -> None:
    """It is asked for behind all others of the same client, and comes before them."""
    path = b"/values?game=octal&code=4.7777&size=100"
    with Server(WEB_CONCURRENCY=1) as server, clients(server, 100) as many, Client(server) as one:
        assert one.ask(get(path)).status == 200
        for number, client in enumerate(many):
            client.send(get(b"/values?game=octal&size=1000&code=4.%o" % (0o777000 + number)))
        assert one.ask(get(path)).status == 200
        assert replied(many) < len(many)
