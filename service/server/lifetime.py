"""How long a connection lasts, and how much memory it holds."""

import asyncio
import logging
from abc import ABC, abstractmethod
from enum import Enum, auto
from time import perf_counter

from . import limits
from .errors import Overloaded, RequestError, RequestTimeout
from .guard import guarded
from .input import Input
from .memory import Transfer
from .output import Output
from .request_head import UNREAD
from .server import Server

log = logging.getLogger(__package__)

NO_MEMORY = "More request bodies are arriving than this process can hold; please try again."
STOPPING = "This process is stopping, and had no time left to respond; please try again."
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
    """The request waits for the thread, or the thread is handling it."""

    CLOSING = auto()
    """The last response has been sent, or the connection is lost. Further input is discarded."""


IDLE, READING, WAITING, QUEUED, CLOSING = State


class Lifetime(asyncio.Protocol, ABC):
    """A connection's state, timeouts and end. A subclass handles the requests."""

    __slots__ = (
        "_has_ended", "_has_turn", "_input", "_output", "_server", "_transport", "_waits_since",
        "client", "since", "state",
    )  # fmt: skip

    _input: Input
    _output: Output
    _transport: asyncio.Transport

    def __init__(self, server: Server) -> None:
        self._server = server
        self.state = READING
        self.since = self._waits_since = perf_counter()  # start of the state, of waiting for memory
        self.client = ""  # of the request whose body is large
        self._has_ended = False  # the client has closed its side; it may still be reading
        self._has_turn = False

    @abstractmethod
    def receive_more(self) -> None:
        """Continue to receive a large body."""

    @abstractmethod
    def _reject(self, error: RequestError) -> None:
        """Respond with an error and close the connection."""

    # --- Its memory -------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Count the memory held now, and give freed memory to others."""
        if self.state is not WAITING:
            self._server.memory.hold(self, self._input.held + self._output.held)
            self._server.resume_waiting()

    @property
    def _transfers(self) -> list[Transfer]:
        """The large body and the long responses that are in transfer."""
        both = self._input.transfer, self._output.transfer
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
        """The maximum seconds in the current state."""
        if self.state is IDLE:
            return self._server.keepalive
        if self.state is WAITING or self.state is QUEUED:
            return limits.LONGEST_WAIT
        return self._server.application.request_timeout

    def _check_progress(self, now: float) -> None:
        """Note how much the client has read of the responses; abort if it reads nothing."""
        output = self._output
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
        elif self._output.unread:
            self.abort()
        else:
            self._close()

    @guarded
    def drain(self, seconds: float) -> None:
        """Close when it is time; the worker stopped listening `seconds` ago."""
        if self.state is WAITING:
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
        return not (self._has_turn or self._output.is_full)

    @property
    def _is_idle(self) -> bool:
        """Whether the client has read the last response, and has sent nothing since."""
        return self.state is IDLE and not self._has_turn and not self._output.transfer

    @property
    def is_busy(self) -> bool:
        """Whether a request is being received or handled."""
        return self._input.request is not None

    @property
    def unread_descriptor(self) -> int | None:
        """The socket's descriptor, if the event loop is not reading the socket."""
        waits = self.state is WAITING or self.state is QUEUED
        return self._input.descriptor if waits else None

    def slowness(self, now: float) -> float:
        """Its rank among candidates for an abort: idle connections first, then the slowest."""
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
            self._output.fail(error, request)
            self._end_request()
            self._close(wait=not self._has_ended)
        except Exception:
            log.exception("the server failed")
            self._transport.abort()

    def _end_request(self) -> None:
        request, was_large = self._input.request, self._input.transfer
        if request and request.job:
            self._server.offload_of(request.job).remove(request.job)
        self._input.end_request()
        if was_large:
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
        self._output.close(wait=wait)

    def abort(self) -> None:
        """Close the connection immediately, and discard unread responses."""
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
        self._output.send()  # nothing is left to send, but a request may be uncounted
