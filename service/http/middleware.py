"""The WSGI middleware: ids, security and CORS headers, metrics and access log of each response.

As it wraps Flask, it sees the responses that Flask makes by itself, too.
"""

import re
import sys
from collections.abc import Callable, Iterable
from random import getrandbits
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed

from service.environ import ERROR, FIELD_ERRORS, ROUTE, STARTED
from service.http.clients import Clients
from service.http.cors import Origins, preflight, with_origin_in_vary
from service.http.deprecation import DEPRECATION
from service.http.header_lists import shorten_lists
from service.http.operation import Operations
from service.http.problems import problem_response
from service.http.responses import NO_STORE, Headers, Response, empty_response
from service.http.shortcut import Shortcut
from service.server.errors import MalformedRequest
from service.settings import Config
from service.telemetry.logs import IDS, least_logged, write_access
from service.telemetry.metrics import count_errors, count_response, known_method
from service.telemetry.spans import current_span

CSP = "Content-Security-Policy"
ALLOW_ORIGIN = "Access-Control-Allow-Origin"
SECURITY_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    (CSP, "default-src 'none'; frame-ancestors 'none'"),
]

ASTERISK_FORM = "*"
"""The target of a request, and so its path, for the server as a whole (RFC 9112, 3.2.4)."""

CACHEABLE_METHODS = frozenset({"GET", "HEAD"})
"""The methods whose responses caches may keep, unless a header forbids it (RFC 9110, 9.2.3)."""

_REQUEST_ID = re.compile("[A-Za-z0-9._:/+=-]{1,128}")
_TRACEPARENT = re.compile(
    "(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)


class Middleware:
    """Wraps Flask's WSGI application, and the shortcut past it."""

    def __init__(  # noqa: PLR0913  # all of it is handed in
        self,
        *,
        app: Flask,
        wsgi_app: WSGIApplication,
        operations: Operations,
        shortcut: Shortcut,
        clients: Clients,
        config: Config,
    ) -> None:
        self._app = app
        self._flask = wsgi_app
        self._find_operation = operations.find
        self._shortcut = shortcut
        self._least_logged_status = least_logged(config)
        probes = [each.path for each in operations.all if each.probe]
        self._unlogged = frozenset(() if config.log_probes else probes)
        self._clients = clients
        self._origins = Origins(config.cors_origins)
        self._common_headers = [*SECURITY_HEADERS, *self._origins.always]
        common = [*self._common_headers, *preflight(""), (ALLOW_ORIGIN, "")]
        self._common_names = frozenset(name.lower() for name, _ in common)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond, by the shortcut or through Flask."""
        started = environ.get(STARTED) or perf_counter()
        environ[IDS] = ids_of(environ)
        direct = self._rejection(environ) if ERROR in environ else self._shortcut.respond(environ)
        if direct:
            response = direct
            start_response(response.status, self._all_headers(response, environ))
        else:
            response = self._through_flask(environ, start_response)
            self._shortcut.decide()

        # The measured time ends when the response is ready to be sent.
        seconds = perf_counter() - started
        status, route = response.status[:3], environ.get(ROUTE)
        count_response(known_method(environ["REQUEST_METHOD"]), route, status, seconds)
        if errors := environ.get(FIELD_ERRORS):
            count_errors(error.code for error in errors)
        if status >= self._least_logged_status and route not in self._unlogged:
            client = self._clients.address(environ)
            write_access(environ, seconds, int(status), len(response.body), client)
        return [response.body]

    def _through_flask(self, environ: WSGIEnvironment, start_response: StartResponse) -> Response:
        """Flask's response; it starts within Flask's contexts, as tracing expects."""

        def begin(response: Response, error: Any = None) -> Response:
            start_response(response.status, self._all_headers(response, environ), error)
            return response

        shorten_lists(environ)
        path = environ["PATH_INFO"]
        if path == ASTERISK_FORM:
            return begin(self._asterisk_response(environ))
        if path.startswith("//"):
            # Werkzeug would take several slashes there for one.
            environ["PATH_INFO"] = "/." + path
        if (method := environ["REQUEST_METHOD"]) != method.upper():
            # Werkzeug would take it for the same method in capitals.
            allowed = self._app.url_map.bind("").allowed_methods(environ["PATH_INFO"])
            return begin(problem_response(MethodNotAllowed(allowed), environ))
        begun: list[Response] = []
        written: list[bytes] = []

        def start(status: str, headers: Headers, _: Any = None, /) -> Callable[[bytes], object]:
            request = environ.get("werkzeug.request")
            if request and request.url_rule and not environ.get(ROUTE):
                environ[ROUTE] = request.url_rule.rule
            begun.append(begin(Response(status, headers, b"")))
            environ[IDS] |= current_span()  # the span ends before the line is logged
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
            # Nothing is sent before this returns, so a problem can still replace the response.
            return begin(problem_response(error, environ), sys.exc_info())
        finally:
            environ["PATH_INFO"] = path
        begun[-1].body = b"".join(written)
        return begun[-1]

    def _rejection(self, environ: WSGIEnvironment) -> Response:
        """The response to a request that the server rejects."""
        operation = self._find_operation(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        environ[ROUTE] = operation and operation.path
        return problem_response(environ[ERROR], environ)

    def _asterisk_response(self, environ: WSGIEnvironment) -> Response:
        if environ["REQUEST_METHOD"] == "OPTIONS":
            return empty_response([("Allow", "GET, HEAD, OPTIONS, POST")])
        return problem_response(MalformedRequest("The target * is for OPTIONS only."), environ)

    def _all_headers(self, response: Response, environ: WSGIEnvironment) -> Headers:
        """A response's own headers, and the common headers that it does not set itself.

        A cacheable response has no id: caches would send it to other clients.
        """
        own, common, method = response.headers, self._common_headers, environ["REQUEST_METHOD"]
        if self._origins.differ:
            common = [*common, *self._origins.allow(environ)]
            own = with_origin_in_vary(own)
        if method == "OPTIONS" and environ["PATH_INFO"] != ASTERISK_FORM:
            methods = [value for name, value in own if name == "Allow"]
            common = [*common, *(field for allowed in methods for field in preflight(allowed))]
        if not response.is_plain:
            given = {name.lower() for name, _ in own}
            if not self._common_names.isdisjoint(given):  # an extension's, or a page's policy
                common = [field for field in common if field[0].lower() not in given]
                own = [field for field in own if field[1]]  # an empty value removes a common header
        if DEPRECATION in environ:
            common = [*common, *environ[DEPRECATION]]
        if method in CACHEABLE_METHODS and NO_STORE not in own:
            return [*own, *common]
        return [*own, ("X-Request-ID", environ[IDS]["request_id"]), *common]


def ids_of(environ: WSGIEnvironment) -> dict[str, str]:
    """The ids of a request for the log: those it has if they are well-formed, or a new one."""
    trace, given = environ.get("HTTP_TRACEPARENT"), environ.get("HTTP_X_REQUEST_ID")
    if not given or not _REQUEST_ID.fullmatch(given):
        given = getrandbits(128).to_bytes(16).hex()  # unique, not secret
    if trace and (match := _TRACEPARENT.fullmatch(trace)):
        return {"trace_id": match[1], "request_id": given}
    return {"request_id": given}
