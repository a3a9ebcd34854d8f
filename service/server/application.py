"""The application that a worker serves, and its options."""

import logging
from collections.abc import Callable
from typing import NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.server.limits import LARGEST_INLINE
from service.server.responses import Response, response_in_text

log = logging.getLogger("service.server")


def remote_address(environ: WSGIEnvironment) -> str:
    """The address that a request came from; `-` on a socket of Unix."""
    return environ["REMOTE_ADDR"] or "-"


def queue_by_size(environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
    """No queue for a small request; for a large one that of its client."""
    is_small = len(environ["QUERY_STRING"]) + len(body) <= LARGEST_INLINE
    return None if is_small else remote_address(environ)


def log_abort(environ: WSGIEnvironment) -> None:
    """Log the request that did not end."""
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    log.error("%s %r from %s did not end", method, path[:200], remote_address(environ))


class Application(NamedTuple):
    """A WSGI application, and what a worker may know of it."""

    wsgi: WSGIApplication
    queue_key: Callable[[WSGIEnvironment, bytes | bytearray], str | None] = queue_by_size
    """In whose queue a request waits for the thread beside the event loop; "" goes before all.

    None for one that the event loop answers. It is asked once for each request that is complete.
    """
    client: Callable[[WSGIEnvironment], str] = remote_address
    """Who sent a request: clients share the memory for bodies."""
    error_response: Callable[[Exception, WSGIEnvironment], Response] = response_in_text
    """The response to a request that can't be read, or not now."""
    on_tick: Callable[[int, int], None] = lambda *_: None
    """Called a few times a second with the requests under way and the connections open."""
    on_abort: Callable[[WSGIEnvironment], None] = log_abort
    """Called with the request that has not ended for so long that gunicorn ends the worker."""
    is_stopping: Callable[[], bool] = lambda: False
    """Whether the master stops, and all its workers with it."""
    on_orphaned: Callable[[], None] = lambda: None
    """Called where the master has ended before its workers."""
    largest_response: int = 2**23
    """Bytes that are kept free for the response to a request that is computed."""
    max_body_bytes: int = 2**20
    request_timeout: float = 10.0
    drain_seconds: float = 2.0
