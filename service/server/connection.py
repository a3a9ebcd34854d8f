"""A client's connection: it reads requests, has them handled, and sends the responses.

A request has no task, future or timer. It is handled in its connection's turn, a large one in a
thread (offload.py), and the timeouts are checked at each tick of the worker.
"""

import asyncio
import logging
from collections.abc import Callable
from enum import Enum, auto
from functools import partial, wraps
from time import perf_counter
from typing import Concatenate, ParamSpec
from wsgiref.types import WSGIEnvironment

from . import limits
from .errors import IncompleteBody, Overloaded, RequestError, RequestTimeout
from .input import Input
from .memory import Transfer
from .offload import Job
from .output import Output
from .request_head import UNREAD
from .responses import LEFT, Response
from .server import Server

log = logging.getLogger(__package__)

NO_MEMORY = "More request bodies are arriving than this process can hold; please try again."
STOPPING = "This process is stopping, and had no time left to respond; please try again."
TOO_SLOW = "The body arrived too slowly while others waited for memory; please try again."


class State(Enum):
    """The state of a connection."""

    HANDSHAKE = auto()
    """The client and the server agree on TLS."""

    IDLE = auto()
    """No request has begun since the last response."""

    READING = auto()
    """A request is being read."""

    WAITING = auto()
    """The body that is being read waits for memory."""

    QUEUED = auto()
    """The request waits for the thread, or the thread is handling it."""

    CLOSING = auto()
    """The last response has been sent, or the connection is lost. Further input is discarded."""


HANDSHAKE, IDLE, READING, WAITING, QUEUED, CLOSING = State

P = ParamSpec("P")


