"""Operations: they are declared, found by method and path, and respond to requests."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment

import msgspec
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_accept_header

from service.codec import NotJSON, decode, encode
from service.environ import ROUTE
from service.game.errors import InputError
from service.game.game import Game
from service.http.body import Read, check_media_type, read_body, read_input, reject_body
from service.http.deprecation import DEPRECATION, Deprecated
from service.http.errors import InvalidRequest
from service.http.header_lists import list_in
from service.http.request_types import Request
from service.http.requests import Reader
from service.http.responses import (
    JSON,
    REVALIDATE,
    Headers,
    Response,
    cacheable_response,
    file_response,
    json_response,
    negotiated_response,
)
from service.limits import LARGEST_CACHED, LARGEST_EXPLAINED, MAX_CACHED
from service.server.limits import LARGEST_INLINE
from service.web.files import File

MAX_INLINE_WORK = 1_000
"""The most work, in steps of about a microsecond, that a request handled on the event loop has."""

BYTES_OF_A_STEP = 6
"""Bytes of a query that are decoded in a step; a body is decoded a hundred times as fast."""

ALWAYS_IN_THREAD: Callable[[Any], int] = lambda _: MAX_INLINE_WORK + 1  # noqa: E731
"""As `work`: each request is handled in the thread."""

PARSED_EARLIER = "service.parsed"
"""The key in the environ of a request that was parsed to decide where it is handled. The value is
the operation, the body's stream, the query and the result. Stream and query show whether another
middleware has changed the request since."""

R = TypeVar("R", bound=Request)
T = TypeVar("T")


class NoParameters(Request):
    """The query of an operation that has none."""

    @classmethod
    def known_keys(cls, _: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys that it may have: none."""
        return [], "with POST, send it in the body"


_NO_PARAMETERS = Reader(NoParameters)
_NOT_PARSED_EARLIER = None, None, None, None


