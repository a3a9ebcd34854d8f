"""What a worker serves: a WSGI application, perhaps with knowledge of its requests."""

import logging
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any, NamedTuple, TypeVar
from wsgiref.types import WSGIApplication, WSGIEnvironment

from .errors import RequestError
from .limits import LARGEST_INLINE
from .responses import FAILED, Response, call

log = logging.getLogger(__package__)

R = TypeVar("R")

URGENT = None
"""The queue of requests that never wait for a large one: they have their own thread."""


class Later(NamedTuple):
    """A large request, to which the thread responds."""

    queue: str | None
    """The thread takes a request of each queue in turn; the queue is the client's, or URGENT."""

    respond: Callable[[], Response]


class Application:
    """A WSGI application in a worker. Subclasses override what they know better."""

    largest_response = 2**23
    """Bytes kept free for the response to a request in the thread."""

    max_body_bytes = 2**20
    """Bytes of the largest body of any request."""

    request_timeout = 10.0
    drain_seconds = 2.0

    def __init__(self, wsgi: WSGIApplication) -> None:
        self.wsgi = wsgi

    def body_limit(self, environ: WSGIEnvironment) -> int:  # noqa: ARG002
        """The most bytes of the body of a request, by its head: `max_body_bytes`, or fewer."""
        return self.max_body_bytes

    def handle(self, environ: WSGIEnvironment, body: bytes) -> Response | Later:
        """Respond to a complete request on the event loop, or leave a large one to the thread.

        The environ has no `wsgi.input` yet.
        """
        environ["wsgi.input"] = BytesIO(body)
        if len(environ["QUERY_STRING"]) + len(body) <= LARGEST_INLINE:
            return call(self.wsgi, environ)
        return Later(self.client(environ), partial(call, self.wsgi, environ))

    def reject(self, error: RequestError, environ: WSGIEnvironment) -> Response:  # noqa: ARG002
        """The response to a request that the server rejects; its environ may be incomplete."""
        status = HTTPStatus(error.status)
        headers = [("Content-Type", "text/plain; charset=utf-8"), *error.headers]
        return Response(f"{status} {status.phrase}", headers, f"{error}\n".encode())

    def refuse(self, environ: WSGIEnvironment) -> Response | None:  # noqa: ARG002
        """The response if the head of a request decides it, whatever the body is; else None.

        A client that waits for 100 (Continue) gets it at once (RFC 9110, 10.1.1).
        """
        return None

    def fail(self, error: BaseException, environ: WSGIEnvironment) -> Response:  # noqa: ARG002
        """Log a bug in the application or the server, and respond to the request that it broke."""
        log.error("the request failed", exc_info=error)
        return FAILED

    def attempt(self, environ: WSGIEnvironment, make: Callable[..., R], *args: Any) -> R | Response:
        """The result of a function of the application or, if it raises, of `fail`."""
        try:
            return make(*args)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # fail() logs it
            return self.fail(error, environ)

    def note(self, environ: WSGIEnvironment, response: Response, ready_at: float) -> None:
        """Count and log a request whose response is about to be sent.

        The response was ready at the `perf_counter()` time `ready_at`.
        """

    def client(self, environ: WSGIEnvironment) -> str:
        """The client of a request. Clients share the thread and the memory fairly."""
        return environ["REMOTE_ADDR"] or "-"

    def tick(self, requests: int, connections: int) -> None:
        """Note the numbers of requests in progress and of connections, a few times a second."""

    def abort(self, environ: WSGIEnvironment) -> None:
        """Log a request that takes so long that gunicorn aborts the worker."""
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        log.error("%s %r from %s did not finish", method[:20], path[:200], self.client(environ))
