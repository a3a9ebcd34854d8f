"""Sends a connection's responses, and counts the bytes that its client has not read."""

import asyncio
import logging
from time import perf_counter
from typing import TYPE_CHECKING

from .input import Request
from .kernel import discard_when_closed, unread_in_kernel
from .limits import SMALL_BODY, TLS_PIECE
from .memory import Transfer
from .responses import CLOSE, KEEP_ALIVE, Response, encode
from .stopping import is_stopping

if TYPE_CHECKING:
    from .server import Server

log = logging.getLogger(__package__)

NOTHING_LEFT = memoryview(b"")


class Output:
    """The responses that are being sent on one connection."""

    __slots__ = (
        "_server", "_socket", "_transport", "_uncounted", "_unsent", "_unwritten", "answered",
        "held", "is_full", "is_tls", "transfer",
    )  # fmt: skip

    def __init__(self, transport: asyncio.Transport, server: "Server") -> None:
        self._transport, self._server = transport, server
        self._socket = transport.get_extra_info("socket")
        self.is_full = False  # too much is unread, so the next request must wait
        self.held = 0  # bytes of memory, in the process and in the kernel, if they are many
        self.transfer: Transfer | None = None  # of the unread responses, if they are long
        self.answered: list[Request] = []  # those whose responses have not been sent
        self._unsent: list[bytes] = []  # their responses, until the end of the turns
        self._unwritten = NOTHING_LEFT  # of a large response over TLS
        self._uncounted = 0  # bytes of responses since the unread ones were last counted
        self.is_tls = not transport.can_write_eof()
        if self.is_tls:
            transport.set_write_buffer_limits(TLS_PIECE)
            transport.set_read_buffer_limits(TLS_PIECE)  # type: ignore[attr-defined]

    def respond(self, request: Request, response: Response, now: float) -> bool:
        """Send a whole response, a small one after the turns; return whether it is the last.

        None begins before it is complete, because a proxy can't retry once it has begun.
        """
        server, head = self._server, request.head.environ
        server.responses += 1
        if last := server.is_ending or is_stopping() or not request.keep_alive:
            connection = CLOSE
        else:
            connection = KEEP_ALIVE if head["SERVER_PROTOCOL"] == "HTTP/1.0" else ""
        method = head["REQUEST_METHOD"]
        try:
            pieces = encode(response, method, connection, server.date)
        except (AttributeError, TypeError, ValueError) as error:  # a bug of the application
            response = server.application.fail(error, request.environ)
            pieces = encode(response, method, connection, server.date)
        self._unsent += pieces
        request.response, request.ready_at = response, now
        self.answered.append(request)
        self._uncounted += len(response.body)
        if self._uncounted > SMALL_BODY:
            server.turns.written += self._uncounted
            self._uncounted = 0
            self.send()
            self._count(now)
        return last

    def send(self) -> None:
        """Have the waiting responses counted and logged, and send them.

        A later count would be lost if the process is killed once the client has its response.
        """
        answered, self.answered = self.answered, []
        self._note(answered)
        pieces, self._unsent = self._unsent, []
        if pieces and not self._transport.is_closing():
            if len(pieces[-1]) <= SMALL_BODY:
                self._transport.write(b"".join(pieces))
            elif self.is_tls:
                self._unwritten = memoryview(b"".join(pieces))
                self._write_on()
            else:
                self._transport.writelines(pieces)

    def fail(self, error: BaseException, request: Request | None) -> None:
        """Respond with an error to a request, and to those whose responses have not been sent.

        This relies on as little as possible, because the bug may be anywhere.
        """
        server, failed = self._server, self.answered
        self.answered = []
        self.discard()
        if request and not request.is_noted and request not in failed:
            failed.append(request)
        if not failed:
            log.error("the server failed", exc_info=error)
        for each in failed:
            each.response = server.application.fail(error, each.environ)
            each.ready_at = perf_counter()
            pieces = encode(each.response, each.environ["REQUEST_METHOD"], CLOSE, server.date)
            self._transport.write(b"".join(pieces))
            self._note([each])

    def _note(self, requests: list[Request]) -> None:
        """Have requests counted and logged. A bug there costs no response."""
        note = self._server.application.note
        for each in requests:
            each.is_noted = True
            try:
                note(each.environ, each.response, each.ready_at)
            except Exception:
                log.exception("a response is not counted or logged")

    def _write_on(self) -> None:
        """Write as much of a large response over TLS as the client reads.

        Whatever is written is encrypted immediately, into buffers that nothing can count.
        """
        while self._unwritten and not self.is_full:
            piece, self._unwritten = self._unwritten[:TLS_PIECE], self._unwritten[TLS_PIECE:]
            self._transport.write(piece)

    def pause(self) -> None:
        """Stop writing until the client has read more."""
        self.is_full = True

    def resume(self) -> None:
        """Continue to write: the kernel has taken almost all."""
        self.is_full = False
        self._write_on()

    def _count(self, now: float) -> None:
        """Count the unread bytes of responses as a transfer, if they are many."""
        unread = self.unread
        if transfer := self.transfer:
            self.held += unread - transfer.left
            transfer.left = unread
        elif unread > SMALL_BODY:
            self.transfer, self.held = Transfer(unread, now), unread

    def check_progress(self, now: float) -> None:
        """Note how much of the responses the client has read."""
        if not (transfer := self.transfer):
            return
        in_process, in_kernel = self._unread_in_process, unread_in_kernel(self._socket)
        transfer.move(in_process + in_kernel, now)
        if not in_process:  # while part of a response is here, all of it is in memory
            self.held = in_kernel
        if transfer.left <= SMALL_BODY:
            self.transfer, self.held = None, 0

    @property
    def unread(self) -> int:
        """Bytes of responses that the client has not read."""
        return self._unread_in_process + unread_in_kernel(self._socket)

    @property
    def _unread_in_process(self) -> int:
        here = len(self._unwritten) + sum(map(len, self._unsent))
        return here + self._transport.get_write_buffer_size()

    def close(self, *, wait: bool) -> None:
        """Close once everything is read; with `wait`, once the client closes, too."""
        self.send()
        if self._unwritten or self._transport.is_closing():
            return  # until the client has read more
        if not self.is_tls and (wait or self.unread):
            self._transport.write_eof()
        else:
            self._transport.close()

    def abort(self) -> None:
        """Close the connection immediately, and discard unread responses."""
        if self.unread:
            discard_when_closed(self._socket)
        self.discard()
        self._transport.abort()

    def discard(self) -> None:
        """Discard unwritten responses, and stop counting."""
        self._unsent, self._unwritten = [], NOTHING_LEFT
        self.transfer, self.held = None, 0
