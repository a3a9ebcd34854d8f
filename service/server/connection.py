"""A client's connection: it reads requests, handles them in the same callback, and sends responses.

A request has no task, future or timer. A large one is handled in a thread (offload.py), and the
timeouts are checked at each tick of the worker.
"""

import asyncio
from io import BytesIO
from math import inf
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from service.server import errors, limits
from service.server.environ import ERROR, STARTED
from service.server.framing import Body, Incoming
from service.server.kernel import enlarge_receive_buffer
from service.server.limits import GROWTH, LARGE_BUFFER, REQUESTS_PER_ROUND, SMALL_BODY, SMALL_UPLOAD
from service.server.offload import Job
from service.server.output import Output
from service.server.request_head import Head
from service.server.responses import Response, call, encode
from service.server.shared import Shared, State
from service.server.transfers import ReceiveBuffer, Upload

NO_MEMORY = "More request bodies are arriving than this process can hold; please try again."
NO_HEAD = Head({})
TOO_SLOW = "The body came too slowly while others waited for memory; please try again."

IDLE, READING, WAITING_FOR_MEMORY, QUEUED, UNREAD, POSTPONED, CLOSING = State


class Connection(asyncio.Protocol):
    """One client's connection."""

    __slots__ = (
        "_body", "_buffer", "_common_environ", "_head", "_incoming", "_job", "_keeps_alive",
        "_last_cost", "_output", "_paused_at", "_received_eof", "_shared", "_socket",
        "_transport", "environ", "since", "state", "upload",
    )  # fmt: skip

    def __init__(self, shared: Shared, common: WSGIEnvironment) -> None:
        self._shared, self._common_environ = shared, common
        self._incoming = Incoming(shared.application.max_body_bytes)
        self.state = READING
        self.since = self._paused_at = perf_counter()  # start of the state, and of its last pause
        self.upload: Upload | None = None  # a large body, until its request has a response
        self._buffer: ReceiveBuffer | None = None
        self._last_cost = 0.0  # seconds that its last request took on the event loop
        self._received_eof = False  # the client has closed its side; it may still be reading
        self._body: Body | None = None  # None if the body is small and came with the head
        self._end_request()

    def _end_request(self) -> None:
        self.environ: WSGIEnvironment = {}  # empty until the head is read
        self._head = NO_HEAD
        self._job: Job | None = None
        if self._body:
            self._body.discard()
            self._body = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._transport, self._socket = transport, transport.get_extra_info("socket")
        peer = transport.get_extra_info("peername")
        host, port = peer[:2] if isinstance(peer, tuple) else ("", "")
        self._common_environ = {
            **self._common_environ,
            "REMOTE_ADDR": host,
            "REMOTE_PORT": str(port),
        }
        self._output = Output(transport, self._shared.budget, self._shared.rounds)
        self._shared.admission.admit(self, self.since)

    def data_received(self, data: bytes) -> None:
        """Handle the requests that these bytes complete."""
        if self.state is CLOSING:
            return
        self._incoming.unparsed += data
        if self.state is IDLE or self.state is READING:
            self._handle_requests()
        elif len(self._incoming.unparsed) > SMALL_BODY:
            self._transport.pause_reading()

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still get its response."""
        self._received_eof = True
        if self._output.is_tls:
            self._output.discard()  # the transport closes
        if self.state is IDLE or self.state is READING:
            self._handle_requests()
        elif self.state is CLOSING:
            self._close()
        return not self._output.is_tls

    def pause_writing(self) -> None:
        """Handle no other request while the client has not read much of the last response."""
        self._output.pause()

    def resume_writing(self) -> None:
        """Continue with the next request: the kernel has taken almost all of the responses."""
        self._output.resume()
        self._check_progress(perf_counter())
        if self.state is UNREAD and not self._output.is_full:
            self.since = perf_counter()
            self._resume_reading(IDLE)
        elif self.state is CLOSING and self._output.is_tls:
            self._close()
        self._shared.resume_waiting()

    def connection_lost(self, _: Exception | None) -> None:
        """Free everything that the connection and its request hold."""
        self._release_all()
        self._output.discard()
        self._end_request()
        self._incoming.unparsed = b""
        self._shared.resume_waiting()

    def _release_all(self) -> None:
        """Free the connection's memory, and its place among the worker's connections."""
        self.state = CLOSING
        self._shared.admission.remove(self)
        self._output.release()
        self._shared.budget.end(self.upload)
        self._shared.budget.end(self._buffer)
        self.upload = self._buffer = None
        if self._job:
            self._shared.offload.remove(self._job)

    def _resume_reading(self, state: State) -> None:
        self.state = state
        self._transport.resume_reading()
        self._handle_requests()

    def _continue_next_round(self) -> None:
        """Stop reading, and go on in the next round of the event loop."""
        state = IDLE if self.state is IDLE else READING
        self.state, self._paused_at = POSTPONED, perf_counter()
        self._transport.pause_reading()
        self._shared.rounds.postpone(lambda: self._resume_postponed(state), self._last_cost)

    def _resume_postponed(self, state: State) -> None:
        if self.state is POSTPONED:
            self.since += perf_counter() - self._paused_at
            self._resume_reading(state)

    def _handle_requests(self) -> None:
        """Handle the requests that have been received, a few in each round of the event loop."""
        for _ in range(REQUESTS_PER_ROUND):
            if self._shared.rounds.is_over():
                self._continue_next_round()
                break
            if (content := self._read_request()) is not None:
                self._handle_request(content)
            elif self.state is IDLE and (self._incoming.unparsed or self.environ):
                self.state, self.since = READING, perf_counter()  # a request has begun
            if self.state is not IDLE or not self._incoming.unparsed:
                break
        else:
            self._continue_next_round()
        if self._received_eof and (self.state is IDLE or self.state is READING):
            self._reject(errors.IncompleteBody()) if self.environ else self._close()

    def _read_request(self) -> bytes | bytearray | None:
        """Parse what has been received; return the body once a request is complete, else None."""
        incoming = self._incoming
        if not self.environ:
            if not (incoming.unparsed and (head := incoming.next_head())):
                return None
            environ, length, self._keeps_alive, expects_continue, error = self._head = head
            self.environ = {**self._common_environ, **environ}
            largest = self._shared.application.max_body_bytes
            if error or length > largest:
                self._reject(error or errors.BodyTooLarge(largest))
                return None
            if not length:
                return b""
            if 0 < length <= SMALL_BODY and length <= len(incoming.unparsed):
                return incoming.take(length)
            self._body = Body(length, largest)
            if expects_continue and not incoming.unparsed:
                self._output.send()
                self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        return self._read_body(self._body) if self._body else None

    def _read_body(self, body: Body) -> bytes | bytearray | None:
        """Read a large or chunked body, and return it once it is complete, else None."""
        try:
            while not body.is_complete and body.read(self._incoming):
                self._reserve_memory(body)
                if self.state is WAITING_FOR_MEMORY or self.state is POSTPONED:
                    return None
        except errors.RequestError as error:
            self._reject(error)
            return None
        if not body.is_complete:
            return None
        content, self._body = body.content, None
        body.discard()
        self._keeps_alive &= body.keeps_alive
        self.environ["CONTENT_LENGTH"] = str(len(content))
        return content

    def _reserve_memory(self, body: Body) -> None:
        """Count the bytes of a body, and reserve memory for a large one."""
        upload, size = self.upload, len(body.content)
        if not upload:
            if body.size > SMALL_BODY:
                client = self._shared.application.client(self.environ)
                self.upload = upload = Upload(
                    body.largest, perf_counter(), self._reject_slow, self._receive_more, client
                )
                grows = body.is_chunked and not body.is_complete
                self._wait_for_memory(upload, SMALL_UPLOAD if grows else body.largest)
        elif body.is_complete:
            upload.complete(size, perf_counter())
            self._shared.budget.resize(upload, size)
        else:
            left = max(1, upload.largest - body.size)
            if upload.left - left >= SMALL_BODY:  # less is no progress
                upload.move(left, perf_counter())
            if size > upload.held:
                self._wait_for_memory(upload, size + GROWTH)

    def _wait_for_memory(self, upload: Upload, size: int) -> None:
        self.state, self._paused_at = WAITING_FOR_MEMORY, perf_counter()
        self._transport.pause_reading()
        self._shared.budget.ask(upload, min(size, upload.largest), self._paused_at)

    def _reject_slow(self) -> None:
        self._reject(errors.Overloaded(TOO_SLOW))

    def _receive_more(self) -> None:
        """Continue to receive a large body: now there is memory for it."""
        self.since += perf_counter() - self._paused_at
        self._continue_next_round()
        if self.upload and self.upload.held > LARGE_BUFFER and not self._buffer:
            # It is never made smaller again: a client that waits for the old size would stall.
            self._buffer = ReceiveBuffer(LARGE_BUFFER, self.since, self._close, self._idle_seconds)
            self._shared.budget.begin(self._buffer)
            enlarge_receive_buffer(self._socket)

    def _handle_request(self, content: bytes | bytearray) -> None:
        """Respond to a complete request, or add it to the thread's queue."""
        shared, environ = self._shared, self.environ
        environ["wsgi.input"] = BytesIO(content)
        environ[STARTED] = started = perf_counter()
        key = shared.application.queue_key(environ, content)
        if key is None:
            self._respond(call(shared.application.wsgi, environ))
            self._last_cost = self.since - started
        else:
            self.state, self.since = QUEUED, started
            self._job = shared.offload.add(key, environ, self._finish_queued)

    def _finish_queued(self, response: Response) -> None:
        """Send the response of the thread, and go on with the next request."""
        self._respond(response)
        if self.state is IDLE:
            self._transport.resume_reading()
            self._handle_requests()

    def _reject(self, error: Exception) -> None:
        """Respond with an error and close the connection; discard whatever else is received."""
        if self.state is CLOSING:
            return
        if self._job:
            self._shared.offload.remove(self._job)
        environ = self.environ
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(), "0"
        environ[STARTED], environ[ERROR] = perf_counter(), error
        self._keeps_alive = False
        self._respond(self._shared.application.error_response(error, environ))

    def _respond(self, response: Response) -> None:
        """Send a response."""
        shared, environ, output = self._shared, self._head.environ, self._output
        if self._transport.is_closing():
            self.state = CLOSING
            return
        if last := shared.begin_response() or not self._keeps_alive:
            connection = "Connection: close\r\n"
        elif environ["SERVER_PROTOCOL"] == "HTTP/1.0":
            connection = "Connection: keep-alive\r\n"
        else:
            connection = ""
        pieces = encode(response, environ["REQUEST_METHOD"], connection, shared.date)
        self._end_request()
        self.state, self.since = IDLE, perf_counter()
        if written := output.write(pieces, len(response[2]), self.since, self.abort):
            shared.rounds.count(written)
        if last:
            self._close(wait=not self._received_eof)
        elif output.is_full and self.state is IDLE:
            self.state = UNREAD
            self._transport.pause_reading()
        if self.upload:
            shared.budget.end(self.upload)
            self.upload = None
            shared.resume_waiting()

    def _time_out(self) -> None:
        """Time out: respond with an error if the head of a request has been read, else close."""
        error: Exception = errors.RequestTimeout()
        if self._job:
            if self._job.began:
                return
            error = self._shared.offload.overloaded()
        elif self.state is WAITING_FOR_MEMORY:
            error = errors.Overloaded(NO_MEMORY)
        if self.environ:
            self._reject(error)
        elif any(self._output.unread()):
            self.abort()
        else:
            self._close()

    def _close(self, *, wait: bool = False) -> None:
        """Close once the client has read everything; with `wait`, once it has closed its side, too.

        Without `wait` a client that is still sending would lose the response.
        """
        if self.state is not CLOSING:
            self.state, self.since = CLOSING, perf_counter()
        self._incoming.unparsed = b""
        self._shared.budget.end(self._buffer)  # nothing stays in it from now on
        self._output.close(wait=wait)

    def abort(self) -> None:
        """Close the connection at once, and discard what the client has not read."""
        self._release_all()
        self._output.abort()

    def tick(self, now: float) -> None:
        """Enforce the timeouts."""
        self._check_progress(now)
        if self.state is CLOSING and self._received_eof:
            self._close()
        elif self.environ or not self._output.transfer:  # a transfer has its own timeout
            since = self._paused_at if self.state is WAITING_FOR_MEMORY else self.since
            if now - since >= self._shared.timeouts.get(self.state, inf):
                self._time_out()

    def _check_progress(self, now: float) -> None:
        """Note how much of the responses the client has read."""
        if self._output.check_progress(now, self._shared.application.request_timeout):
            self.since = now

    def drain(self, seconds: float) -> None:
        """Close if it is time to; `seconds` ago the worker stopped listening."""
        is_reading = self.state is READING or self.state is IDLE
        has_begun = is_reading and self.environ
        if self.state is WAITING_FOR_MEMORY or (
            has_begun and seconds >= limits.GRACE - limits.GRACE_FOR_REJECTIONS
        ):
            self._time_out()
        elif self.is_idle or (is_reading and not has_begun and seconds >= limits.GRACE_FOR_NEW):
            self._close()

    @property
    def is_idle(self) -> bool:
        """Whether no request has begun since the last response, and the client has read that."""
        return self.state is IDLE and not self._output.transfer

    def _idle_seconds(self, now: float) -> float:
        return now - self.since if self.is_idle else 0

    @property
    def is_busy(self) -> bool:
        """Whether a request is being received or handled."""
        return bool(self.environ)

    @property
    def unread_descriptor(self) -> int | None:
        """The descriptor of its socket while the event loop does not read from it."""
        waits = self.state is WAITING_FOR_MEMORY or self.state is QUEUED
        return self._socket.fileno() if waits else None

    def slowness(self, now: float) -> float:
        """Its rank for being aborted: idle connections come first, then the slowest."""
        if self.is_idle:
            return 1e9 + now - self.since
        transfers = [each for each in (self.upload, self._output.transfer) if each]
        if not transfers and (self.state is READING or self.state is CLOSING):
            return now - self.since
        return max((transfer.expected_seconds(now) for transfer in transfers), default=0)
