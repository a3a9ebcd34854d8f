"""A client's connection: requests are read, answered in the callback that reads them, and sent.

There is no task, future or timer for a request. A large one is computed beside the event loop
(offload.py), and what takes too long is ended at a tick of the worker's.
"""

import asyncio
import contextlib
from fcntl import ioctl
from io import BytesIO
from socket import SO_LINGER, SO_RCVBUF, SOL_SOCKET
from struct import pack, unpack
from termios import TIOCOUTQ
from time import perf_counter
from typing import TYPE_CHECKING, Any
from wsgiref.types import WSGIEnvironment

from httptools import HttpParserError, HttpRequestParser

from service import limits
from service import request_faults as faults
from service.heads import CHUNKED, NOT_HTTP, Head
from service.limits import LARGE_BUFFER, MOST_WRITTEN, ROUND, SMALL_BODY, TLS_PIECE
from service.linux import bound_window
from service.server.admission import END, HEAD, NOTHING, OTHERS, READER, ROOM, TURN, Transfer
from service.server.framing import Incoming
from service.stop import is_stopping
from service.wsgi import STARTED, Answer, call, encode

if TYPE_CHECKING:
    from service.server.worker import Worker

NO_ROOM = "More request bodies are arriving than this process can hold; please try again."
NO_HEAD = Head({})
CHUNKED_HEAD = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
NOTHING_LEFT = memoryview(b"")
TOO_SLOW = "The body came too slowly while others waited for room; please try again."


