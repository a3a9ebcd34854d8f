"""What a worker serves, and what it is told about it."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.request_faults import (
    BodyTooLarge,
    HeadTooLarge,
    Overloaded,
    RequestTimeout,
    TargetTooLong,
    UnsupportedTransferCoding,
)

Headers = list[tuple[str, str]]
Answer = tuple[str, Headers, bytes]
"""A status line such as `200 OK`, the headers, and the whole body."""

STARTED = "nim.started"
"""The key in the environ for `perf_counter()` when the request had arrived whole."""

SMALL_REQUEST = 16 * 2**10
"""Bytes of query and body up to which a request is answered at once, if nothing else is said."""

_STATUSES = {
    RequestTimeout: 408,
    BodyTooLarge: 413,
    TargetTooLong: 414,
    HeadTooLarge: 431,
    UnsupportedTransferCoding: 501,
    Overloaded: 503,
}


def turn_by_size(environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
    """No turn for a small request; the client's turn for a large one."""
    if len(environ["QUERY_STRING"]) + len(body) < SMALL_REQUEST:
        return None
    return environ["REMOTE_ADDR"] or "-"


def answer_in_text(fault: Exception, _: WSGIEnvironment) -> Answer:
    """A fault as a line of text.

    >>> answer_in_text(RequestTimeout("Too late."), {})[0]
    '408 Request Timeout'
    """
    status = HTTPStatus(_STATUSES.get(type(fault), 400))
    headers = [("Content-Type", "text/plain; charset=utf-8")]
    if isinstance(fault, Overloaded):
        headers.append(("Retry-After", str(fault.retry_after)))
    return f"{status} {status.phrase}", headers, f"{fault}\n".encode()


@dataclass
class Served:
    """An application, and what a worker may be given to know of it."""

    application: WSGIApplication
    turn_of: Callable[[WSGIEnvironment, bytes | bytearray], str | None] = turn_by_size
    """Whose turn a request counts as that may take long; None for one that is answered at once.

    The turn "" comes before all others.
    """
    answer_fault: Callable[[Exception, WSGIEnvironment], Answer] = answer_in_text
    """The answer to a request that can't be read, or not now."""
    on_tick: Callable[[int, int], None] = lambda *_: None
    """Called a few times a second with the requests under way and the connections open."""
    max_body_bytes: int = 2**20
    request_timeout: float = 10.0
    drain_seconds: float = 2.0
