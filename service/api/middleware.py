"""What every answer has: an id, security and CORS headers, a measurement, a line in the log.

A WSGI middleware: it costs a fraction of what Flask's request hooks do, and it also sees the
answers that Flask gives by itself.
"""

import logging
import os
import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.access import PROBES, Clients, describe
from service.api.answers import PROBLEM
from service.api.cors import Origins
from service.api.environ import PROBLEM_TYPE, REQUEST_ID, ROUTE, STARTED
from service.api.errors import encode_problem, problem_type
from service.api.health import Process
from service.settings import Config
from service.telemetry.logs import write_access
from service.telemetry.metrics import known_method

log = logging.getLogger(__name__)

CSP = "Content-Security-Policy"
FRAMES = "X-Frame-Options"
SECURITY_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    (FRAMES, "DENY"),
]
API_CSP = (CSP, "default-src 'none'; frame-ancestors 'none'")

_REQUEST_ID = re.compile("[A-Za-z0-9._:/+=-]{1,128}")
_TRACEPARENT = re.compile(
    "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)


class Middleware:
    """Wraps the application."""

    def __init__(self, application: WSGIApplication, config: Config, process: Process) -> None:
        self._application = application
        self._process = process
        self._access_log = config.access_log
        self._unlogged = frozenset() if config.log_probes else PROBES
        self._clients = Clients(config.trusted_proxies)
        self._origins = Origins(config.cors_origins)
        self._headers = [*SECURITY_HEADERS, *self._origins.always]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request with the application's answer and all that every answer has."""
        started = environ.get(STARTED) or perf_counter()
        ids = self._identify(environ)
        answer = _Answer()
        try:
            chunks = self._application(environ, answer.start)
            try:
                body = b"".join(chunks)
            finally:
                if close := getattr(chunks, "close", None):
                    close()
        except Exception:
            log.exception("the application raised", extra={"request_id": ids["request_id"]})
            environ[PROBLEM_TYPE] = problem_type(Exception()).name
            body = answer.fail()
        headers = answer.headers
        headers.append(("X-Request-ID", ids["request_id"]))
        if "trace_id" in ids:
            headers.append(("traceparent", environ["HTTP_TRACEPARENT"]))
        given = dict(headers)
        headers += [header for header in self._headers if header[0] not in given]
        if CSP not in given:
            headers.append(API_CSP)
        if not given.get(FRAMES, FRAMES):  # of the only page that may be framed
            headers.remove((FRAMES, ""))
        headers += self._origins.allow(environ)
        start_response(answer.status, headers)

        # The time that counts ends when the answer is ready to be sent.
        seconds = perf_counter() - started
        status = answer.status[:3]
        method = known_method(environ["REQUEST_METHOD"])
        route = environ.get(ROUTE)
        self._process.metrics.observe(method, route, status, seconds)
        if self._access_log and route not in self._unlogged:
            write_access(
                seconds,
                method=method,
                route=route,
                **describe(environ),
                status=int(status),
                size=len(body),
                client=self._clients.address(environ),
                **ids,
            )
        return [body]

    def _identify(self, environ: WSGIEnvironment) -> dict[str, str]:
        """Keep the request's well-formed ids, else make one; they go into answer and log."""
        ids = {}
        trace = environ.get("HTTP_TRACEPARENT")
        if trace and (match := _TRACEPARENT.fullmatch(trace)):
            ids["trace_id"] = match[1]
        given = environ.get("HTTP_X_REQUEST_ID")
        if not given or not _REQUEST_ID.fullmatch(given):
            given = ids.get("trace_id") or os.urandom(16).hex()
        ids["request_id"] = environ[REQUEST_ID] = given
        return ids


class _Answer:
    """What the application passes to start_response."""

    status: str
    headers: list[tuple[str, str]]

    def start(
        self, status: str, headers: list[tuple[str, str]], _: Any = None, /
    ) -> Callable[[bytes], object]:
        self.status = status
        self.headers = headers
        return _no_write

    def fail(self) -> bytes:
        body = encode_problem(Exception())
        length = str(len(body))
        self.start(
            "500 Internal Server Error", [("Content-Type", PROBLEM), ("Content-Length", length)]
        )
        return body


def _no_write(_: bytes) -> None:
    raise RuntimeError("this server has no write()")
