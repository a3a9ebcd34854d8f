"""A client's connection: requests are read, answered in the callback that reads them, and sent.

There is no task, future or timer for a request. A large one is computed beside the event loop
(offload.py), and what takes too long is ended at a tick of the worker's (`Connection.check`).
"""

import asyncio
import contextlib
import socket
from dataclasses import dataclass
from fcntl import ioctl
from io import BytesIO
from math import inf
from struct import pack, unpack
from termios import TIOCOUTQ
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from httptools import HttpParserError, HttpRequestParser

from service.limits import LONGEST_WAIT, MOST_FRAMING, SMALL_BODY
from service.request_faults import (
    BodyTooLarge,
    IncompleteBody,
    MalformedRequest,
    Overloaded,
    RequestFault,
    RequestTimeout,
)
from service.server.admission import Admission, Buffer, Transfer
from service.server.answers import call, encode
from service.server.framing import CHUNKED, NOT_HTTP, Incoming
from service.server.offload import Offload
from service.server.request_head import read_fields, read_target
from service.server.served import STARTED, Answer, Served
from service.stop import is_stopping

ROUND = 8
"""Requests of one connection that are answered before others have their turn."""

LARGE_WRITE = 64 * 2**10
"""Bytes of an answer that are not copied once more for the sake of a single buffer."""

ENLARGED_BUFFER = 64 * 2**10
"""Bytes that the kernel receives for a connection with a large body."""

AT_ONCE = pack("ii", 1, 0)
"""For SO_LINGER: what is not sent is thrown away, else the kernel would keep it for minutes."""

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

# What a connection waits for. Up to RECEIVING it reads on; from LINGERING on it is deaf.
IDLE, RECEIVING, ROOM, TURN, COMPUTING, READER, ROUNDS, LINGERING, GONE = range(9)
WAITED_FOR = {RECEIVING, LINGERING}

TOO_SLOW = "The body came too slowly while others waited for room; please try again."
NO_ROOM = "More request bodies are arriving than this process can hold; please try again."


@dataclass
class Shared:
    """What the connections of a worker have in common."""

    served: Served
    admission: Admission
    offload: Offload
    loop: asyncio.AbstractEventLoop
    keepalive: float
    date: str = ""
    """The header line."""
    closing: bool = False
    """Whether each answer is the last one of its connection."""
    answered: int = 0

    def __post_init__(self) -> None:
        timeout = self.served.request_timeout
        self.patience = dict.fromkeys(range(GONE + 1), inf)
        self.patience |= {IDLE: self.keepalive, RECEIVING: timeout, LINGERING: timeout}
        self.patience |= {ROOM: LONGEST_WAIT, TURN: LONGEST_WAIT}

    def go_on(self) -> None:
        """Give room that has become free to those who wait for it."""
        self.admission.let_go_on(perf_counter())
        self.offload.go_on()