def guarded(
    step: "Callable[Concatenate[Connection, P], None]",
) -> "Callable[Concatenate[Connection, P], None]":
    """A method in which a bug ends its connection, but no other one and not the event loop."""

    @wraps(step)
    def take(self: "Connection", /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            step(self, *args, **kwargs)
        except Exception as error:  # noqa: BLE001  # fail() logs it
            self.fail(error)

    return take


class Connection(asyncio.Protocol):
    """One client's connection."""

    __slots__ = (
        "_common_environ", "_handshake", "_has_ended", "_has_turn", "_input", "_last_cost",
        "_server", "_transport", "_waits_since", "client", "output", "since", "state",
    )  # fmt: skip

    _handshake: asyncio.Task[None]
    _input: Input
    output: Output
    _transport: asyncio.Transport

    def __init__(self, server: Server, common: WSGIEnvironment) -> None:
        self._server, self._common_environ = server, common
        self.state = READING
        self.since = self._waits_since = perf_counter()  # start of the state, of waiting for memory
        self.client = ""  # of the request whose body is large
        self._has_ended = False  # the client has closed its side; it may still be reading
        self._has_turn = False
        self._last_cost = 0.0  # seconds that its last request took on the event loop

    # --- What the event loop calls ----------------------------------------------------------------

    def begin_handshake(self, handshake: "asyncio.Task[None]") -> None:
        """Count as a connection while this task agrees on TLS with the client."""
        self.state, self._handshake = HANDSHAKE, handshake
        self._server.admit(self, self.since)

    def end_handshake(self) -> None:
        """Give up the place that the handshake took."""
        self._server.connections.pop(self, None)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._transport = transport
        peer = transport.get_extra_info("peername")
        host, port = peer[:2] if isinstance(peer, tuple) else ("", "")
        addresses = {"REMOTE_ADDR": host, "REMOTE_PORT": str(port)}
        limit = self._server.application.body_limit
        self._input = Input(transport, {**self._common_environ, **addresses}, limit)
        self.output = Output(transport, self._server)
        if self.state is HANDSHAKE:
            self.end_handshake()
            self.state, self.since = READING, perf_counter()
        self._server.admit(self, self.since)

    def data_received(self, data: bytes) -> None:
        """Ask for a turn, unless an earlier request is still being handled."""
        state = self.state
        if state is not CLOSING:
            self._input.receive(data)
            if not self._has_turn and (state is IDLE or state is READING):
                self._has_turn = True
                self._server.turns.add(self, self._last_cost)

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still get its response."""
        self._has_ended = True
        if self.output.is_tls:  # the transport closes
            self._respond_to_last()
            return False
        if self.state is CLOSING:
            self._close()
        else:
            self._ask_for_turn()
        return True

    @guarded
    def _respond_to_last(self) -> None:
        self.take_turn(perf_counter())
        self.output.send()
        self.output.discard()

    def pause_writing(self) -> None:
        """Handle no other request until the client has read most of the last response."""
        self.output.pause()

    @guarded
    def resume_writing(self) -> None:
        """Continue with the next request: the kernel has taken almost all of the responses."""
        self.output.resume()
        self._check_progress(perf_counter())
        if self.output.is_full:
            return
        if self.state is IDLE:
            self.since = perf_counter()
            self._go_on_reading()
        elif self.state is CLOSING:
            self.output.close(wait=not self._has_ended)

    @guarded
    def connection_lost(self, _: Exception | None) -> None:
        """Free everything that the connection and its request hold."""
        self._release()

    # --- A request --------------------------------------------------------------------------------

    def _ask_for_turn(self) -> None:
        if not self._has_turn:
            self._has_turn = True
            self._server.turns.add(self, self._last_cost)

    def take_turn(self, now: float) -> None:
        """Handle one request, if all of it has been received."""
        self._has_turn = False
        if self.output.is_full or not (self.state is IDLE or self.state is READING):
            return
        read = self._input
        try:
            body = read.read()
        except RequestError as error:
            self._reject(error)
            return
        if body is not None:
            self._handle_request(body, now)
        else:
            self._await_more(now)
        if not (self.state is IDLE or self.state is READING):
            return
        if read.goes_on:
            self._ask_for_turn()
        elif self._has_ended:
            self._reject(IncompleteBody()) if read.request else self._close()
        elif read.is_paused:
            read.resume()

    def _await_more(self, now: float) -> None:
        """Wait for the rest of a request, and first for memory if its body is large."""
        read = self._input
        if read.wanted:
            self._wait_for_memory()
        elif self.state is IDLE and (read.unread or read.request):
            self.state, self.since = READING, now  # a request has begun
        if read.expects_continue:
            self._continue()

    def _continue(self) -> None:
        """Request the body, unless the head alone decides the response."""
        self._input.expects_continue = False
        application, request = self._server.application, self._input.request
        if not request:
            return
        if refused := application.attempt(request.environ, application.refuse, request.environ):
            request.keep_alive = False  # the body may arrive anyway
            self._respond(refused)
        else:
            self.output.send()
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _wait_for_memory(self) -> None:
        request, now = self._input.request, perf_counter()
        self.client = self._server.application.client(request.environ) if request else ""
        self.state, self._waits_since = WAITING, now
        self._input.pause()
        self._server.memory.ask(self, self._input.wanted + self.output.held)
        self._server.resume_waiting()

    @guarded
    def receive_more(self) -> None:
        """Continue to receive a large body: now there is memory for it."""
        now = perf_counter()
        self.state, self.since = READING, self.since + now - self._waits_since
        self._input.begin_body(now)
        self._go_on_reading()

    def _go_on_reading(self) -> None:
        self._input.resume()
        self._ask_for_turn()

    def _handle_request(self, body: bytes, now: float) -> None:
        """Respond to a complete request, or queue it for the thread."""
        server, request = self._server, self._input.request
        if not request:
            return
        server.handling = environ = request.environ
        try:
            handled = server.application.handle(environ, body)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # fail() logs it
            handled = server.application.fail(error, environ)
        server.handling = None
        if isinstance(handled, Response):
            self._respond(handled)
            self._last_cost = self.since - now
            return
        self.state, self.since = QUEUED, perf_counter()
        respond = partial(server.application.attempt, environ, handled.respond)
        request.job = Job(handled.queue, environ, respond, self._finish_queued)
        server.offload_of(request.job).add(request.job)

    @guarded
    def _finish_queued(self, job: Job, outcome: Response | BaseException) -> None:
        """Send the thread's response, and continue with the next request."""
        if isinstance(outcome, BaseException):
            self.fail(outcome)
        elif self.state is QUEUED:
            self._respond(outcome)
        elif not job.is_answered:  # the client has left
            self._server.application.note(job.environ, outcome, perf_counter())
        if self.state is IDLE:
            self._go_on_reading()

    def _reject(self, error: RequestError) -> None:
        """Respond with an error, close the connection, and discard further input."""
        if self.state is not CLOSING:
            environ = self._input.reject(error.environ).environ
            application = self._server.application
            self._respond(application.attempt(environ, application.reject, error, environ))

    def _respond(self, response: Response) -> None:
        """Send a response, a small one after the turns."""
        output = self.output
        if not (request := self._input.request):
            return
        if not output.answered:
            self._server.turns.send_after(self)
        now = perf_counter()
        last = output.respond(request, response, now)
        self.state, self.since = IDLE, now
        self._end_request()
        if output.transfer:
            self._hold()
            self._server.memory.relieve(now)
        if last and self.state is IDLE:
            self._close(wait=not self._has_ended)

    # --- Its memory -------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Count the memory held now, and give freed memory to others."""
        if self.state is not WAITING:
            self._server.memory.hold(self, self._input.held + self.output.held)
            self._server.resume_waiting()

    @property
    def _transfers(self) -> list[Transfer]:
        """The large body and the long responses that are in transfer."""
        both = self._input.transfer, self.output.transfer
        return [transfer for transfer in both if transfer]

    def expected_seconds(self, now: float) -> float:
        """Seconds that its transfers are expected to take; for an idle client, its idle time."""
        if self._is_idle:
            return now - self.since
        if self.state is WAITING:
            return 0
        return max((each.expected_seconds(now) for each in self._transfers), default=0)

    @guarded
    def give_way(self) -> None:
        """Free its memory: reject the request if its body is still arriving, else close."""
        if (body := self._input.transfer) and body.left:
            self._reject(Overloaded(TOO_SLOW))
        else:
            self.abort()

    # --- Its timeouts -----------------------------------------------------------------------------

    @guarded
    def tick(self, now: float) -> None:
        """Enforce the timeouts; the event loop enforces that of a handshake."""
        if self.state is HANDSHAKE:
            return
        self._check_progress(now)
        if self.state is CLOSING and self._has_ended:
            self._close()
        elif self._input.request or not self.output.transfer:  # a transfer has its own timeout
            since = self._waits_since if self.state is WAITING else self.since
            has_begun = self.state is not IDLE or not self._has_turn
            if has_begun and now - since >= self._timeout:
                self._time_out()

    @property
    def _timeout(self) -> float:
        """The maximum seconds in the current state."""
        if self.state is IDLE:
            return self._server.keepalive
        if self.state is WAITING or self.state is QUEUED:
            return limits.LONGEST_WAIT
        return self._server.application.request_timeout

    def _check_progress(self, now: float) -> None:
        """Note how much the client has read of the responses; abort if it reads nothing."""
        output = self.output
        if not (transfer := output.transfer):
            return
        output.check_progress(now)
        self._hold()
        if not output.transfer:
            self.since = now
        elif now - transfer.moved_at >= self._server.application.request_timeout:
            self.abort()

    def _time_out(self) -> None:
        """Respond with an error if the head of a request has been read, else close."""
        request = self._input.request
        if request and (job := request.job):
            if not job.began:
                self._reject(self._server.offload_of(job).overloaded())
        elif self.state is WAITING:
            self._reject(Overloaded(NO_MEMORY))
        elif request:
            self._reject(RequestTimeout())
        elif self.output.unread:
            self.abort()
        else:
            self._close()

    @guarded
    def drain(self, seconds: float) -> None:
        """Close when it is time; the worker stopped listening `seconds` ago."""
        if self.state is HANDSHAKE:
            if seconds >= limits.GRACE_FOR_NEW:
                self.abort()
        elif self.state is WAITING:
            self._time_out()
        elif self.state is CLOSING:
            return
        elif request := self._input.request:
            if request.job and request.job.began:
                if seconds >= limits.GRACE - limits.GRACE_FOR_COMPUTED:
                    request.job.is_answered = True
                    self._reject(Overloaded(STOPPING))
            elif seconds >= limits.GRACE - limits.GRACE_FOR_REJECTIONS:
                self._time_out()
        elif self._is_idle or (seconds >= limits.GRACE_FOR_NEW and self._is_awaited):
            self._close()

    # --- For the server ---------------------------------------------------------------------------

    @property
    def _is_awaited(self) -> bool:
        """Whether it is the client's turn to send."""
        return not (self._has_turn or self.output.is_full)

    @property
    def _is_idle(self) -> bool:
        """Whether the client has read the last response, and has sent nothing since."""
        return self.state is IDLE and not self._has_turn and not self.output.transfer

    @property
    def is_busy(self) -> bool:
        """Whether a request is being received or handled."""
        return self.state is not HANDSHAKE and self._input.request is not None

    @property
    def unread_descriptor(self) -> int | None:
        """The socket's descriptor, if the event loop is not reading the socket."""
        waits = self.state is WAITING or self.state is QUEUED
        return self._input.descriptor if waits else None

    def slowness(self, now: float) -> float:
        """Its rank among candidates for an abort: idle connections first, then the slowest."""
        if self.state is HANDSHAKE:
            return now - self.since
        if self._is_idle:
            return 1e9 + now - self.since
        if not self._transfers and (self.state is READING or self.state is CLOSING):
            return now - self.since
        return self.expected_seconds(now)

    # --- Its end ----------------------------------------------------------------------------------

    def fail(self, error: BaseException) -> None:
        """Log a bug, respond to the requests that it left without responses, and close."""
        try:
            request = self._input.request
            if request or self._input.unread:
                request = self._input.reject(UNREAD)
            if request and request.job:
                request.job.is_answered = True
            self.output.fail(error, request)
            self._end_request()
            self._close(wait=not self._has_ended)
        except Exception:
            log.exception("the server failed")
            self._transport.abort()

    def _end_request(self) -> None:
        request, self._input.request = self._input.request, None
        if request and request.job:
            self._server.offload_of(request.job).remove(request.job)
        if self._input.transfer:
            self._input.end_body()
            self._hold()

    def _close(self, *, wait: bool = False) -> None:
        """Close once the client has read everything and, with `wait`, has closed its side.

        Without `wait` a client that is still sending would lose the response.
        """
        if self.state is not CLOSING:
            self.state, self.since = CLOSING, perf_counter()
        self._input.discard()
        self._hold()
        self._input.resume()
        self.output.close(wait=wait)

    def abort(self) -> None:
        """Close the connection immediately, and discard unread responses."""
        if self.state is HANDSHAKE:
            self._handshake.cancel()
            self.end_handshake()
        else:
            self.output.abort()
            self._release()

    def _release(self) -> None:
        """Free everything that the connection and its request hold."""
        self.state = CLOSING
        self._server.connections.pop(self, None)
        self.output.discard()
        self._input.discard()
        if (request := self._input.request) and (job := request.job) and not job.began:
            request.response, request.ready_at = LEFT, perf_counter()
            self.output.answered.append(request)
        self._end_request()
        self._hold()
        self.output.send()  # nothing is left to send, but requests may be uncounted
