"""The application that a worker serves, and its options."""

import logging
from collections.abc import Callable
from typing import NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.server.limits import LARGEST_INLINE
from service.server.responses import Response, response_in_text

log = logging.getLogger("service.server")


def remote_address(environ: WSGIEnvironment) -> str:
    """The address that a request came from; `-` on a Unix socket."""
    return environ["REMOTE_ADDR"] or "-"


def queue_by_size(environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
    """The queue key of a request: its client's address if it is large, None if it is small."""
    is_small = len(environ["QUERY_STRING"]) + len(body) <= LARGEST_INLINE
    return None if is_small else remote_address(environ)


def log_abort(environ: WSGIEnvironment) -> None:
    """Log a request that did not end."""
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    log.error("%s %r from %s did not end", method, path[:200], remote_address(environ))


class Application(NamedTuple):
    """A WSGI application and its options in a worker."""

    wsgi: WSGIApplication
    queue_key: Callable[[WSGIEnvironment, bytes | bytearray], str | None] = queue_by_size
    """Returns the key of the queue in which a request waits for the thread, or None.

    With None the event loop handles the request. The queue "" is served before all others. Called
    once for each complete request.
    """
    client: Callable[[WSGIEnvironment], str] = remote_address
    """Returns the address of the client: the memory for bodies is shared fairly among clients."""
    error_response: Callable[[Exception, WSGIEnvironment], Response] = response_in_text
    """Returns the response to a request that the server rejects."""
    on_tick: Callable[[int, int], None] = lambda *_: None
    """Called a few times a second with the numbers of current requests and of connections."""
    on_abort: Callable[[WSGIEnvironment], None] = log_abort
    """Called with a request that takes so long that gunicorn aborts the worker."""
    is_stopping: Callable[[], bool] = lambda: False
    """Returns whether the master is stopping, and all its workers with it."""
    on_orphaned: Callable[[], None] = lambda: None
    """Called when the master has ended before its workers."""
    largest_response: int = 2**23
    """Bytes that are kept free for the response to a request in the thread."""
    max_body_bytes: int = 2**20
    request_timeout: float = 10.0
    drain_seconds: float = 2.0