class Connection(asyncio.Protocol):
    """One client's connection."""

    __slots__ = (
        "body", "buffer", "choked", "common", "complete", "ended", "environ", "head", "incoming",
        "is_tls", "keep_alive", "parser", "reading", "since", "socket", "transport", "unsent",
        "unwritten", "upload", "waits", "wire", "worker",
    )  # fmt: skip

    def __init__(self, worker: "Worker", common: WSGIEnvironment) -> None:
        self.worker, self.common = worker, common
        self.incoming = Incoming()
        self.waits, self.since = HEAD, perf_counter()  # what it waits for, and since when
        self.upload: Transfer | None = None  # a large body, until its request is answered
        self.reading: Transfer | None = None  # large answers that the client has not read yet
        self.buffer: Transfer | None = None  # a receive buffer that is larger than others'
        self.choked = False  # so much is unsent that no other answer is made
        self.ended = False  # the client has closed its side; it may still be reading
        self.unsent = 0  # bytes of answers since it was last seen whether the client reads them
        self.unwritten = NOTHING_LEFT  # of an answer over TLS
        self._begin()

    def _begin(self) -> None:
        self.environ: WSGIEnvironment = {}  # once the head is read
        self.head = NO_HEAD
        self.parser: Any = None  # of a chunked body
        self.body: bytes | bytearray = b""
        self.wire = 0  # bytes of the body so far, with its framing
        self.complete = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self.transport, self.socket = transport, transport.get_extra_info("socket")
        peer = transport.get_extra_info("peername")
        host, port = peer[:2] if isinstance(peer, tuple) else ("", "")
        self.common = {**self.common, "REMOTE_ADDR": host, "REMOTE_PORT": str(port)}
        self.is_tls = not transport.can_write_eof()
        if self.is_tls:
            transport.set_write_buffer_limits(TLS_PIECE)
            transport.set_read_buffer_limits(TLS_PIECE)  # type: ignore[attr-defined]
        self.worker.admission.admit(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and read and answer the requests that they complete."""
        if self.waits >= END:
            return
        self.incoming.waiting += data
        if self.waits <= HEAD:
            self._proceed()
        elif len(self.incoming.waiting) > SMALL_BODY:
            self.transport.pause_reading()

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still be due its answer."""
        self.ended = True
        self.unwritten = NOTHING_LEFT
        if self.waits <= HEAD:
            self._proceed()
        elif self.waits == END:
            self.close()
        return not self.is_tls

    def pause_writing(self) -> None:
        """Make no other answer while much of the last one is unread."""
        self.choked = True

    def resume_writing(self) -> None:
        """Go on: almost all is in the kernel now."""
        self.choked = False
        self._write_on()
        self.worker.admission.look(self, perf_counter())
        if self.waits == READER and not self.choked:
            self.read_on()
        elif self.waits == END and self.is_tls:
            self.close()
        self.worker.go_on()

    def connection_lost(self, _: Exception | None) -> None:
        """Forget the connection, and let nothing keep its request in memory."""
        self.waits = END
        self.worker.admission.dismiss(self)
        self.worker.offload.leave(self)
        self.worker.go_on()
        self._begin()
        self.incoming.waiting, self.unwritten = b"", NOTHING_LEFT

    def read_on(self) -> None:
        """Read on after a pause."""
        if self.waits < END:
            self.waits = HEAD if self.environ else NOTHING
            self.since = perf_counter()
            self.transport.resume_reading()
            self._proceed()

    def _read_later(self) -> None:
        self.waits = OTHERS
        self.transport.pause_reading()
        self.worker.wait_for_others(self)

    def _proceed(self) -> None:
        """Read and answer what has come, a few requests at a time."""
        for _ in range(ROUND):
            self._read()
            if self.worker.written >= MOST_WRITTEN and self.waits <= HEAD:
                self._read_later()
            elif self.complete and self.waits <= HEAD:
                self._serve()
            elif self.waits == NOTHING and (self.incoming.waiting or self.environ):
                self.waits, self.since = HEAD, perf_counter()  # a request has begun
            if self.waits != NOTHING or not self.incoming.waiting:
                break
        else:
            self._read_later()
        if self.ended and self.waits <= HEAD:
            self.refuse(faults.IncompleteBody()) if self.environ else self.close()

    def _read(self) -> None:
        """Read until a request is complete, or more has to come."""
        if not self.environ:
            if not (self.incoming.waiting and (head := self.incoming.next_head())):
                return
            self._begin_request(head)
        try:
            while not self.complete and self.waits <= HEAD and (size := self._read_body()):
                self._count(size)
        except faults.RequestFault as fault:
            self.refuse(fault)
        except HttpParserError as error:
            raised = error.__context__  # in a callback; else the parser has found something
            malformed = faults.MalformedRequest(NOT_HTTP)
            self.refuse(raised if isinstance(raised, Exception) else malformed)

    def _begin_request(self, head: Head) -> None:
        """Take a head, and see what body is to come."""
        self.head, self.keep_alive = head, head.keep_alive
        self.environ = {**self.common, **head.environ}
        limit = self.worker.served.max_body_bytes
        if fault := head.fault or (faults.BodyTooLarge(limit) if head.length > limit else None):
            self.refuse(fault)
        elif not head.length:
            self.complete = True
        else:
            if head.length == CHUNKED:
                self.parser = HttpRequestParser(self)
                self.parser.feed_data(CHUNKED_HEAD)
            if head.expects_continue and not self.incoming.waiting:
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _read_body(self) -> int:
        """Read a piece of the body; its size."""
        if self.parser:
            piece = self.incoming.next_chunks()
            self.parser.feed_data(piece)
        else:
            piece = self.incoming.take(self.head.length - len(self.body))
            self.on_body(piece)
            self.complete = len(self.body) == self.head.length
        return len(piece)

    def _count(self, size: int) -> None:
        """Count a piece of a body with its framing, and see that there is room for a large one."""
        limit, is_chunked = self.worker.served.max_body_bytes, bool(self.parser)
        self.wire += size
        if is_chunked and self.wire > limit + limit // 8 + limits.MOST_FRAMING:
            raise faults.BodyTooLarge(limit)
        if self.upload:
            left = 0 if self.complete else max(1, self.upload.held - self.wire)
            if self.complete or self.upload.left - left >= SMALL_BODY:  # less is no progress
                self.upload.move(left, perf_counter())
        elif self.wire > SMALL_BODY:
            whole = max(self.head.length, len(self.body))
            size = limit if is_chunked and not self.complete else whole
            self.waits, self.since = ROOM, perf_counter()
            self.transport.pause_reading()
            self.worker.admission.waiting[self] = size
            self.worker.admission.let_go_on(self.since)

    def receive(self, upload: Transfer) -> None:
        """Receive the rest of a large body, for which there is room now."""
        self.upload = upload
        self._read_later()
        if upload.held > LARGE_BUFFER and not self.buffer:
            # To make it smaller again would stall the client: it waits for as much as there was.
            self.buffer = self.worker.admission.begin(Transfer(self, LARGE_BUFFER, self.since))
            self.buffer.left = 0
            with contextlib.suppress(OSError):  # a socket of Unix has no window
                self.socket.setsockopt(SOL_SOCKET, SO_RCVBUF, LARGE_BUFFER // 2)  # doubled
                bound_window(self.socket, LARGE_BUFFER)

    def on_body(self, data: bytes) -> None:
        """Gather a body."""
        if type(self.body) is bytes:
            self.body = bytearray(self.body + data) if self.body else data
        else:
            self.body += data
        if len(self.body) > self.worker.served.max_body_bytes:
            raise faults.BodyTooLarge(self.worker.served.max_body_bytes)

    def on_message_complete(self) -> None:
        """Note the end of a chunked body, and what its trailers say of the connection."""
        self.complete = True
        self.keep_alive &= self.parser.should_keep_alive()

    def _serve(self) -> None:
        """Answer the request that is complete, or let it wait for its turn."""
        served, environ, body = self.worker.served, self.environ, self.body
        if self.parser:
            environ["CONTENT_LENGTH"] = str(len(body))
        environ["wsgi.input"] = BytesIO(body)
        environ[STARTED] = self.since = perf_counter()
        self.body = b""
        turn = served.turn_of(environ, body)
        if turn is None:
            self.answer(call(served.application, environ))
        else:
            self.waits = TURN
            self.worker.offload.add(self, turn, environ)

    def refuse(self, fault: Exception) -> None:
        """Answer a request with a fault, whatever else comes of it; the last answer."""
        if self.waits < END:
            self.worker.offload.leave(self)
            self.worker.admission.waiting.pop(self, None)
            environ = self.environ
            environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(), "0"
            environ[STARTED] = perf_counter()
            self.keep_alive = False
            self.answer(self.worker.served.answer_fault(fault, environ))

    def answer(self, answer: Answer) -> None:
        """Send an answer, in one piece: a proxy can't ask again for one that was begun."""
        worker, head = self.worker, self.head
        if self.transport.is_closing():
            self.waits = END
            return
        is_1_0 = head.environ["SERVER_PROTOCOL"] == "HTTP/1.0"
        line = "Connection: keep-alive\r\n" if is_1_0 else ""
        if last := not self.keep_alive or not worker.alive or is_stopping():
            line = "Connection: close\r\n"
        pieces = encode(answer, head.environ["REQUEST_METHOD"], line, worker.date)
        if self.is_tls:
            self.unwritten = memoryview(b"".join(pieces))
            self._write_on()
        else:
            self.transport.writelines(pieces)
        worker.nr += 1
        self._begin()
        self.waits, self.since = NOTHING, perf_counter()
        self.unsent += len(answer[2])
        if self.unsent > SMALL_BODY:
            worker.count_written(self.unsent)
            worker.admission.send(self, self.since)
            self.unsent = 0
        if last:
            self.close(wait=not self.ended)
        elif self.choked:
            self.waits = READER
            self.transport.pause_reading()
        if self.upload:
            worker.admission.end(self.upload)
            self.upload = None
            worker.go_on()

    def _write_on(self) -> None:
        """Write as much of an answer over TLS as the client reads.

        Whatever is written there is encrypted at once, into buffers that nothing can count.
        """
        while self.unwritten and not self.choked:
            piece, self.unwritten = self.unwritten[:TLS_PIECE], self.unwritten[TLS_PIECE:]
            self.transport.write(piece)

    def give_up(self) -> None:
        """End the wait for the client: a request whose head is read is answered, no other is."""
        fault: Exception = faults.RequestTimeout()
        if self.waits == ROOM:
            fault = faults.Overloaded(NO_ROOM)
        elif self.waits == TURN:
            fault = self.worker.offload.overloaded()
        if self.environ:
            self.refuse(fault)
        elif any(self.unread()):
            self.cut()
        else:
            self.close()

    def let_go(self, seconds: float) -> None:
        """End the connection of a worker that stopped listening some time ago, if it is time."""
        begun = self.waits == HEAD and self.environ
        if self.waits == ROOM or (begun and seconds >= limits.GRACE - limits.LAST_WORDS):
            self.give_up()
        elif self.is_idle or (self.waits <= HEAD and not begun and seconds >= limits.FIRST_WORDS):
            self.close()

    def give_way(self, transfer: Transfer) -> None:
        """Give up a transfer, so that there is room for others."""
        if transfer is self.upload:
            self.refuse(faults.Overloaded(TOO_SLOW))
        elif transfer is self.reading:
            self.cut()
        else:
            self.close()

    def close(self, *, wait: bool = False) -> None:
        """End the connection once what is written is read; with `wait`, once its client ends it.

        One that still sends would else lose the answer that says why.
        """
        if self.waits != END:
            self.waits, self.since = END, perf_counter()
        self.incoming.waiting = b""
        if self.unwritten:
            return  # until the client has read that far
        if not self.is_tls and (wait or any(self.unread())):
            self.transport.write_eof()
            self.transport.resume_reading()
        else:
            self.transport.close()

    def cut(self) -> None:
        """End the connection at once, with nothing of it left in the kernel."""
        self.waits = END
        self.worker.admission.dismiss(self)
        if any(self.unread()):
            self.socket.setsockopt(SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))
        self.transport.abort()

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a request has come since the last answer, and that is read."""
        return self.waits == NOTHING and not self.reading

    def unread(self) -> tuple[int, int]:
        """Bytes of answers that are still here, and in the kernel."""
        in_kernel = bytes(4)
        with contextlib.suppress(OSError):
            in_kernel = ioctl(self.socket.fileno(), TIOCOUTQ, in_kernel)
        here = len(self.unwritten) + self.transport.get_write_buffer_size()
        return here, int(unpack("=i", in_kernel)[0])
