"""A client's connection: it reads requests, has them handled, and sends the responses.

A request has no task, future or timer. It is handled in its connection's turn, a large one in a
thread (offload.py), and the timeouts are checked at each tick of the worker.
"""

import asyncio
from enum import Enum, auto
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from . import errors, limits
from .input import Input
from .kernel import enlarge_receive_buffer
from .limits import SMALL_BODY
from .memory import Transfer
from .offload import Job
from .output import Output
from .responses import Response, complete, encode
from .server import Server

NO_MEMORY = "More request bodies are arriving than this process can hold; please try again."
TOO_SLOW = "The body arrived too slowly while others waited for memory; please try again."


class State(Enum):
    """The state of a connection."""

    IDLE = auto()
    """No request has begun since the last response."""

    READING = auto()
    """A request is being read."""

    WAITING = auto()
    """The body that is being read waits for memory."""

    QUEUED = auto()
    """The request waits for the thread, or is handled there."""

    CLOSING = auto()
    """The last response is sent, or the connection is lost; what is received is discarded."""


IDLE, READING, WAITING, QUEUED, CLOSING = State


class Connection(asyncio.Protocol):
    """One client's connection."""

    __slots__ = (
        "_common_environ", "_has_ended", "_has_turn", "_input", "_last_cost", "_output", "_reads",
        "_server", "_socket", "_transport", "_waits_since", "client", "since", "state",
    )  # fmt: skip

    def __init__(self, server: Server, common: WSGIEnvironment) -> None:
        self._server, self._common_environ = server, common
        self.state = READING
        self.since = self._waits_since = perf_counter()  # start of the state, of waiting for memory
        self.client = ""  # of the request whose body is large
        self._last_cost = 0.0  # seconds that its last request took on the event loop
        self._has_ended = False  # the client has closed its side; it may still be reading
        self._has_turn = False
        self._reads = True

    # --- What the event loop calls ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._transport, self._socket = transport, transport.get_extra_info("socket")
        peer = transport.get_extra_info("peername")
        host, port = peer[:2] if isinstance(peer, tuple) else ("", "")
        addresses = {"REMOTE_ADDR": host, "REMOTE_PORT": str(port)}
        largest = self._server.application.max_body_bytes
        self._input = Input({**self._common_environ, **addresses}, largest)
        self._output = Output(transport, self._server.turns)
        self._server.admit(self, self.since)

    def data_received(self, data: bytes) -> None:
        """Ask for a turn, unless an earlier request is being handled."""
        if self.state is CLOSING:
            return
        self._input.received += data
        if self.state is IDLE or self.state is READING:
            self._ask_for_turn()
        if len(self._input.received) > SMALL_BODY:
            self._read_on(wanted=False)

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still get its response."""
        self._has_ended = True
        if self._output.is_tls:  # the transport closes
            self.take_turn()
            self._output.send()
            self._output.discard()
            return False
        if self.state is CLOSING:
            self._close()
        else:
            self._ask_for_turn()
        return True

    def pause_writing(self) -> None:
        """Handle no other request while the client has not read much of the last response."""
        self._output.pause()

    def resume_writing(self) -> None:
        """Continue with the next request: the kernel has taken almost all of the responses."""
        self._output.resume()
        self._check_progress(perf_counter())
        if self._output.is_full:
            return
        if self.state is IDLE:
            self.since = perf_counter()
            self._go_on_reading()
        elif self.state is CLOSING:
            self._output.close(wait=not self._has_ended)

    def connection_lost(self, _: Exception | None) -> None:
        """Free everything that the connection and its request hold."""
        self._release()

    def _read_on(self, *, wanted: bool) -> None:
        """Have the event loop read, or not."""
        if wanted is not self._reads:
            self._reads = wanted
            self._transport.resume_reading() if wanted else self._transport.pause_reading()

    # --- A request --------------------------------------------------------------------------------

    def _ask_for_turn(self) -> None:
        if not self._has_turn:
            self._has_turn = True
            self._server.turns.add(self, self._last_cost)

    def take_turn(self) -> None:
        """Handle one request, if all of it has been received."""
        self._has_turn = False
        if self._output.is_full or not (self.state is IDLE or self.state is READING):
            return
        try:
            body = self._input.read()
        except errors.RequestError as error:
            self._reject(error)
            return
        if body is not None:
            self._handle_request(body)
        elif self._input.wanted:
            self._wait_for_memory()
        elif self.state is IDLE and (self._input.received or self._input.request):
            self.state, self.since = READING, perf_counter()  # a request has begun
        if self._input.expects_continue:
            self._continue()
        if not (self.state is IDLE or self.state is READING):
            return
        if body is not None and self._input.received:
            self._ask_for_turn()
        elif self._has_ended:
            self._reject(errors.IncompleteBody()) if self._input.request else self._close()
        else:
            self._read_on(wanted=True)

    def _continue(self) -> None:
        self._input.expects_continue = False
        self._output.send()
        self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _wait_for_memory(self) -> None:
        request, now = self._input.request, perf_counter()
        self.client = self._server.application.client(request.environ) if request else ""
        self.state, self._waits_since = WAITING, now
        self._read_on(wanted=False)
        self._server.memory.ask(self, self._input.wanted + self._output.held)

    def receive_more(self) -> None:
        """Continue to receive a large body: now there is memory for it."""
        now = perf_counter()
        self.state, self.since = READING, self.since + now - self._waits_since
        if self._input.begin_body(now):
            enlarge_receive_buffer(self._socket)
        self._go_on_reading()

    def _go_on_reading(self) -> None:
        self._read_on(wanted=True)
        self._ask_for_turn()

    def _handle_request(self, body: bytes) -> None:
        """Respond to a complete request, or add it to the thread's queue."""
        started = perf_counter()
        response = complete(self._handle, body)
        self._server.handling = None
        if response:
            self._respond(response)
            self._last_cost = self.since - started

    def _handle(self, body: bytes) -> Response | None:
        """The response to a request; None if it waits for the thread."""
        server, request = self._server, self._input.request
        if not request:
            return None
        server.handling = request.environ
        handled = server.application.handle(request.environ, body)
        if isinstance(handled, Response):
            return handled
        self.state, self.since = QUEUED, perf_counter()
        request.job = Job(handled.queue, request.environ, handled.respond, self._finish_queued)
        server.offload_of(request.job).add(request.job)
        return None

    def _finish_queued(self, response: Response) -> None:
        """Send the response of the thread, and go on with the next request."""
        if self.state is QUEUED:
            self._respond(response)
        if self.state is IDLE:
            self._go_on_reading()

    def _reject(self, error: errors.RequestError) -> None:
        """Respond with an error and close the connection; discard whatever else is received."""
        if self.state is not CLOSING:
            request = self._input.reject(error.environ)
            self._respond(complete(self._server.application.reject, error, request.environ))

    def _respond(self, response: Response) -> None:
        """Send a response."""
        server, request = self._server, self._input.request
        if not request or self._transport.is_closing():
            self.state = CLOSING
            return
        if last := server.begin_response() or not request.keep_alive:
            connection = "Connection: close\r\n"
        elif request.head["SERVER_PROTOCOL"] == "HTTP/1.0":
            connection = "Connection: keep-alive\r\n"
        else:
            connection = ""
        pieces = encode(response, request.head["REQUEST_METHOD"], connection, server.date)
        self.state, self.since = IDLE, perf_counter()
        self._end_request()
        if self._output.write(pieces, len(response.body), self.since):
            self._hold()
            server.memory.relieve(self.since)
        if last and self.state is IDLE:
            self._close(wait=not self._has_ended)

    def _end_request(self) -> None:
        if (request := self._input.request) and (job := request.job):
            self._server.offload_of(job).remove(job)
        was_large = self._input.transfer
        self._input.end_request()
        if was_large:
            self._hold()

    # --- Its memory -------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Count the memory that is held now, and let others have what has become free."""
        if self.state is not WAITING:
            self._server.memory.hold(self, self._input.held + self._output.held)
            self._server.resume_waiting()

    @property
    def _transfers(self) -> list[Transfer]:
        """What the client sends or reads, if it is large."""
        both = self._input.transfer, self._output.transfer
        return [transfer for transfer in both if transfer]

    def expected_seconds(self, now: float) -> float:
        """Seconds that its body or responses take; those for which an idle client has been idle."""
        if self._is_idle:
            return now - self.since
        if self.state is WAITING:
            return 0
        return max((each.expected_seconds(now) for each in self._transfers), default=0)

    def give_way(self) -> None:
        """Give its memory up: reject the request whose body comes slowly, else close."""
        if (body := self._input.transfer) and body.left:
            self._reject(errors.Overloaded(TOO_SLOW))
        else:
            self.abort()

    # --- Its end ----------------------------------------------------------------------------------

    def _time_out(self) -> None:
        """Time out: respond with an error if the head of a request has been read, else close."""
        request = self._input.request
        if request and (job := request.job):
            if not job.began:
                self._reject(self._server.offload_of(job).overloaded())
        elif self.state is WAITING:
            self._reject(errors.Overloaded(NO_MEMORY))
        elif request:
            self._reject(errors.RequestTimeout())
        elif self._output.unread:
            self.abort()
        else:
            self._close()

    def _close(self, *, wait: bool = False) -> None:
        """Close once the client has read everything; with `wait`, once it has closed its side, too.

        Without `wait` a client that is still sending would lose the response.
        """
        if self.state is not CLOSING:
            self.state, self.since = CLOSING, perf_counter()
        self._input.discard()
        self._hold()
        self._read_on(wanted=True)
        self._output.close(wait=wait)

    def abort(self) -> None:
        """Close the connection immediately, and discard what the client has not read."""
        self._output.abort()
        self._release()

    def _release(self) -> None:
        """Free everything that the connection and its request hold."""
        self.state = CLOSING
        self._server.connections.pop(self, None)
        self._output.discard()
        self._input.discard()
        self._end_request()
        self._hold()

    def tick(self, now: float) -> None:
        """Enforce the timeouts."""
        self._check_progress(now)
        if self.state is CLOSING and self._has_ended:
            self._close()
        elif self._input.request or not self._output.transfer:  # a transfer has its own timeout
            since = self._waits_since if self.state is WAITING else self.since
            has_begun = self.state is not IDLE or not self._has_turn
            if has_begun and now - since >= self._timeout:
                self._time_out()

    @property
    def _timeout(self) -> float:
        """Seconds that its state may last."""
        if self.state is IDLE:
            return self._server.keepalive
        if self.state is WAITING or self.state is QUEUED:
            return limits.LONGEST_WAIT
        return self._server.application.request_timeout

    def _check_progress(self, now: float) -> None:
        """Note how much of the responses the client has read; abort if it reads nothing."""
        output = self._output
        if not (transfer := output.transfer):
            return
        output.check_progress(now)
        self._hold()
        if not output.transfer:
            self.since = now
        elif now - transfer.moved_at >= self._server.application.request_timeout:
            self.abort()

    def drain(self, seconds: float) -> None:
        """Close if it is time to; `seconds` ago the worker stopped listening."""
        if self.state is WAITING:
            self._time_out()
        elif not (self.state is READING or self.state is IDLE):
            return
        elif self._input.request:
            if seconds >= limits.GRACE - limits.GRACE_FOR_REJECTIONS:
                self._time_out()
        elif self._is_idle or (seconds >= limits.GRACE_FOR_NEW and self._is_awaited):
            self._close()

    @property
    def _is_awaited(self) -> bool:
        """Whether it is the client's turn to send."""
        return not (self._has_turn or self._output.is_full)

    @property
    def _is_idle(self) -> bool:
        """Whether nothing has come since the last response, and the client has read that."""
        return self.state is IDLE and not self._has_turn and not self._output.transfer

    @property
    def is_busy(self) -> bool:
        """Whether a request is being received or handled."""
        return self._input.request is not None

    @property
    def unread_descriptor(self) -> int | None:
        """The descriptor of its socket while the event loop does not read from it."""
        waits = self.state is WAITING or self.state is QUEUED
        return self._socket.fileno() if waits else None

    def slowness(self, now: float) -> float:
        """Its rank for being aborted: idle connections come first, then the slowest."""
        if self._is_idle:
            return 1e9 + now - self.since
        if not self._transfers and (self.state is READING or self.state is CLOSING):
            return now - self.since
        return self.expected_seconds(now)