class Operation(ABC):
    """One operation: its method and path, what its requests cost, and how it responds to them."""

    takes: Callable[[type[Game]], bool] | None = None
    """Returns whether it takes positions of a game; None if it takes no positions at all."""

    urgent = False
    """Whether its requests are handled before all others in the queue."""

    probe = False
    """Whether monitoring sends it all the time; a setting can keep such requests out of the log."""

    deprecated: Deprecated | None = None
    """Its deprecation, or that of its keys; the responses have it as headers."""

    def __init__(self, method: str, path: str) -> None:
        self.method = method
        self.path = path

    @property
    def name(self) -> str:
        """Its name: the method and the path."""
        return f"{self.method} {self.path}"

    def note_route(self, environ: WSGIEnvironment) -> None:
        """Put the route and the headers of a deprecated operation into the environ of a request."""
        environ[ROUTE] = self.path
        if self.deprecated and not self.deprecated.keys:
            environ[DEPRECATION] = self.deprecated.headers

    @abstractmethod
    def runs_in_thread(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:
        """Whether a request is handled in the thread, not on the event loop."""

    @abstractmethod
    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Response:
        """The response to a request, whose body has at most `limit` bytes."""


class PlainOperation(Operation):
    """An operation that reads its requests itself, from the WSGI environment."""

    def __init__(  # noqa: PLR0913  # a declaration
        self,
        method: str,
        path: str,
        handler: Callable[[WSGIEnvironment], Response],
        *,
        in_thread: bool = False,
        urgent: bool = False,
        probe: bool = False,
        deprecated: Deprecated | None = None,
    ) -> None:
        """Declare an operation, with `in_thread` one that takes too long for the event loop."""
        super().__init__(method, path)
        self.deprecated = deprecated
        self.urgent = urgent
        self.probe = probe
        self._handler = handler
        self._in_thread = in_thread

    def runs_in_thread(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:  # noqa: ARG002
        """Whether requests are handled in the thread."""
        return self._in_thread

    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Response:  # noqa: ARG002
        """The response to a request."""
        return self._handler(environ)


Find = Callable[[WSGIEnvironment], File | None]


class FileOperation(Operation):
    """An operation that responds with a file, or with a page or picture made for the request.

    The thread makes those that are not made yet.
    """

    def __init__(
        self,
        path: str,
        find: Find,
        *,
        cache_control: Callable[[WSGIEnvironment], str] = lambda _: REVALIDATE,
        headers: Headers | None = None,
    ) -> None:
        """Declare an operation; `find` returns None where there is no file."""
        super().__init__("GET", path)
        self._find = find
        self._cache_control = cache_control
        self._headers = headers

    def runs_in_thread(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:  # noqa: ARG002
        """Whether the file has yet to be made."""
        file = self._find(environ)
        return file is not None and not file.is_ready

    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Response:  # noqa: ARG002
        """The response to a request; NotFound where there is no file."""
        file = self._find(environ)
        if file is None:
            raise NotFound
        file.make_ready()
        return file_response(environ, file, self._cache_control(environ), self._headers)


class TypedOperation(Operation, Generic[R, T]):
    """An operation whose requests are typed: JSON in a body, or with GET the same keys in a query.

    `parse` converts a decoded request to the argument of `handler`, and raises the errors that
    concern several keys; `handler` returns the JSON value of the response.

    `work` estimates how long that takes, in steps of about a microsecond. Up to MAX_INLINE_WORK the
    event loop handles a small request itself, which is faster than handing it to the thread.
    Without `work` the thread handles all requests.
    """

    def __init__(  # noqa: PLR0913  # a declaration
        self,
        method: str,
        path: str,
        request: type[R],
        parse: Callable[[R], T],
        handler: Callable[[T], Any],
        *,
        decode_fast: Callable[[bytes], R | None] | None = None,
        work: Callable[[T], int] = ALWAYS_IN_THREAD,
        takes: Callable[[type[Game]], bool] | None = None,
        precheck: Callable[[Mapping[str, object]], None] | None = None,
        representations: Mapping[str, Callable[[T], bytes]] | None = None,
        deprecated: Deprecated | None = None,
    ) -> None:
        """Declare an operation.

        `decode_fast` decodes most bodies faster than by the type, and returns None for the others.
        `precheck` may raise an error that is reported alone, whatever else is wrong.
        `representations` encode the response in media types beside JSON.
        """
        super().__init__(method, path)
        self.request = request
        self.takes = takes
        self._reader = Reader(request)
        self._decode = decode_fast or self._reader.decode
        self._parse = parse
        self._handler = handler
        self._work = work
        self._precheck = precheck
        self._representations = representations or {}
        self.deprecated = deprecated
        self._cached: dict[str, bytes] = {}

    def runs_in_thread(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:
        """Whether a request is handled in the thread: because of its size, or of its work.

        The parsed request is kept in the environ, unless it is large: many may be in the queue.
        """
        query = environ["QUERY_STRING"]
        size = len(query) + len(body)
        if size > LARGEST_INLINE:
            return True
        if self._work is ALWAYS_IN_THREAD:
            return query not in self._cached
        is_small = size <= LARGEST_EXPLAINED
        try:
            if self.method == "GET":
                request = self._reader.decode_query(query)
            else:
                request = self._decode(bytes(body))
                if request is None and is_small:
                    request = self._reader.decode_carefully(bytes(body))
            if request is None:
                return not is_small  # the search for its errors takes long
            parsed = self._check_and_parse(environ, request)
        except (InvalidRequest, InputError, NotJSON):
            return not is_small
        runs_in_thread = self._work(parsed) + len(query) // BYTES_OF_A_STEP > MAX_INLINE_WORK
        if not runs_in_thread or is_small:
            environ[PARSED_EARLIER] = self, environ["wsgi.input"], query, parsed
        return runs_in_thread

    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Response:
        """The response to a request, whose body has at most `limit` bytes."""
        if self.method == "POST" and not self._representations:
            return json_response(environ, self._handler(self._parse_body(environ, limit, read)))
        media_type = self._media_type(environ) if self._representations else JSON
        vary = ("Accept",) if self._representations else ()
        if self.method == "POST":
            body = self._encode(self._parse_body(environ, limit, read), media_type)
            return negotiated_response(environ, body, media_type, vary)
        if environ.get("CONTENT_LENGTH") or "HTTP_TRANSFER_ENCODING" in environ:
            reject_body(environ, limit, read)
        return cacheable_response(
            environ, self._query_response_body(environ, media_type), media_type, vary
        )

    def _parse_body(self, environ: WSGIEnvironment, limit: int, read: Read) -> T:
        """Parse a body."""
        check_media_type(environ)
        if query := environ.get("QUERY_STRING"):
            _NO_PARAMETERS.read_query(query)
        if parsed := self._parsed_earlier(environ):
            return parsed
        body = read_body(environ, limit, read)
        try:
            return self._check_and_parse(
                environ, self._decode(body) or self._reader.read_carefully(body)
            )
        except InvalidRequest:
            self._precheck_invalid(decode(body))
            raise

    def _parse_query(self, environ: WSGIEnvironment) -> T:
        """Parse a query."""
        query = environ.get("QUERY_STRING", "")
        try:
            parsed = self._parsed_earlier(environ)
            return parsed or self._check_and_parse(environ, self._reader.read_query(query))
        except InvalidRequest:
            self._precheck_invalid({name: text for name, [text, *_] in parse_qs(query).items()})
            raise

    def _check_and_parse(self, environ: WSGIEnvironment, request: R) -> T:
        """Run the precheck and parse a request; note in the environ if it has a deprecated key."""
        if self._precheck:
            self._precheck(msgspec.structs.asdict(request))
        if self.deprecated and self.deprecated.is_used_by(request):
            environ[DEPRECATION] = self.deprecated.headers
        return self._parse(request)

    def _precheck_invalid(self, value: object) -> None:
        """Run the precheck on a request that is not valid, so that its error comes first."""
        if self._precheck and isinstance(value, dict):
            self._precheck(value)

    def _parsed_earlier(self, environ: WSGIEnvironment) -> T | None:
        """The parsed request in the environ, if the request has not been changed since."""
        operation, stream, query, parsed = environ.get(PARSED_EARLIER, _NOT_PARSED_EARLIER)
        is_same = stream is environ["wsgi.input"] and query == environ["QUERY_STRING"]
        return parsed if operation is self and is_same else None

    def _media_type(self, environ: WSGIEnvironment) -> str:
        header = list_in(environ, "HTTP_ACCEPT")
        if not header:
            return JSON
        accepted = parse_accept_header(header, MIMEAccept)
        return accepted.best_match([JSON, *self._representations], default=JSON)

    def _encode(self, parsed: T, media_type: str) -> bytes:
        if media_type == JSON:
            return encode(self._handler(parsed))
        return self._representations[media_type](parsed)

    def _query_response_body(self, environ: WSGIEnvironment, media_type: str) -> bytes:
        """The body of the response to a query; cached if the operation always takes long."""
        if self._work is not ALWAYS_IN_THREAD or media_type != JSON or self.deprecated:
            return self._encode(self._parse_query(environ), media_type)
        query = environ.get("QUERY_STRING", "")
        if body := self._cached.get(query):
            return body
        body = self._encode(self._parse_query(environ), media_type)
        if len(body) + len(query) <= LARGEST_CACHED:
            if len(self._cached) >= MAX_CACHED:
                self._cached.pop(next(iter(self._cached)), None)
            self._cached[query] = body
        return body


class Operations:
    """All operations, found by the method and the path of a request; nothing else knows paths."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.all = [*operations]
        self._exact: dict[tuple[str, str], Operation] = {}
        self._prefixed: list[tuple[str, str, Operation]] = []
        for operation in self.all:
            prefix, has_variable, _ = operation.path.partition("<")
            for method in ("GET", "HEAD") if operation.method == "GET" else (operation.method,):
                if has_variable:
                    self._prefixed.append((method, prefix, operation))
                else:
                    self._exact[method, prefix] = operation

    def find(self, method: str, path: str) -> Operation | None:
        """The operation that a request is for; None where there is none.

        >>> operations = Operations([PlainOperation("GET", "/static/<path:name>", lambda _: None)])
        >>> operations.find("HEAD", "/static/a.js").path
        '/static/<path:name>'
        >>> operations.find("POST", "/static/a.js") is operations.find("GET", "/static/") is None
        True
        """
        if found := self._exact.get((method, path)):
            return found
        for known_method, prefix, operation in self._prefixed:
            if method == known_method and path.startswith(prefix) and len(path) > len(prefix):
                return operation
        return None