class Connection(asyncio.Protocol):
    """One client's connection."""

    __slots__ = (
        "address", "body", "buffer", "choked", "common", "complete", "ended", "environ", "fields",
        "incoming", "is_head_read", "keep_alive", "length", "parser", "port", "reading", "shared", "since", "state",
        "target", "transport", "unsent", "upload", "wire",
    )  # fmt: skip

    transport: asyncio.Transport
    environ: WSGIEnvironment | None

    def __init__(self, shared: Shared, common: WSGIEnvironment) -> None:
        self.shared = shared
        self.common = common
        self.incoming = Incoming()
        self.parser: HttpRequestParser = HttpRequestParser(self)
        self.state = RECEIVING
        self.since = perf_counter()
        """When it began to wait for what it waits for."""
        self.upload: Transfer | None = None
        """A large body, until its request is answered."""
        self.reading: Transfer | None = None
        """Large answers that the client has not read yet."""
        self.buffer: Buffer | None = None
        """A receive buffer that is larger than others'."""
        self.choked = False  # so much is unsent that no other answer is made
        self.ended = False  # the client has closed its side; it may still be reading
        self.unsent = 0  # bytes of answers since it was last seen whether the client reads them
        self.begin()

    def begin(self) -> None:
        """Forget the last request."""
        self.environ = None
        self.target = b""
        self.fields: list[tuple[bytes, bytes]] = []
        self.body: bytes | bytearray = b""
        self.length = 0
        self.wire = 0  # bytes of the body so far, with their framing
        self.complete = self.keep_alive = self.is_head_read = False
        self.incoming.left = None

    # --- What the transport reports ---------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.address, self.port = (peer[0], str(peer[1])) if isinstance(peer, tuple) else ("", "")
        self.shared.admission.admit(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and read and answer the requests that they complete."""
        state, incoming = self.state, self.incoming
        if state >= LINGERING:
            return
        incoming.waiting = incoming.waiting + data if incoming.waiting else data
        if state <= RECEIVING:
            self.proceed()
        elif len(incoming.waiting) > SMALL_BODY:
            self.transport.pause_reading()

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still be due its answer."""
        self.ended = True
        if self.state == LINGERING:
            self.transport.close()
        elif self.state <= RECEIVING:
            self.give_up_the_rest()
        return self.transport.can_write_eof()  # which TLS can't

    def pause_writing(self) -> None:
        """Make no other answer while much of the last one is unread."""
        self.choked = True

    def resume_writing(self) -> None:
        """Go on: almost all is in the kernel now."""
        self.choked = False
        self.shared.admission.look(self, perf_counter())
        if self.state == READER:
            self.read_on()
        self.shared.go_on()

    def connection_lost(self, _: Exception | None) -> None:
        """Forget the connection, and let nothing keep its request in memory."""
        self.forget()
        self.begin()
        self.incoming.waiting = b""
        self.parser = None
        self.shared.go_on()

    # --- Reading ----------------------------------------------------------------------------

    def proceed(self) -> None:
        """Read and answer what has come, a few requests at a time."""
        for _ in range(ROUND):
            self.read()
            if self.state > RECEIVING:
                return
            if not self.complete:
                break
            self.serve()
            if self.state > RECEIVING:
                return
            if not self.incoming.waiting:
                break
        else:
            self.state = ROUNDS
            self.transport.pause_reading()
            self.shared.loop.call_soon(self.read_on)
            return
        if self.ended:
            self.give_up_the_rest()

    def read_on(self) -> None:
        """Read on after a pause."""
        if self.state < LINGERING:
            self.state = IDLE if self.incoming.left is None else RECEIVING
            self.since = perf_counter()
            self.transport.resume_reading()
            self.proceed()

    def read(self) -> None:
        """Read until a request is complete, or more has to come."""
        incoming = self.incoming
        try:
            while not self.complete and self.state <= RECEIVING:
                is_head = incoming.left is None
                piece = incoming.next_piece()
                if not piece:
                    break
                if is_head:
                    self.read_head(piece)
                else:
                    self.read_body(piece)
        except RequestFault as fault:
            self.refuse(fault)
        except HttpParserError:
            self.refuse(MalformedRequest(NOT_HTTP))
        else:
            if self.state == IDLE and not self.complete and (incoming.waiting or self.environ):
                self.state, self.since = RECEIVING, perf_counter()

    def read_head(self, head: bytes) -> None:
        """Read a head, and see what body is to come."""
        fault = None
        try:
            self.parser.feed_data(head)
        except HttpParserError as error:
            if not self.is_head_read:
                raise
            fault = error  # of what the head says, for some of which there is a better answer
        incoming, environ = self.incoming, self.make_environ()
        read_target(environ, self.target)
        self.length = length = read_fields(environ, self.fields, len(head))
        if fault:
            raise fault
        if length > self.shared.served.max_body_bytes:
            raise BodyTooLarge(self.shared.served.max_body_bytes)
        incoming.left = length
        if (
            length
            and not incoming.waiting
            and environ.get("HTTP_EXPECT", "").lower() == "100-continue"
            and environ["SERVER_PROTOCOL"] != "HTTP/1.0"  # RFC 9110 10.1.1
        ):
            self.transport.write(CONTINUE)

    def make_environ(self) -> WSGIEnvironment:
        """An environ in which only target and headers are missing."""
        self.environ = {
            **self.common,
            "REQUEST_METHOD": self.incoming.method,
            "PATH_INFO": "*",
            "QUERY_STRING": "",
            "SERVER_PROTOCOL": self.incoming.protocol,
            "REMOTE_ADDR": self.address,
            "REMOTE_PORT": self.port,
        }
        return self.environ

    def read_body(self, piece: bytes) -> None:
        """Read a piece of a body, and see that there is room for a large one."""
        limit, is_chunked = self.shared.served.max_body_bytes, self.length == CHUNKED
        self.wire += len(piece)
        if is_chunked and self.wire > limit + limit // 8 + MOST_FRAMING:
            raise BodyTooLarge(limit)
        self.parser.feed_data(piece)
        if len(self.body) > limit:
            raise BodyTooLarge(limit)
        if self.wire <= SMALL_BODY:
            return
        now = perf_counter()
        if not self.upload:
            size = limit if is_chunked and not self.complete else max(self.length, len(self.body))
            self.upload = self.shared.admission.receive(self, size, now)
            if not self.upload:
                self.state, self.since = ROOM, now
                self.transport.pause_reading()
                return
            self.enlarge_buffer(size)
        left = 0 if self.complete else self.upload.held - self.wire
        if self.complete or self.upload.left - left >= SMALL_BODY:  # less is no progress
            self.upload.move(left, now)

    def go_on_receiving(self, upload: Transfer) -> None:
        """Receive the rest of a body, for which there is room now."""
        self.upload = upload
        self.enlarge_buffer(upload.held)
        self.state = ROUNDS
        self.shared.loop.call_soon(self.read_on)

    def enlarge_buffer(self, size: int) -> None:
        """Let the kernel take more at a time where a large body comes, from now on."""
        if size > ENLARGED_BUFFER and not self.buffer:
            set_option = self.transport.get_extra_info("socket").setsockopt
            with contextlib.suppress(OSError):  # a socket of Unix has no window
                set_option(socket.SOL_SOCKET, socket.SO_RCVBUF, ENLARGED_BUFFER // 2)  # doubled
                set_option(socket.IPPROTO_TCP, socket.TCP_WINDOW_CLAMP, ENLARGED_BUFFER)
            # To make it smaller again would stall the client: it waits for as much as there was.
            self.buffer = self.shared.admission.begin(Buffer(self, ENLARGED_BUFFER, self.since))

    def on_url(self, target: bytes) -> None:
        """Take the target from the parser."""
        self.target += target

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header from the parser, or a trailer, which nobody reads."""
        self.fields.append((name, value))

    def on_headers_complete(self) -> None:
        """Note that nothing in the head is unreadable."""
        self.is_head_read = True

    def on_body(self, data: bytes) -> None:
        """Gather a body."""
        if not self.body:
            self.body = data
        else:
            if type(self.body) is bytes:
                self.body = bytearray(self.body)
            self.body += data

    def on_message_complete(self) -> None:
        """Note whether the connection may be kept: headers say so, and trailers may."""
        self.complete = True
        self.keep_alive = self.parser.should_keep_alive()

    # --- Answering --------------------------------------------------------------------------

    def serve(self) -> None:
        """Answer the request that is complete, or let it wait for its turn."""
        shared, environ, body = self.shared, self.environ, self.body
        assert environ is not None  # noqa: S101
        if self.incoming.protocol == "HTTP/1.0":  # kept only where nothing but that is asked for
            asked = environ.get("HTTP_CONNECTION", "").lower() == "keep-alive"
            self.keep_alive = self.keep_alive and asked
        if self.length == CHUNKED:
            environ["CONTENT_LENGTH"] = str(len(body))
        environ["wsgi.input"] = BytesIO(body)
        environ[STARTED] = now = perf_counter()
        turn = shared.served.turn_of(environ, body)
        self.body = b""
        if turn is None:
            self.answer(call(shared.served.application, environ))
            return
        self.state, self.since = TURN, now
        try:
            shared.offload.add(self, turn, environ)
        except Overloaded as fault:
            self.answer(shared.served.answer_fault(fault, environ))

    def refuse(self, fault: RequestFault) -> None:
        """Answer a request with a fault, whatever else comes of it; the last answer."""
        if self.state >= LINGERING:
            return
        environ = self.environ or self.make_environ()
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(), "0"
        environ[STARTED] = perf_counter()
        self.keep_alive = False
        self.answer(self.shared.served.answer_fault(fault, environ))

    def answer(self, answer: Answer) -> None:
        """Send an answer, in one piece: a proxy can't ask again for one that was begun."""
        shared, transport = self.shared, self.transport
        if transport.is_closing():
            self.state = max(self.state, LINGERING)
            return
        last, connection = not self.keep_alive or shared.closing or is_stopping(), ""
        if last:
            connection = "Connection: close\r\n"
        elif self.incoming.protocol == "HTTP/1.0":
            connection = "Connection: keep-alive\r\n"
        head, body = encode(answer, self.incoming.method, connection, shared.date)
        if len(body) < LARGE_WRITE:
            transport.write(head + body)
        else:
            transport.writelines([head, body])
        upload, self.upload = self.upload, None
        self.begin()
        self.since = perf_counter()
        shared.answered += 1
        self.unsent += len(body)
        if self.unsent > SMALL_BODY:
            self.count_unsent()
        if last:
            self.finish()
        elif self.choked:
            self.state = READER
            transport.pause_reading()
        else:
            self.state = IDLE
        if upload:
            shared.admission.end(upload)
            shared.go_on()

    def start_computing(self) -> None:
        """Note that its turn has come."""
        self.state = COMPUTING

    def answer_in_turn(self, answer: Answer) -> None:
        """Send an answer that was not made while reading, and read on."""
        self.answer(answer)
        if self.state == IDLE:
            self.read_on()

    def count_unsent(self) -> None:
        """Count what is unread, if it is much."""
        size, self.unsent = sum(self.unread()), 0
        if size > SMALL_BODY:
            if self.reading:
                size -= self.reading.left
            self.shared.admission.send(self, size, self.since)

    def unread(self) -> tuple[int, int]:
        """Bytes of answers that are still here, and in the kernel."""
        here = self.transport.get_write_buffer_size()
        try:
            descriptor = self.transport.get_extra_info("socket").fileno()
            (in_kernel,) = unpack("=i", ioctl(descriptor, TIOCOUTQ, bytes(4)))
        except OSError:
            return here, 0
        return here, in_kernel

    # --- Ending -----------------------------------------------------------------------------

    def finish(self) -> None:
        """Send what is written and end the connection, but go on reading until the client ends it.

        A client that is still sending when its connection is closed for good would lose the
        answer that says why.
        """
        if self.ended or not self.transport.can_write_eof():
            self.close()
        else:
            self.state = LINGERING
            self.incoming.waiting = b""
            self.transport.write_eof()
            self.transport.resume_reading()

    def close(self) -> None:
        """Send what is written and end the connection."""
        self.state = LINGERING
        self.transport.close()

    def give_up_the_rest(self) -> None:
        """End what the client has ended: a body that is not complete is answered with that."""
        if self.environ:
            self.refuse(IncompleteBody("The body ended before it was complete."))
        else:
            self.close()

    def check(self, now: float) -> None:
        """End what takes too long."""
        is_read = self.state == IDLE and self.reading  # which has its own measure
        if now - self.since >= self.shared.patience[self.state] and not is_read:
            self.give_up()

    def give_up(self) -> None:
        """End the wait: for a body or a turn it is answered, else the connection is closed."""
        shared = self.shared
        if self.state == ROOM:
            self.refuse(Overloaded(NO_ROOM))
        elif self.state == TURN and self.environ:
            shared.offload.leave(self)
            fault = shared.offload.overloaded()
            self.answer_in_turn(shared.served.answer_fault(fault, self.environ))
        elif self.state == RECEIVING and self.environ:
            self.refuse(RequestTimeout("The request did not arrive in time."))
        elif sum(self.unread()):
            self.cut()
        else:
            self.close()

    def let_go(self, *, patiently: bool) -> None:
        """Close the connection if nothing is asked for.

        `patiently` is for a client that has only just connected, or still reads its last answer.
        """
        if (self.state == IDLE and not (patiently and self.reading)) or (
            self.state == RECEIVING and not self.environ and not patiently
        ):
            self.close()

    def give_way(self, transfer: Transfer) -> None:
        """Give up a transfer, so that there is room for others."""
        if transfer is self.upload:
            self.refuse(Overloaded(TOO_SLOW))
        elif transfer is self.reading:
            self.cut()
        elif transfer is self.buffer:
            self.give_up()

    def cut(self) -> None:
        """End the connection at once, with nothing of it left in the kernel."""
        if self.state != GONE:
            self.forget()
            if sum(self.unread()):
                with contextlib.suppress(OSError):
                    option = (socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                    self.transport.get_extra_info("socket").setsockopt(*option)
            self.transport.abort()

    def forget(self) -> None:
        """Hold no room and no turn any more."""
        self.state = GONE
        self.shared.offload.leave(self)
        self.shared.admission.dismiss(self)

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a request has come since the last answer, which is read."""
        return self.state == IDLE and not self.reading

    def inactivity(self, now: float) -> float:
        """How readily it gives its place to a newcomer: idle ones first, then the slowest."""
        if self.is_idle:
            return 1e9 + now - self.since
        transfers = [transfer.lasts(now) for transfer in (self.upload, self.reading) if transfer]
        return max(transfers, default=now - self.since if self.state in WAITED_FOR else 0)
