"""A client's connection: where requests begin and end, and what a client may cost meanwhile.

uvicorn's protocol reads requests and writes answers. A `Connection` hands it one request at a
time, cut at the blank line after the head, so that nothing is parsed before it can be answered.
It adds what uvicorn leaves open: limits on a head, the rules of RFC 9112 that the parser does
not check, deadlines, and an end that leaves the client time to read why.
"""

import asyncio
import contextlib
import re
import termios
from collections.abc import Iterator
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
    HeadTooLarge,
    MalformedRequest,
    TargetTooLong,
    UnsupportedTransferCoding,
)
from service.config import (
    LARGEST_HEAD,
    LONGEST_FIELD,
    LONGEST_TARGET,
    MOST_FIELDS,
    MOST_FRAMING,
    SMALL_BODY,
)
from service.serving.capacity import Capacity

Headers = list[tuple[str, str]]

CONNECTION = "nim.connection"
"""The key of the connection in the ASGI scope of its requests."""

END = b"\r\n\r\n"
"""What a head ends with, and the trailer of a chunked body; no other request ends elsewhere."""

CHUNKED = -1
"""In place of the bytes left to come: they are as many as the chunks say."""

UPGRADE = b"\r\nupgrade:"

KNOWN_METHODS = frozenset([b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS"])
OTHER_METHOD = b"_OTHER"
"""What any other is called, in the answer as well as in the metrics."""

SINGLE_FIELDS = (b"host", b"content-type", b"transfer-encoding")

_BARE_LF = re.compile(rb"(?<!\r)\n")
_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._~!$&'()*+,;=%-]*)(?::[0-9]*)?")


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
        self._link: asyncio.Transport
        self._buffer = b""  # not parsed yet
        self._left: int | None = None  # bytes of the body to come; None while a head is awaited
        self._answering = False
        self._deaf = False  # whatever comes is thrown away
        self._ended = False  # the client has closed its side; it may still be reading
        self._method = b""
        self._mark = 0
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
        self._length = 0
        self._tail = b""  # the last bytes of a chunked body so far

    # --- What the transport reports ---------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._link = transport
        self.deadline = self._capacity.next_deadline()
        super().connection_made(Link(transport, self))  # type: ignore[arg-type]
        self._capacity.admit(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and parse those of the request that is due."""
        if self._deaf:
            return
        self._buffer = self._buffer + data if self._buffer else data
        if self._answering:
            self.flow.pause_reading()  # until the answer is sent
        else:
            self._parse()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Keep the other direction open: a request may still be due its answer."""
        self._ended = True
        if self.lingering:
            self._link.close()
        elif not self._answering:
            self._give_up_the_rest()
        return True

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Forget the connection, and let nothing keep it in memory."""
        self._deaf = True
        self._capacity.dismiss(self)
        super().connection_lost(None)  # for a broken one uvicorn would leave its timer running
        self.transport.detach()  # type: ignore[attr-defined]
        self.scope = self.headers = self.cycle = None  # type: ignore[assignment]

    # --- Parsing ----------------------------------------------------------------------------

    def _parse(self) -> None:
        if self.deadline == inf:
            self.deadline = self._capacity.next_deadline()
        for piece in self._pieces():
            body = self._left is not None
            super().data_received(piece)
            if body:
                self._count(len(piece))

    def _pieces(self) -> Iterator[bytes]:
        """The bytes up to the end of the request, in pieces that can't reach beyond it."""
        while self._buffer and not self._answering and not self._deaf:
            if self._left is None:
                self._buffer = self._buffer.lstrip(b"\r\n")
                end = self._buffer.find(END)
                if (end if end >= 0 else len(self._buffer)) > LARGEST_HEAD:
                    first_line = self._buffer.partition(b"\r\n")[0]
                    self._method = OTHER_METHOD
                    self.refuse(
                        TargetTooLong() if len(first_line) > LARGEST_HEAD else HeadTooLarge()
                    )
                    return
                if end < 0 and not _BARE_LF.search(self._buffer):
                    return
                yield self._take_head(end + len(END) if end >= 0 else len(self._buffer))
            elif self._left == CHUNKED:
                # The end may come in two parts.
                end = (self._tail + self._buffer).find(END)
                size = end + len(END) - len(self._tail) if end >= 0 else len(self._buffer)
                piece = self._take(size)
                self._tail = (self._tail + piece)[1 - len(END) :]
                yield piece
            else:
                self._left -= len(piece := self._take(self._left))
                yield piece

    def _take(self, size: int) -> bytes:
        piece, self._buffer = self._buffer[:size], self._buffer[size:]
        return piece

    def _take_head(self, size: int) -> bytes:
        """A head as the parser takes it: with no method that it doesn't know, and no upgrade."""
        head = self._take(size)
        method, _, rest = head.partition(b" ")
        self._method = method if method in KNOWN_METHODS else OTHER_METHOD
        if self._method == OTHER_METHOD and _TOKEN.fullmatch(method):
            head = b"GET " + rest
        # The parser would take what follows for another protocol, the body too.
        while (start := head.lower().find(UPGRADE)) >= 0:
            head = head[: start + 2] + b"not-" + head[start + 2 :]
        return head

    def _count(self, size: int) -> None:
        """Count what has come of a body, and see that there is room for a large one."""
        self._wire += size
        if self._wire > SMALL_BODY and not self._answering and not self._deaf:
            limit = self._capacity.max_body_bytes
            if self._left == CHUNKED and self._wire > limit + limit // 8 + MOST_FRAMING:
                self.refuse(BodyTooLarge(limit))
                return
            if self._wire - self._mark >= SMALL_BODY:
                self._mark = self._wire
                self.moved_at = self.loop.time()
            self._capacity.reserve(self, limit if self._left == CHUNKED else self._length)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Have what the parser can't read answered as every other fault."""
        self.refuse(MalformedRequest("The request is not HTTP/1.1, or its framing is broken."))

    def on_message_begin(self) -> None:
        """Start a request."""
        super().on_message_begin()
        self.scope[CONNECTION] = self  # type: ignore[literal-required]

    def on_headers_complete(self) -> None:
        """Start to answer, with a body to come or with the fault that the head has."""
        fault = self._fault_of_head()
        try:
            path = self.url if self.url.startswith(b"/") else parse_url(self.url).path
            self.url = self.url if path else b"/"
            super().on_headers_complete()
        except (HttpParserInvalidURLError, UnicodeDecodeError):
            self.url = b"*"
            fault = fault or MalformedRequest("The target of the request is not a path.")
            super().on_headers_complete()
        self.scope["method"] = self._method.decode()
        self.cycle.keep_alive = self.parser.should_keep_alive()
        self._wire = self._mark = 0
        if fault:
            self.refuse(fault)

    def _fault_of_head(self) -> Exception | None:
        """What is wrong with a head that the parser has read; notes how the body is framed."""
        self._left = 0
        version, fields = self.parser.get_http_version(), dict(self.headers)
        if len(self.url) > LONGEST_TARGET:
            return TargetTooLong()
        if (
            len(self.headers) > MOST_FIELDS
            or max(map(len, fields.values()), default=0) > LONGEST_FIELD
        ):
            return HeadTooLarge()
        if reason := self._flaw_of_head(version, fields):
            return MalformedRequest(reason)
        if coding := fields.get(b"transfer-encoding"):
            self._left, self._tail = CHUNKED, b""
            return None if coding.lower() == b"chunked" else UnsupportedTransferCoding()
        self._length = self._left = int(fields.get(b"content-length", 0))
        limit = self._capacity.max_body_bytes
        return BodyTooLarge(limit) if self._left > limit else None

    def _flaw_of_head(self, version: str, fields: dict[bytes, bytes]) -> str | None:
        """What RFC 9112 forbids, and the parser does not see."""
        if version not in {"1.0", "1.1"}:
            return "Only HTTP/1.1 and HTTP/1.0 are served."
        if len(fields) < len(self.headers):
            names = [name for name, _ in self.headers]
            for name in SINGLE_FIELDS:
                if names.count(name) > 1:
                    return f"The header {name.decode()} is given more than once."
        host = fields.get(b"host")
        if host is None and version == "1.1":
            return "A request of HTTP/1.1 has a Host header."
        if host and not _HOST.fullmatch(host):
            return "The Host header names no host."
        if version == "1.0" and b"transfer-encoding" in fields:
            return "A request of HTTP/1.0 has no Transfer-Encoding."
        return None

    def on_message_complete(self) -> None:
        """Wait for nothing more until the request is answered."""
        super().on_message_complete()
        self._answering = True
        self._left = None
        self.deadline = inf

    # --- Answering --------------------------------------------------------------------------

    def refuse(self, fault: Exception) -> None:
        """Have the request answered with a fault, whatever else comes of it; the last answer."""
        if self._deaf:
            return
        self._deaf = True
        self._buffer = b""
        if self._left is None:
            self._begin_without_head()
        self.scope[REQUEST_FAULT] = fault  # type: ignore[literal-required]
        self.cycle.keep_alive = False
        self.cycle.message_event.set()
        self.deadline = inf
        self._capacity.release(self)

    def _begin_without_head(self) -> None:
        """Start to answer a request whose head can't be read."""
        self._left = 0
        self.on_message_begin()
        self.url = b"*"
        super().on_headers_complete()
        self.scope["method"] = self._method.decode()

    async def answer(self, status: str, headers: Headers, content: bytes, *, last: bool) -> None:
        """Send an answer, in one piece: a proxy can't ask again for one that was begun."""
        if self.flow.write_paused:
            await self.flow.drain()
        cycle = self.cycle
        if self.is_gone or cycle is None:
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
            self.transport.close()
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
            return
        if self._buffer:
            self._parse()
        if self._ended and not self._answering:
            self._give_up_the_rest()

    def _give_up_the_rest(self) -> None:
        """End what the client has ended: a body that is not complete is answered with that."""
        if self._left is not None and not self._deaf:
            self.refuse(IncompleteBody())
        elif not self._deaf:
            self.shutdown(patiently=False)

    def finish(self) -> None:
        """Send what is written and end the connection, but go on reading until the client ends it.

        A client that is still sending when its connection is closed for good would lose the
        answer that says why.
        """
        if self._ended or self._link.is_closing():
            self._link.close()
        elif not self.lingering:
            self.lingering = self._deaf = True
            self._buffer = b""
            self.deadline = self._capacity.next_deadline()
            self._capacity.release(self)
            self._link.write_eof()
            self._link.resume_reading()  # uvicorn may have paused it

    # --- What the capacity and the worker ask ------------------------------------------------

    def abandon(self) -> None:
        """Leave a request without its answer, which has no reader; uvicorn would log an error."""
        if self.cycle is not None:
            self.cycle.disconnected = True

    @property
    def is_gone(self) -> bool:
        """Whether there is no client left to read an answer."""
        return self._link.is_closing()

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a request has come since the last answer."""
        return self.deadline == inf and not self._answering and not self._deaf

    def unread(self) -> tuple[int, int]:
        """Bytes of answers that are still here, and in the kernel."""
        here = self._link.get_write_buffer_size()
        with contextlib.suppress(OSError):
            descriptor = self._link.get_extra_info("socket").fileno()
            (in_kernel,) = unpack("=i", ioctl(descriptor, termios.TIOCOUTQ, bytes(4)))
            return here, in_kernel
        return here, 0

    def hold_back(self, deadline: float) -> None:
        """Read nothing more until there is room."""
        self.held_back = True
        self.deadline = deadline
        self._link.pause_reading()

    def go_on(self) -> None:
        """Read on, with all the time that a request has."""
        self.held_back = False
        self.moved_at = self.loop.time()
        self.deadline = self._capacity.next_deadline()
        self._link.resume_reading()

    def give_up(self) -> None:
        """End the wait for the client: a body's is answered, another's is not."""
        if self._left is not None and not self._deaf:
            self.refuse(Overloaded() if self.held_back else RequestTimeout())
        else:
            self._link.close()

    def shutdown(self, *, patiently: bool = True) -> None:
        """Answer the request that is in flight and no other.

        `patiently` is for a client that has not asked yet, or is still reading its last answer.
        """
        if self._answering or self._left is not None:
            self.cycle.keep_alive = False
        elif self.is_idle or not patiently:
            self._link.close()

    def cut(self) -> None:
        """End the connection at once, whatever is still to be sent."""
        self._link.abort()


class Link:
    """The transport as uvicorn sees it: closing it leaves the client time to read its answers."""

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
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
