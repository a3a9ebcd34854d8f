"""The transport of a connection, as uvicorn is to see it."""

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.serving.connections import Connection


class Link:
    """The transport as uvicorn sees it: closing it leaves the client time to read its answers."""

    def __init__(self, transport: asyncio.Transport, connection: "Connection") -> None:
        self._transport = transport
        self._connection: Connection | None = connection

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own, looked up once."""
        value = getattr(self._transport, name)
        setattr(self, name, value)
        return value

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""
        connection = self._connection
        return not connection or connection.lingering or self._transport.is_closing()

    def close(self) -> None:
        """End the connection in its own time."""
        if self._connection:
            self._connection.finish()

    def resume_reading(self) -> None:
        """Read on, unless the client has to wait."""
        if self._connection and not self._connection.held_back:
            self._transport.resume_reading()

    def detach(self) -> None:
        """Forget the connection, which is lost."""
        self._connection = None
