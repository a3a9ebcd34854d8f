"""What is recorded of each request: its ids, its count in the metrics, and its line in the log."""

import logging
import re
from collections.abc import Container, Mapping
from random import getrandbits
from time import perf_counter
from uuid import uuid4
from wsgiref.types import WSGIApplication, WSGIEnvironment

from ..codec import encode
from ..environ import FIELD_ERRORS, IDS, PROBLEM_TYPE, ROUTE, STARTED
from ..server.application import Application
from ..server.responses import Response
from ..settings import Config
from ..telemetry.logs import REQUEST, least_logged, log_abort, write_access
from ..telemetry.metrics import count_errors, count_response, known_method
from .problems import INTERNAL, TYPE_PREFIX
from .responses import NO_STORE, PROBLEM, SECURITY_HEADERS

log = logging.getLogger(__name__)

FACTS = (ROUTE, PROBLEM_TYPE, FIELD_ERRORS)
"""What the records need to know, besides the ids, of how a request was handled."""

_REQUEST_ID = re.compile("[A-Za-z0-9._:/+=-]{1,128}")
_TRACEPARENT = re.compile(
    "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)


class Recorded(Application):
    """A WSGI application whose requests are counted and logged."""

    def __init__(
        self,
        wsgi: WSGIApplication,
        config: Config,
        probes: Container[str],
        internal_errors: Mapping[str, tuple[str, bytes]],
    ) -> None:
        """A setting leaves the routes of `probes` out of the log.

        `internal_errors` are the paths whose response to a bug is not a problem, with its media
        type and its body.
        """
        super().__init__(wsgi)
        self._prefix = config.path_prefix
        self._internal_errors = internal_errors
        self._least_logged_status = least_logged(config)
        self._unlogged = () if config.log_probes else probes
        members = {
            "type": f"{config.path_prefix}{TYPE_PREFIX}{INTERNAL.name}",
            "title": INTERNAL.title,
            "status": INTERNAL.status,
            "detail": INTERNAL.detail,
        }
        self._problem = PROBLEM, encode(members)

    def note(self, environ: WSGIEnvironment, response: Response, ready_at: float) -> None:
        """Count and log a request, whose measured time ended when its response was ready.

        A bug in one of the two leaves the other, and the response.
        """
        seconds, route, status = (
            ready_at - environ[STARTED],
            environ.get(ROUTE),
            response.status[:3],
        )
        try:
            if FIELD_ERRORS in environ:
                count_errors(error.code for error in environ[FIELD_ERRORS])
            problem = environ.get(PROBLEM_TYPE, "")
            method = known_method(environ["REQUEST_METHOD"])
            count_response(method, route, status, seconds, problem)
        except Exception:
            log.exception("a request is not counted")
        try:
            if status >= self._least_logged_status and route not in self._unlogged:
                size, client = len(response.body), self.client(environ)
                write_access(environ, seconds, int(status), size, client)
        except Exception:
            log.exception("a request has no line in the log")

    def fail(self, error: BaseException, environ: WSGIEnvironment) -> Response:
        """Log a bug outside the operations, and respond with an internal error.

        It is made of constants: the bug may be in what makes other responses.
        """
        environ.setdefault(STARTED, perf_counter())
        ids = environ.setdefault(IDS, {"request_id": uuid4().hex})
        environ[PROBLEM_TYPE], environ[FIELD_ERRORS] = INTERNAL.name, []
        request = {"method": environ["REQUEST_METHOD"][:20], "route": environ.get(ROUTE), **ids}
        log.error(INTERNAL.name, exc_info=error, extra={REQUEST: request})
        path = environ["PATH_INFO"].removeprefix(self._prefix).removesuffix("/")
        media_type, body = self._internal_errors.get(path, self._problem)
        headers = [
            ("Content-Type", media_type),
            NO_STORE,
            ("X-Request-ID", ids["request_id"]),
            *SECURITY_HEADERS,
        ]
        if environ["REQUEST_METHOD"] == "HEAD":
            body = b""
        return Response("500 INTERNAL SERVER ERROR", headers, body)

    def abort(self, environ: WSGIEnvironment) -> None:
        """Log and count a request that takes so long that gunicorn aborts the worker."""
        method, route = log_abort(environ, self.client(environ))
        count_response(method, route, "500", perf_counter() - environ[STARTED], "timeout")


def ids_of(environ: WSGIEnvironment) -> dict[str, str]:
    """The ids of a request for the log: those it has if they are well-formed, or a new one."""
    trace, given = environ.get("HTTP_TRACEPARENT"), environ.get("HTTP_X_REQUEST_ID")
    if not given or not _REQUEST_ID.fullmatch(given):
        given = getrandbits(128).to_bytes(16).hex()  # unique, not secret
    if trace and (match := _TRACEPARENT.fullmatch(trace)):
        return {"trace_id": match[1], "request_id": given}
    return {"request_id": given}
