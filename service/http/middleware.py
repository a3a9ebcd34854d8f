"""What every answer has: an id, security and CORS headers, a measurement, a line in the log.

A WSGI middleware, so that it also sees the answers that Flask gives by itself.
"""

import re
import sys
from collections.abc import Callable, Iterable
from random import getrandbits
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask

from service.http.answers import Answer, Headers, answer_nothing
from service.http.clients import Clients
from service.http.cors import Origins, preflight
from service.http.problems import answer_problem
from service.http.shortcut import Shortcut
from service.request_faults import MalformedRequest
from service.settings import Config
from service.telemetry.logs import describe, least_logged, write_access
from service.telemetry.metrics import Metrics, known_method
from service.wsgi import FAULT, FAULTS, REQUEST_ID, ROUTE, STARTED

CSP = "Content-Security-Policy"
ALLOW_ORIGIN = "Access-Control-Allow-Origin"
SECURITY_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    (CSP, "default-src 'none'; frame-ancestors 'none'"),
]

SERVER = "*"
"""The target of a request, and so its path, that is for the server as a whole (RFC 9112 3.2.4)."""

Ids = dict[str, str]
Probes = frozenset[str]

_REQUEST_ID = re.compile("[A-Za-z0-9._:/+=-]{1,128}")
_TRACEPARENT = re.compile(
    "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)


class Middleware:
    """Wraps Flask's application, and the short way past it."""

    def __init__(
        self, app: Flask, shortcut: Shortcut, config: Config, metrics: Metrics, probes: Probes
    ) -> None:
        self._app = app
        self._flask = app.wsgi_app
        self._shortcut = shortcut
        self._metrics = metrics
        self._logged_from = least_logged(config)
        self._unlogged = frozenset() if config.log_probes else probes
        self._clients = Clients(config.trusted_proxies)
        self._origins = Origins(config.cors_origins)
        self._headers = [*SECURITY_HEADERS, *self._origins.always]
        ours = [*self._headers, *preflight(""), (ALLOW_ORIGIN, "")]
        self._names = {name.lower() for name, _ in ours}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request with the application's answer and all that every answer has."""
        started = environ.get(STARTED) or perf_counter()
        ids = self._identify(environ)

        def begin(answer: Answer, error: Any = None) -> Answer:
            start_response(answer.status, self._all_headers(answer.headers, environ, ids), error)
            return answer

        if fault := environ.get(FAULT):
            environ[ROUTE] = self._shortcut.route_of(environ)
            answer = begin(answer_problem(fault, environ))
        elif short := self._shortcut.answer(environ):
            answer = begin(short)
        else:
            answer = self._through_flask(environ, begin)

        # The time that counts ends when the answer is ready to be sent.
        seconds = perf_counter() - started
        status = answer.status[:3]
        method = known_method(environ["REQUEST_METHOD"])
        route = environ.get(ROUTE)
        self._metrics.observe(method, route, status, seconds)
        if faults := environ.get(FAULTS):
            self._metrics.count_faults(fault.code for fault in faults)
        if status >= self._logged_from and route not in self._unlogged:
            write_access(
                seconds,
                method=method,
                route=route,
                **describe(environ),
                status=int(status),
                size=len(answer.body),
                client=self._clients.address(environ),
                **ids,
            )
        return [answer.body]

    def _through_flask(self, environ: WSGIEnvironment, begin: Callable[..., Answer]) -> Answer:
        """The answer that Flask gives; begun within its contexts, where tracing looks for them."""
        path = environ["PATH_INFO"]
        if path == SERVER:
            return begin(self._for_the_server(environ))
        if path.startswith("//"):
            # Werkzeug would take several slashes there for one.
            environ["PATH_INFO"] = "/." + path
        begun: list[Answer] = []
        written: list[bytes] = []

        def start(status: str, headers: Headers, _: Any = None, /) -> Callable[[bytes], object]:
            request = environ.get("werkzeug.request")
            if request and request.url_rule and not environ.get(ROUTE):
                environ[ROUTE] = request.url_rule.rule
            begun.append(begin(Answer(status, headers, b"")))
            return written.append

        try:
            chunks = self._flask(environ, start)
            try:
                written.extend(chunks)
            finally:
                if close := getattr(chunks, "close", None):
                    close()
        except Exception as error:
            if self._app.testing or self._app.debug:
                raise  # a person wants to see it
            # Nothing is sent before this returns, so that another answer may take the place.
            return begin(answer_problem(error, environ), sys.exc_info())
        finally:
            environ["PATH_INFO"] = path
        return begun[-1]._replace(body=b"".join(written))

    def _for_the_server(self, environ: WSGIEnvironment) -> Answer:
        if environ["REQUEST_METHOD"] == "OPTIONS":
            return answer_nothing([("Allow", "GET, HEAD, OPTIONS, POST")])
        return answer_problem(MalformedRequest("The target * is for OPTIONS only."), environ)

    def _all_headers(self, own: Headers, environ: WSGIEnvironment, ids: Ids) -> Headers:
        """An answer's own headers, and what is missing of those of every answer."""
        ours = [*self._headers, *self._origins.allow(environ)]
        if environ["REQUEST_METHOD"] == "OPTIONS" and environ["PATH_INFO"] != SERVER:
            ours += [field for name, value in own if name == "Allow" for field in preflight(value)]
        given = {name.lower() for name, _ in own}
        if not given.isdisjoint(self._names):  # of an extension, or a page with its own policy
            ours = [field for field in ours if field[0] == "Vary" or field[0].lower() not in given]
            own = [field for field in own if field[1]]  # an empty one only takes the usual one away
        headers = [*own, ("X-Request-ID", ids["request_id"]), *ours]
        if "trace_id" in ids:
            headers.append(("traceparent", environ["HTTP_TRACEPARENT"]))
        return headers

    def _identify(self, environ: WSGIEnvironment) -> Ids:
        """Keep the request's well-formed ids, else make one; they go into answer and log."""
        ids = {}
        trace = environ.get("HTTP_TRACEPARENT")
        if trace and (match := _TRACEPARENT.fullmatch(trace)):
            ids["trace_id"] = match[1]
        given = environ.get("HTTP_X_REQUEST_ID")
        if not given or not _REQUEST_ID.fullmatch(given):
            given = ids.get("trace_id") or f"{getrandbits(128):032x}"  # unique, not secret
        ids["request_id"] = environ[REQUEST_ID] = given
        return ids
