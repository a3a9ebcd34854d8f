"""A client's connection: it reads requests, has them handled, and sends the responses.

A request has no task, future or timer. It is handled in its connection's turn, a large one in a
thread (offload.py), and the timeouts are checked at each tick of the worker.
"""

import asyncio
from functools import partial
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from .errors import IncompleteBody, RequestError
from .guard import guarded
from .input import Input
from .lifetime import CLOSING, IDLE, QUEUED, READING, WAITING, Lifetime
from .offload import Job
from .output import Output
from .responses import Response
from .server import Server


class Connection(Lifetime):
    """One client's connection."""

    __slots__ = ("_common_environ", "_last_cost")

    def __init__(self, server: Server, common: WSGIEnvironment) -> None:
        super().__init__(server)
        self._common_environ = common
        self._last_cost = 0.0  # seconds that its last request took on the event loop

    # --- What the event loop calls ----------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._transport = transport
        peer = transport.get_extra_info("peername")
        host, port = peer[:2] if isinstance(peer, tuple) else ("", "")
        addresses = {"REMOTE_ADDR": host, "REMOTE_PORT": str(port)}
        largest = self._server.application.max_body_bytes
        self._input = Input(transport, {**self._common_environ, **addresses}, largest)
        self._output = Output(transport, self._server)
        self._server.admit(self, self.since)

    def data_received(self, data: bytes) -> None:
        """Ask for a turn, unless an earlier request is still being handled."""
        if self.state is CLOSING:
            return
        self._input.receive(data)
        if self.state is IDLE or self.state is READING:
            self._ask_for_turn()

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still get its response."""
        self._has_ended = True
        if self._output.is_tls:  # the transport closes
            guarded(Connection._respond_to_last)(self)
            return False
        if self.state is CLOSING:
            self._close()
        else:
            self._ask_for_turn()
        return True

    def _respond_to_last(self) -> None:
        self.take_turn()
        self._output.send()
        self._output.discard()

    def pause_writing(self) -> None:
        """Handle no other request until the client has read most of the last response."""
        self._output.pause()

    @guarded
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

    @guarded
    def connection_lost(self, _: Exception | None) -> None:
        """Free everything that the connection and its request hold."""
        self._release()

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
        except RequestError as error:
            self._reject(error)
            return
        if body is not None:
            self._handle_request(body)
        elif self._input.wanted:
            self._wait_for_memory()
        elif self.state is IDLE and (self._input.unread or self._input.request):
            self.state, self.since = READING, perf_counter()  # a request has begun
        if self._input.expects_continue:
            self._continue()
        if not (self.state is IDLE or self.state is READING):
            return
        if self._input.goes_on:
            self._ask_for_turn()
        elif self._has_ended:
            self._reject(IncompleteBody()) if self._input.request else self._close()
        else:
            self._input.resume()

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
            self._output.send()
            self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _wait_for_memory(self) -> None:
        request, now = self._input.request, perf_counter()
        self.client = self._server.application.client(request.environ) if request else ""
        self.state, self._waits_since = WAITING, now
        self._input.pause()
        self._server.memory.ask(self, self._input.wanted + self._output.held)
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

    def _handle_request(self, body: bytes) -> None:
        """Respond to a complete request, or queue it for the thread."""
        server, request = self._server, self._input.request
        if not request:
            return
        started, environ = perf_counter(), request.environ
        server.handling = environ
        try:
            handled = server.application.handle(environ, body)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # fail() logs it
            handled = server.application.fail(error, environ)
        server.handling = None
        if isinstance(handled, Response):
            self._respond(handled)
            self._last_cost = self.since - started
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
        """Send a response."""
        if not (request := self._input.request):
            return
        now = perf_counter()
        last = self._output.respond(request, response, now)
        self.state, self.since = IDLE, now
        self._server.turns.send_after(self._output, self)
        self._end_request()
        if self._output.transfer:
            self._hold()
            self._server.memory.relieve(now)
        if last and self.state is IDLE:
            self._close(wait=not self._has_ended)
