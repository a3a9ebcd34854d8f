"""A client's connection, and what a client may cost while it lasts.

uvicorn's protocol reads requests and writes answers. A `Connection` hands it one request at a time,
and adds what uvicorn leaves open: the limits and rules of a head, deadlines, room for a large body,
and an end that leaves the client time to read why.
"""

import asyncio
import contextlib
from fcntl import ioctl
from math import inf
from struct import unpack
from typing import Any

from httptools import HttpParserInvalidURLError, parse_url
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from service.api.body import BodyTooLarge, IncompleteBody, Overloaded, RequestTimeout
from service.api.environ import REQUEST_FAULT
from service.api.head import (
    CHUNKED,
    NOT_HTTP,
    HeadTooLarge,
    MalformedRequest,
    TargetTooLong,
    fault_of_head,
    length_of_body,
)
from service.limits import SMALL_BODY
from service.serving.capacity import Capacity
from service.serving.incoming import Incoming
from service.serving.wsgi import Headers

CONNECTION = "nim.connection"
"""The key of the connection in the ASGI scope of its requests."""


class Connection(HttpToolsProtocol):
    """One client's connection."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._capacity: Capacity = config.app.capacity  # type: ignore[union-attr]
        self._incoming = Incoming()
        self._answering = False
        self._deaf = False  # whatever comes is thrown away
        self._ended = False  # the client has closed its side; it may still be reading
        self.lingering = False
        """Whether all is sent, and only the client's end of the connection is awaited."""
        self.held_back = False
        """Whether the client has to wait until there is room for its body."""
        self.deadline = inf
        """When what is awaited from the client must have come; infinity if nothing is."""
        self.moved_at = 0.0
        """When the client last made progress with a large body, or with reading its answers."""
        self.unsent = 0
        """Bytes of answers since it was last seen whether the client reads them."""
        self._wire = 0  # bytes of the body so far, with their framing
        self._mark = 0  # of these, when the body last made progress
        self._length = 0

    # --- What the transport reports ---------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self.deadline = self._capacity.next_deadline()
        super().connection_made(transport)
        self._capacity.admit(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and parse those of the request that is due."""
        if self._deaf:
            return
        self._incoming.add(data)
        if self._answering:
            self.flow.pause_reading()  # until the answer is sent
        else:
            self._parse()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Keep the other direction open: a request may still be due its answer."""
        self._ended = True
        if self.lingering:
            self.transport.close()
        elif not self._answering:
            self._give_up_the_rest()
        return True

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Forget the connection, and let nothing keep it in memory."""
        self._deaf = True
        self._capacity.dismiss(self)
        super().connection_lost(None)  # for a broken one uvicorn would leave its timer running
        self.scope = self.headers = self.cycle = None  # type: ignore[assignment]

    # --- Parsing ----------------------------------------------------------------------------

    def _parse(self) -> None:
        incoming = self._incoming
        while not self._answering and not self._deaf and not self.held_back:
            try:
                piece = incoming.next_piece()
            except (MalformedRequest, TargetTooLong, HeadTooLarge) as fault:
                self.refuse(fault)
                return
            if self.deadline == inf and (piece or incoming):  # a request has begun
                self._unset_keepalive_if_required()  # uvicorn waits for a whole head
                self.deadline = self._capacity.next_deadline()
            if not piece:
                return
            of_body = incoming.left is not None
            if incoming.left == CHUNKED and self._wire + len(piece) > self._capacity.most_framed:
                self.refuse(BodyTooLarge(self._capacity.max_body_bytes))
                return
            super().data_received(piece)
            if of_body:
                self._count(len(piece))

    def _count(self, size: int) -> None:
        """Count what has come of a body, and see that there is room for a large one."""
        self._wire += size
        if self._wire > SMALL_BODY and not self._answering and not self._deaf:
            limit = self._capacity.max_body_bytes
            if self._wire - self._mark >= SMALL_BODY:
                self._mark = self._wire
                self.moved_at = self.loop.time()
            self._capacity.reserve(self, limit if self._incoming.left == CHUNKED else self._length)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Have what the parser can't read answered as every other fault."""
        self.refuse(MalformedRequest(NOT_HTTP))

    def on_message_begin(self) -> None:
        """Start a request."""
        super().on_message_begin()
        self.scope[CONNECTION] = self  # type: ignore[literal-required]

    def on_headers_complete(self) -> None:
        """Start to answer, with a body to come or with the fault that the head has."""
        fields, limit = dict(self.headers), self._capacity.max_body_bytes
        fault = fault_of_head(self.url, self.parser.get_http_version(), self.headers, fields)
        self._length = self._incoming.left = 0 if fault else length_of_body(fields)
        if self._length > limit:
            fault = BodyTooLarge(limit)
        try:
            path = self.url if self.url.startswith(b"/") else parse_url(self.url).path
            self.url = self.url if path else b"/"
            super().on_headers_complete()
        except (HttpParserInvalidURLError, UnicodeDecodeError):
            self.url = b"*"
            fault = fault or MalformedRequest("The target of the request is not a path.")
            super().on_headers_complete()
        self.scope["method"] = self._incoming.method
        self.scope["headers"] = [*self.headers]  # the parser adds trailers to its own
        self.cycle.body = bytearray()  # which is not copied whenever it grows
        self.cycle.keep_alive = self.parser.should_keep_alive()
        if self.scope["http_version"] == "1.0":
            self._treat_as_http_1_0()
        self._wire = self._mark = 0
        if fault:
            self.refuse(fault)

    def _treat_as_http_1_0(self) -> None:
        """Keep the connection where only that is asked for; send no 100 (RFC 9110 10.1.1)."""
        asked = [value.lower() for name, value in self.headers if name == b"connection"]
        self.cycle.keep_alive = asked == [b"keep-alive"]
        self.cycle.waiting_for_100_continue = False

    def on_body(self, body: bytes) -> None:
        """Gather a body, which is handed on whole."""
        self.cycle.body += body
        if len(self.cycle.body) > self._capacity.max_body_bytes:
            self.refuse(BodyTooLarge(self._capacity.max_body_bytes))

    def on_message_complete(self) -> None:
        """Wait for nothing more until the request is answered."""
        super().on_message_complete()
        # A trailer may have ended the connection for the parser, which then reads no more.
        self.cycle.keep_alive = self.cycle.keep_alive and self.parser.should_keep_alive()
        self._answering = True
        self._incoming.left = None
        self.deadline = inf

    # --- Answering --------------------------------------------------------------------------

    def refuse(self, fault: Exception) -> None:
        """Have the request answered with a fault, whatever else comes of it; the last answer."""
        if self._deaf:
            return
        self._deaf = True
        self._incoming.drop()
        if self._incoming.left is None:
            self._begin_without_head()
        self.scope[REQUEST_FAULT] = fault  # type: ignore[literal-required]
        self.cycle.keep_alive = self.cycle.waiting_for_100_continue = False
        self.cycle.message_event.set()
        self.deadline = inf
        self._capacity.release(self)

    def _begin_without_head(self) -> None:
        """Start to answer a request whose head can't be read."""
        self._incoming.left = 0
        self.on_message_begin()
        self.url = b"*"
        super().on_headers_complete()
        self.scope["method"] = self._incoming.method

    def answer(self, status: str, headers: Headers, content: bytes, *, last: bool) -> None:
        """Send an answer, in one piece: a proxy can't ask again for one that was begun."""
        cycle = self.cycle
        if self.is_gone:
            self.abandon()
            return
        lines = [f"{name}: {value}\r\n" for name, value in headers]
        if last or not cycle.keep_alive:
            cycle.keep_alive = False
            lines.append("Connection: close\r\n")
        elif self.scope["http_version"] == "1.0":
            lines.append("Connection: keep-alive\r\n")
        head = [f"HTTP/1.1 {status}\r\n{''.join(lines)}".encode("latin-1")]
        head += [b"%b: %b\r\n" % field for field in self.server_state.default_headers]
        head.append(b"\r\n")
        body = b"" if self.scope["method"] == "HEAD" else content
        self.unsent += len(body)
        self.transport.writelines([b"".join(head), body])
        cycle.response_started = cycle.response_complete = True
        if not cycle.keep_alive:
            self.finish()
        cycle.on_response()

    def on_response_complete(self) -> None:
        """Go on with the next request, or wait for one."""
        self._answering = False
        super().on_response_complete()
        self.scope = self.headers = self.cycle = None  # type: ignore[assignment]  # takes memory
        self._capacity.answered(self)
        if self.unsent > SMALL_BODY:
            self.unsent = 0
            if sum(self.unread()) > SMALL_BODY:
                self._capacity.owe(self)
        if self._deaf:
            self._unset_keepalive_if_required()  # its own deadline ends it
            return
        if self._incoming:
            self._parse()
        if self._ended and not self._answering:
            self._give_up_the_rest()

    def _give_up_the_rest(self) -> None:
        """End what the client has ended: a body that is not complete is answered with that."""
        if self._incoming.left is not None and not self._deaf:
            self.refuse(IncompleteBody())
        elif not self._deaf:
            self.shutdown(patiently=False)

    def finish(self) -> None:
        """Send what is written and end the connection, but go on reading until the client ends it.

        A client that is still sending when its connection is closed for good would lose the
        answer that says why.
        """
        if self._ended or self.transport.is_closing():
            self.transport.close()
        elif not self.lingering:
            self.lingering = self._deaf = True
            self._incoming.drop()
            self.deadline = self._capacity.next_deadline()
            self._capacity.release(self)
            self.transport.write_eof()
            self.transport.resume_reading()  # uvicorn may have paused it

    # --- What the capacity and the worker ask ------------------------------------------------

    def abandon(self) -> None:
        """Leave a request without its answer, which has no reader; uvicorn would log an error."""
        if self.cycle is not None:
            self.cycle.disconnected = True

    @property
    def is_gone(self) -> bool:
        """Whether there is no client left to read an answer."""
        return self.transport.is_closing()

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a request has come since the last answer."""
        return self.deadline == inf and not self._answering and not self._deaf

    def unread(self) -> tuple[int, int]:
        """Bytes of answers that are still here, and in the kernel."""
        import termios  # noqa: PLC0415  # not at every start, of which it took a millisecond

        here = self.transport.get_write_buffer_size()
        with contextlib.suppress(OSError):
            descriptor = self.transport.get_extra_info("socket").fileno()
            (in_kernel,) = unpack("=i", ioctl(descriptor, termios.TIOCOUTQ, bytes(4)))
            return here, in_kernel
        return here, 0

    def hold_back(self, deadline: float) -> None:
        """Read nothing more until there is room."""
        self.held_back = True
        self.deadline = deadline
        self.transport.pause_reading()

    def go_on(self) -> None:
        """Read on, with all the time that a request has."""
        self.held_back = False
        self.moved_at = self.loop.time()
        self.deadline = self._capacity.next_deadline()
        self.transport.resume_reading()
        self.loop.call_soon(self._parse)  # later: what it finds may let the next one go on

    def give_up(self) -> None:
        """End the wait for the client: a body's is answered, another's is not."""
        if self._incoming.left is not None and not self._deaf:
            self.refuse(Overloaded() if self.held_back else RequestTimeout())
        else:
            self.transport.close()

    def shutdown(self, *, patiently: bool = True) -> None:
        """Answer the request that is in flight and no other.

        `patiently` is for a client that has not asked yet, or is still reading its last answer.
        """
        if self.cycle:
            self.cycle.keep_alive = False
        elif self.is_idle or not patiently:
            self.transport.close()

    def cut(self) -> None:
        """End the connection at once, whatever is still to be sent."""
        self.transport.abort()
