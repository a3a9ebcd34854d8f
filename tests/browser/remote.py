"""A browser's own remote agent: commands and events over a websocket."""

import contextlib
import json
import subprocess
from collections.abc import Iterator
from typing import IO, Any

import websocket

PATIENCE = 60
"""Seconds after which a test fails if a command has no response."""


@contextlib.contextmanager
def running(*command: str, output: int | IO[bytes] = subprocess.DEVNULL) -> Iterator[None]:
    """A browser that runs until the block ends."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


class Remote:
    """A connection to a browser, or to one page of it."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(
            address, PATIENCE, suppress_origin=True, skip_utf8_validation=True
        )
        self._number = 0

    def ask(self, method: str, **parameters: Any) -> Any:
        """The result of a command. Earlier events are handled first."""
        number = self.send(method, **parameters)
        while True:
            message = self.receive()
            if message.get("id") == number:
                if "result" not in message:
                    raise CommandError(method, message["error"])
                return message["result"]

    def send(self, method: str, **parameters: Any) -> int:
        """Send a command, and return its number, which its result has too."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(command))
        return self._number

    def receive(self) -> Any:
        """The browser's next message, handled if it is an event."""
        message = json.loads(self._socket.recv())
        if "method" in message:
            self.hear(message["method"], message["params"])
        return message

    def hear(self, event: str, parameters: Any) -> None:
        """Handle an event. By default nothing happens."""

    def close(self) -> None:
        self._socket.close()


class CommandError(Exception):
    """A command to the browser failed."""
