"""What every answer has: an id, security and CORS headers, a measurement, a line in the log.

A WSGI middleware: it costs a fraction of what Flask's request hooks do, and it also sees the
answers that Flask gives by itself.
"""

import contextlib
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.codec import encode
from service.config import Config
from service.errors import MEDIA_TYPE, PROBLEMS, REQUEST_ID, problem
from service.metrics import METHODS, OTHER_METHOD, Metrics

log = logging.getLogger(__name__)

STARTED = "nim.started"
"""Key in the WSGI environment: perf_counter() when the request's headers had arrived."""

ROUTE = "nim.route"
"""Key in the WSGI environment under which the application leaves its route's template."""

CSP = "Content-Security-Policy"
SECURITY_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
]
API_CSP = (CSP, "default-src 'none'; frame-ancestors 'none'")
EXPOSED = ("Access-Control-Expose-Headers", "X-Request-ID, Allow")

_REQUEST_ID = re.compile("[A-Za-z0-9._:/+=-]{1,128}")
_TRACEPARENT = re.compile(
    "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)


class Envelope:
    """Wraps the application; `metrics` is None where nothing is measured."""

    def __init__(
        self, application: WSGIApplication, config: Config, metrics: Metrics | None
    ) -> None:
        self._application = application
        self._observe = metrics.observe if metrics else None
        self._access_log = config.access_log
        self._any_origin = config.cors_origins == ("*",)
        self._origins = frozenset(config.cors_origins)
        self._headers = [*SECURITY_HEADERS, EXPOSED]
        if self._any_origin:
            self._headers.append(("Access-Control-Allow-Origin", "*"))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request with the application's answer, complete and in its envelope."""
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
            body = answer.fail()
        headers = answer.headers
        headers.append(("X-Request-ID", ids["request_id"]))
        if "trace_id" in ids:
            headers.append(("traceparent", environ["HTTP_TRACEPARENT"]))
        headers += self._headers
        if CSP not in dict(headers):
            headers.append(API_CSP)
        if not self._any_origin:
            self._allow_origin(environ, headers)
        start_response(answer.status, headers)

        # The time that counts ends when the answer is ready to be sent.
        seconds = perf_counter() - started
        status = answer.status[:3]
        if self._observe or self._access_log:
            route = environ.get(ROUTE)
            if self._observe:
                self._observe(environ["REQUEST_METHOD"], route, status, seconds)
            if self._access_log:
                method = environ["REQUEST_METHOD"]
                write_line(
                    {
                        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                        "level": "INFO",
                        "logger": "access",
                        "method": method if method in METHODS else OTHER_METHOD,
                        "route": route,
                        "status": int(status),
                        "duration_ms": round(seconds * 1000, 3),
                        "size": len(body),
                        **ids,
                    }
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

    def _allow_origin(self, environ: WSGIEnvironment, headers: list[tuple[str, str]]) -> None:
        headers.append(("Vary", "Origin"))
        origin = environ.get("HTTP_ORIGIN")
        if origin in self._origins:
            headers.append(("Access-Control-Allow-Origin", str(origin)))


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
        kind = PROBLEMS[Exception]
        body = encode(problem(kind))
        length = str(len(body))
        self.start(
            "500 Internal Server Error", [("Content-Type", MEDIA_TYPE), ("Content-Length", length)]
        )
        return body


def _no_write(_: bytes) -> None:
    raise RuntimeError("this server has no write()")


def write_line(entry: dict[str, Any]) -> None:
    """Write a log line to stdout in one piece, so that the lines of processes don't mix.

    A log that can't be written, on a full disk say, is no reason to answer nobody.
    """
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), encode(entry) + b"\n")
