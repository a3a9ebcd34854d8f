"""The service: finds the operation of a request, and completes its response.

The service's own worker calls `handle`. Every other server calls the service by WSGI. If Flask has
to see a request, Flask handles it; Flask's views call the same operations.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import BytesIO
from itertools import chain
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from ..environ import IDS, NOTED, PREFIXED, ROUTE, STARTED, mount_of
from ..limits import LARGEST_RESPONSE
from ..server.application import URGENT, Later
from ..server.errors import RequestError
from ..server.responses import Headers, Response
from ..server.responses import call as call_wsgi
from ..settings import Config
from ..telemetry.logs import current_span
from .body import read_body, within_flasks
from .cors import Origins, preflight, with_origin_in_vary
from .negotiation import shorten_lists
from .operation import LATER, Operation, Operations
from .problems import problem_response, unknown_path
from .records import FACTS, Recorded, ids_of
from .responses import JSON_TYPE, NO_STORE, SECURITY_HEADERS, empty_response
from .shortcut import Shortcut
from .trusted_proxies import TrustedProxies

ALLOW_ORIGIN = "Access-Control-Allow-Origin"

ASTERISK_FORM = "*"
"""The target of an OPTIONS request, and so its path, for the server as a whole."""

CACHEABLE_METHODS = frozenset({"GET", "HEAD", "QUERY"})
"""Methods whose responses can be cached, unless a header forbids it (RFC 9110, 9.2.3; RFC
10008, 2.7)."""


class Service(Recorded):
    """The operations of one application, and Flask behind them."""

    largest_response = LARGEST_RESPONSE

    def __init__(
        self, app: Flask, operations: Operations, on_ports: Mapping[str, Operations], config: Config
    ) -> None:
        """Serve these operations, and on some ports others."""
        everywhere = [*chain(operations.all, *(each.all for each in on_ports.values()))]
        probes = frozenset(each.path for each in everywhere if each.probe)
        own = {each.path: each.internal_error for each in everywhere if each.internal_error}
        super().__init__(app, config, probes, own)
        self.request_timeout = config.request_timeout
        self.drain_seconds = config.drain_seconds
        self.on_tick: Callable[[int, int], None] | None = None
        """Called with the numbers of current requests and of connections, at each tick."""
        self._app, self._flask = app, app.wsgi_app
        self._usual_body = config.max_body_bytes
        self.max_body_bytes = max(map(self._limit_of, [None, *operations.all]))
        self.operations, self._on_ports = operations, on_ports
        self._shortcut = Shortcut(app)
        self._is_wrapped = False  # by a middleware, which then sees what its own worker prepares
        self._proxies = TrustedProxies(config.trusted_proxies)
        self._outside_prefix = {ASTERISK_FORM, *probes}
        self._origins = Origins(config.cors_origins)
        self._common_headers = [*SECURITY_HEADERS, *self._origins.always]
        self._common_lines = "".join(f"{name}: {value}\r\n" for name, value in self._common_headers)
        common = [*self._common_headers, *preflight(""), (ALLOW_ORIGIN, "")]
        self._common_names = frozenset(name.lower() for name, _ in common)
        self._special_names = self._common_names | {"allow"}
        """Headers that change which common headers are added."""

    def body_limit(self, environ: WSGIEnvironment) -> int:
        """The most bytes of a body at the path of a request."""
        environ = {**environ}
        if self._prefix:
            self._enter(environ)
        return self._limit_of(self._find(environ))

    def _limit_of(self, operation: Operation | None) -> int:
        limit = operation.body_limit(self._usual_body) if operation else self._usual_body
        return within_flasks(limit, self._app)

    # --- As its own worker serves it --------------------------------------------------------------

    def handle(self, environ: WSGIEnvironment, body: bytes) -> Response | Later:
        """Respond to a complete request, or leave it to the thread."""
        environ[STARTED] = perf_counter()
        environ[IDS] = ids_of(environ)
        if "HTTP_X_FORWARDED_PROTO" in environ:
            environ["wsgi.url_scheme"] = self._proxies.scheme(environ)
        is_flasks = self._is_wrapped or self._is_seen_by_flask(environ)
        if self._prefix and (response := self._enter(environ)):
            return self._call(environ, body) if is_flasks else self._finished(environ, response)
        if not (operation := self._find(environ)):
            return Later(URGENT, partial(self._call, environ, body))
        environ[ROUTE] = operation.path
        try:
            parsed = operation.begin(environ, body)
            if parsed is LATER:
                queue = URGENT if operation.urgent else self.client(environ)
                if is_flasks:
                    return Later(queue, partial(self._call, environ, body))
                return Later(queue, partial(self._run, operation, environ, body))
            response = None if is_flasks else operation.respond(environ, parsed)
        except Exception as error:  # noqa: BLE001  # as Flask does
            response = None if is_flasks else problem_response(error, environ)
        return self._finished(environ, response) if response else self._call(environ, body)

    def _run(self, operation: Operation, environ: WSGIEnvironment, body: bytes) -> Response:
        """The response of the thread."""
        try:
            response = operation.run(environ, body)
        except Exception as error:  # noqa: BLE001  # as Flask does
            response = problem_response(error, environ)
        return self._finished(environ, response)

    def _call(self, environ: WSGIEnvironment, body: bytes) -> Response:
        """Respond by WSGI. A middleware sees the path that was sent, as under any server."""
        if PREFIXED in environ:
            environ["SCRIPT_NAME"], environ["PATH_INFO"] = environ.pop(PREFIXED)
        environ["wsgi.input"], environ[NOTED] = BytesIO(body), {}
        response = call_wsgi(self.wsgi, environ)
        environ.update(environ[NOTED])
        return response

    def _finished(self, environ: WSGIEnvironment, response: Response) -> Response:
        """Add the headers that all responses have."""
        if environ["REQUEST_METHOD"] == "HEAD":
            response.body = b""
        headers = response.headers
        is_plain = (len(headers) == 1 and headers[0] is JSON_TYPE) or (
            self._special_names.isdisjoint([name.lower() for name, _ in headers])
        )
        if is_plain and not self._origins.differ:
            response.lines = self._common_lines
            if self._has_id(headers, environ):
                response.lines += f"X-Request-ID: {environ[IDS]['request_id']}\r\n"
        else:
            response.headers = self._all_headers(response, environ)
        return response

    def reject(self, error: RequestError, environ: WSGIEnvironment) -> Response:
        """The response to a request that the server rejects."""
        if STARTED not in environ:  # its body has not come whole
            environ[STARTED], environ["CONTENT_LENGTH"] = perf_counter(), "0"
        if self._prefix:
            self._enter(environ)
        operation = self._find(environ)
        environ[IDS], environ[ROUTE] = ids_of(environ), operation and operation.path
        return self._finished(environ, problem_response(error, environ))

    def refuse(self, environ: WSGIEnvironment) -> Response | None:
        """The response to a request whose path, method or media type is wrong."""
        if not self._is_refused({**environ}):
            return None
        environ["CONTENT_LENGTH"] = "1"
        response = self.handle(environ, b" ")  # as with any body
        if isinstance(response, Later):
            response = response.respond()
        environ["CONTENT_LENGTH"] = "0"  # for the log: none has been read
        return response

    def _is_refused(self, environ: WSGIEnvironment) -> bool:
        if self._app.wsgi_app is not self:  # a middleware may know better
            return False
        if self._prefix and self._enter(environ):
            return True
        if operation := self._find(environ):
            return operation.is_refused(environ)
        method = environ["REQUEST_METHOD"]
        if environ["SERVER_PORT"] in self._on_ports or method != method.upper():
            return True
        try:
            self._app.url_map.bind("").match(environ["PATH_INFO"], method)
        except HTTPException:
            return True
        return False  # a view of an extension

    def client(self, environ: WSGIEnvironment) -> str:
        """The client of a request: behind trusted proxies the one that they name."""
        return self._proxies.client(environ)

    def tick(self, requests: int, connections: int) -> None:
        """Note the numbers of current requests and of connections."""
        if self.on_tick:
            self.on_tick(requests, connections)

    # --- As any WSGI server serves it -------------------------------------------------------------

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond, by the operation or through Flask."""
        environ.setdefault(STARTED, perf_counter())
        environ.setdefault("QUERY_STRING", "")
        try:
            response = self._begin(environ, start_response)
        except Exception as error:
            if NOTED in environ or self._app.testing or self._app.debug:
                raise  # the service's own server, or a person, wants to see it
            response = self.fail(error, environ)
            start_response(response.status, response.headers, sys.exc_info())
        if NOTED in environ:
            environ[NOTED].update({key: environ[key] for key in FACTS if key in environ})
        else:
            self.note(environ, response, perf_counter())
        return [response.body]

    def _begin(self, environ: WSGIEnvironment, start_response: StartResponse) -> Response:
        """The response, which has been started."""
        environ[IDS] = ids_of(environ)
        if "HTTP_X_FORWARDED_PROTO" in environ:
            environ["wsgi.url_scheme"] = self._proxies.scheme(environ)
        response = (self._prefix and self._enter(environ)) or self._response(environ)
        if response:
            start_response(response.status, self._all_headers(response, environ))
            return response
        response = self._through_flask(environ, start_response)
        self._shortcut.decide()
        self._is_wrapped = self._app.wsgi_app is not self
        return response

    def _response(self, environ: WSGIEnvironment) -> Response | None:
        """The response that needs no Flask; None if Flask has to respond."""
        if not (operation := self._find(environ)):
            path = environ["PATH_INFO"]
            if path == ASTERISK_FORM:
                return empty_response([("Allow", "GET, HEAD, OPTIONS, POST, QUERY")])
            if here := self._on_ports.get(environ["SERVER_PORT"]):
                methods = here.paths.get(path)
                wrong = MethodNotAllowed([*methods, "OPTIONS"]) if methods else None
                return problem_response(wrong or unknown_path(environ, here.paths), environ)
            return None
        if self._is_seen_by_flask(environ):
            return None
        environ[ROUTE] = operation.path
        try:
            response = operation.run(environ, read_body(environ, self._limit_of(operation)))
        except Exception as error:  # noqa: BLE001  # as Flask does
            response = problem_response(error, environ)
        if environ["REQUEST_METHOD"] == "HEAD":
            response.body = b""
        return response

    def _enter(self, environ: WSGIEnvironment) -> Response | None:
        """Move the prefix of the path to SCRIPT_NAME. Return a response if the path is outside.

        Probes are also served outside.
        """
        mount, path, prefix = environ.get("SCRIPT_NAME", ""), environ["PATH_INFO"], self._prefix
        if PREFIXED in environ:
            return None
        environ[PREFIXED] = mount, path
        environ["SCRIPT_NAME"] = mount + prefix
        if path in self._outside_prefix:
            return None
        if path.startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path.removeprefix(prefix)
            return None
        if path == prefix:
            query = environ["QUERY_STRING"]
            target = f"{mount_of(environ)}/?{query}" if query else f"{mount_of(environ)}/"
            headers = [("Location", target), ("Content-Length", "0")]
            return Response("308 PERMANENT REDIRECT", headers, b"")
        return problem_response(NotFound(f"Everything is served under {prefix}/."), environ)

    def _find(self, environ: WSGIEnvironment) -> Operation | None:
        operations = self.operations
        if self._on_ports:
            operations = self._on_ports.get(environ["SERVER_PORT"], operations)
        return operations.find(environ["REQUEST_METHOD"], environ["PATH_INFO"])

    def _is_seen_by_flask(self, environ: WSGIEnvironment) -> bool:
        """Whether Flask has to see a request to an operation."""
        return not self._shortcut.is_open and environ["SERVER_PORT"] not in self._on_ports

    def _through_flask(self, environ: WSGIEnvironment, start_response: StartResponse) -> Response:
        """Flask's response, which starts within Flask's contexts, as tracing expects."""

        def begin(response: Response, error: Any = None) -> Response:
            start_response(response.status, self._all_headers(response, environ), error)
            return response

        shorten_lists(environ)
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        if method != method.upper():  # Werkzeug would read it as the same method in capitals
            allowed = self._app.url_map.bind("").allowed_methods(path)
            return begin(problem_response(MethodNotAllowed(allowed), environ))
        if path.startswith("//"):
            # Werkzeug would treat several slashes there as one.
            environ["PATH_INFO"] = "/." + path
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

    # --- Every response ---------------------------------------------------------------------------

    def _all_headers(self, response: Response, environ: WSGIEnvironment) -> Headers:
        """A response's own headers, and the common headers that it does not set itself."""
        own, common = response.headers, self._common_headers
        if len(own) == 1 and own[0] is JSON_TYPE:
            own = [JSON_TYPE, ("Content-Length", str(len(response.body)))]
            if self._has_id(own, environ) and not self._origins.differ:  # most responses
                return [*own, ("X-Request-ID", environ[IDS]["request_id"]), *common]
        if self._origins.differ:
            common = [*common, *self._origins.allow(environ)]
            own = with_origin_in_vary(own)
        if environ["REQUEST_METHOD"] == "OPTIONS" and environ["PATH_INFO"] != ASTERISK_FORM:
            methods = [value for name, value in own if name == "Allow"]
            common = [*common, *(field for allowed in methods for field in preflight(allowed))]
        given = {name.lower() for name, _ in own}
        if not self._common_names.isdisjoint(given):  # an extension's, or a page's policy
            common = [field for field in common if field[0].lower() not in given]
            own = [field for field in own if field[1]]  # an empty value removes a common header
        if self._has_id(own, environ):
            own = [*own, ("X-Request-ID", environ[IDS]["request_id"])]
        return [*own, *common]

    @staticmethod
    def _has_id(headers: Headers, environ: WSGIEnvironment) -> bool:
        """Whether a response has its id: not if a cache would send it to other clients."""
        return environ["REQUEST_METHOD"] not in CACHEABLE_METHODS or NO_STORE in headers
