"""Reads the requests of a connection, and counts the memory of their bodies."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from .body import Body
from .errors import BodyTooLarge
from .kernel import enlarge_receive_buffer
from .limits import LARGE_BUFFER, SMALL_BODY
from .memory import Transfer
from .offload import Job
from .request_head import Head, take_head
from .responses import Response


class Request:
    """A request from the end of its head to its response."""

    __slots__ = (
        "body", "environ", "head", "is_noted", "job", "keep_alive", "ready_at", "response",
    )  # fmt: skip

    response: Response
    """Its response, once it is ready."""

    ready_at: float
    """The `perf_counter()` time of that."""

    def __init__(self, common: WSGIEnvironment, head: Head) -> None:
        """Begin a request with the environs of its connection and its head."""
        self.head = head
        self.environ = {**common, **head.environ}
        """Both environs together, which the application may change."""
        self.keep_alive = head.keep_alive
        self.body: Body | None = None
        """The received part of the body, unless the body is small and came with the head."""
        self.job: Job | None = None
        """The thread's job, if the thread handles the request."""
        self.is_noted = False
        """Whether its response has been counted, and may have been sent."""


class Input:
    """The data received from one client."""

    __slots__ = (
        "_at", "_body_size", "_common", "_data", "_kept", "_limit", "_searched", "_socket",
        "_transport", "expects_continue", "goes_on", "is_paused", "request", "transfer", "wanted",
    )  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        common: WSGIEnvironment,
        limit: Callable[[WSGIEnvironment], int],
    ) -> None:
        """`common` is the part of the environ that all requests share; `limit` is a body's."""
        self._transport, self._socket = transport, transport.get_extra_info("socket")
        self._common, self._limit = common, limit
        self.is_paused = False  # the event loop is not reading the socket
        self._data, self._at = b"", 0  # the received data, and how much of it has been read
        self._searched = 0  # bytes after that in which no head ends
        self.goes_on = False  # the unread data may be enough for another turn
        self.request: Request | None = None
        self.expects_continue = False  # the client waits for 100 (Continue)
        self.transfer: Transfer | None = None  # of a large body, until its request has a response
        self.wanted = 0  # bytes of memory for which the body waits
        self._body_size = 0  # bytes of memory that the body has
        self._kept = 0  # bytes of memory of an enlarged receive buffer

    @property
    def held(self) -> int:
        """Bytes of memory, in the process and in the kernel, beyond those of a small request."""
        return self._body_size + self._kept

    @property
    def unread(self) -> int:
        """Bytes that have been received, but not read."""
        return len(self._data) - self._at

    @property
    def descriptor(self) -> int:
        """The descriptor of the socket."""
        return int(self._socket.fileno())

    def receive(self, data: bytes) -> None:
        """Add received data, and pause while too much is unread."""
        if self._at < len(self._data):
            data = self._data[self._at :] + data
        self._data, self._at = data, 0
        if len(data) > SMALL_BODY:
            self.pause()

    def pause(self) -> None:
        """Stop receiving for now."""
        if not self.is_paused:
            self.is_paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        """Start receiving again."""
        if self.is_paused:
            self.is_paused = False
            self._transport.resume_reading()

    def read(self) -> bytes | None:
        """Read the received data; return the body once a request is complete, else None.

        Raises a RequestError.
        """
        if self.request:
            return self._read_body(self.request)
        data, size = self._data, len(self._data)
        head, at = take_head(data, self._at, self._searched)
        if not head:
            self._at, self._searched, self.goes_on = at, size - at, False
            return None
        self._searched = 0
        self.request = request = Request(self._common, head)
        length = head.length
        if 0 <= length <= SMALL_BODY and at + length <= size:
            self._at = end = at + length
            self.goes_on = end < size
            return data[at:end]
        self._at = at
        if length > (most := self._limit(request.environ)):
            raise BodyTooLarge(most)
        request.body = Body(length, most)
        self.expects_continue = head.expects_continue and at == size
        return self._read_body(request)

    def _read_body(self, request: Request) -> bytes | None:
        """Read a body that is large, or did not arrive with the head."""
        if not (body := request.body):
            return None
        self._at = body.read(self._data, self._at)
        self.goes_on = body.is_cut or (body.is_complete and self.unread > 0)
        if transfer := self.transfer:
            # Less than SMALL_BODY does not count as progress.
            if body.is_complete or transfer.left - body.left >= SMALL_BODY:
                transfer.move(body.left, perf_counter())
        elif body.size > SMALL_BODY:
            self.transfer = Transfer(max(1, body.left), perf_counter())
            self.wanted = body.largest + (LARGE_BUFFER if self._needs_buffer else self._kept)
            return None
        if not body.is_complete:
            return None
        content, request.body = body.take(), None
        if self.transfer:
            self._body_size = len(content)
        request.keep_alive &= body.keeps_alive
        request.environ["CONTENT_LENGTH"] = str(len(content))
        return content

    @property
    def _needs_buffer(self) -> bool:
        return self.transfer is not None and self.transfer.left > LARGE_BUFFER

    def begin_body(self, now: float) -> None:
        """Begin to receive a body for which memory is reserved, with a larger buffer if needed.

        The buffer is never made smaller again: a client that waits for the old size would stall.
        """
        if self._needs_buffer and not self._kept:
            self._kept = LARGE_BUFFER
            enlarge_receive_buffer(self._socket)
        self._body_size, self.wanted = self.wanted - self._kept, 0
        if self.transfer:
            self.transfer = Transfer(self.transfer.left, now)

    def reject(self, head: WSGIEnvironment) -> Request:
        """The request that is rejected; `head` is the readable part of a wrong head."""
        self.request = self.request or Request(self._common, Head(head))
        self.request.keep_alive = False
        return self.request

    def end_body(self) -> None:
        """Forget a large body."""
        self.transfer = None
        self._body_size = self.wanted = 0

    def discard(self) -> None:
        """Discard unread data; the receive buffer is then empty."""
        self._data, self._at, self._searched, self._kept = b"", 0, 0, 0
