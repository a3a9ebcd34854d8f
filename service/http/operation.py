"""`Operation`: what is declared of an operation, and how any of them responds to a request."""

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
from service.http.body import Read, check_media_type, read_body, read_input, refuse_body
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
from service.limits import LARGEST_EXPLAINED, LARGEST_REMEMBERED, MAX_REMEMBERED
from service.server.limits import LARGEST_INLINE
from service.web.files import File

INLINE_WORK = 1_000
"""Steps of about a microsecond up to which the event loop responds to a request itself."""

BYTES_OF_A_STEP = 6
"""Bytes of a query that are decoded in a step; a body is decoded a hundred times as fast."""

BESIDE: Callable[[Any], int] = lambda _: INLINE_WORK + 1  # noqa: E731
"""As `work`: no request is so cheap that the event loop responds to it."""

PREPARED = "service.prepared"
"""The key in the environ of what was decoded to decide where a request is responded to: the
operation, the body's stream and the query that it was decoded from, so that a request is recognised
that was changed on the way, and what it asks for."""

R = TypeVar("R", bound=Request)
T = TypeVar("T")


class NoParameters(Request):
    """The query of an operation that has none."""

    @classmethod
    def known_keys(cls, _: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """None: what is in the query belongs into the body."""
        return [], "with POST, send it in the body"


_NO_PARAMETERS = Reader(NoParameters)
_NOT_PREPARED = None, None, None, None


class Operation(ABC):
    """One operation: for which requests it is, what they cost, and what responds to them."""

    takes: Callable[[type[Game]], bool] | None = None
    """Which games' positions it takes; None where it takes no positions."""

    urgent = False
    """Whether its requests are responded to before all others that wait."""

    probe = False
    """Whether machines send it again and again, so that a setting can keep it out of the log."""

    deprecated: Deprecated | None = None
    """What of it is to go, and when; every response to such a request says so."""

    def __init__(self, method: str, path: str) -> None:
        self.method = method
        self.path = path

    @property
    def name(self) -> str:
        """Its name: the method and the path."""
        return f"{self.method} {self.path}"

    def found_for(self, environ: WSGIEnvironment) -> None:
        """Note in the environ of a request that it is for this operation."""
        environ[ROUTE] = self.path
        if self.deprecated and not self.deprecated.keys:
            environ[DEPRECATION] = self.deprecated.headers

    @abstractmethod
    def is_beside(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:
        """Whether a request is responded to beside the event loop."""

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
        beside: bool = False,
        urgent: bool = False,
        probe: bool = False,
        deprecated: Deprecated | None = None,
    ) -> None:
        """Declare an operation, with `beside` one that takes too long for the event loop."""
        super().__init__(method, path)
        self.deprecated = deprecated
        self.urgent = urgent
        self.probe = probe
        self._handler = handler
        self._beside = beside

    def is_beside(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:  # noqa: ARG002
        """Whether its requests are responded to beside the event loop."""
        return self._beside

    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Response:  # noqa: ARG002
        """The response to a request."""
        return self._handler(environ)


Find = Callable[[WSGIEnvironment], File | None]


class FileOperation(Operation):
    """An operation that gives a file, or pages and pictures that are made for a request.

    What has to be made first is made beside the event loop.
    """

    def __init__(
        self,
        path: str,
        find: Find,
        *,
        cache_control: Callable[[WSGIEnvironment], str] = lambda _: REVALIDATE,
        headers: Headers | None = None,
    ) -> None:
        """Declare an operation; `find` has no file where there is nothing."""
        super().__init__("GET", path)
        self._find = find
        self._cache_control = cache_control
        self._headers = headers

    def is_beside(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:  # noqa: ARG002
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

    `understand` makes of a decoded request what `handler` needs, and finds what is wrong between
    its keys; `handler` gives the JSON value of the response. `work` says how long that takes, in
    steps of about a microsecond: up to INLINE_WORK the event loop responds to a small request
    itself, since that takes less time than handing it to a thread. What nobody has judged is
    responded to beside the loop.
    """

    def __init__(  # noqa: PLR0913  # a declaration
        self,
        method: str,
        path: str,
        request: type[R],
        understand: Callable[[R], T],
        handler: Callable[[T], Any],
        *,
        decode_most: Callable[[bytes], R | None] | None = None,
        work: Callable[[T], int] = BESIDE,
        takes: Callable[[type[Game]], bool] | None = None,
        look_first: Callable[[Mapping[str, object]], None] | None = None,
        also: Mapping[str, Callable[[T], bytes]] | None = None,
        deprecated: Deprecated | None = None,
    ) -> None:
        """Declare an operation.

        `decode_most` decodes most bodies in another way than by the type, and none of the others.
        `look_first` may raise what is to be said alone of a request, whatever else it has; `also`
        has other representations by their media types.
        """
        super().__init__(method, path)
        self.request = request
        self.takes = takes
        self._reader = Reader(request)
        self._decode = decode_most or self._reader.decode
        self._understand = understand
        self._value = handler
        self._work = work
        self._look_first = look_first
        self._also = also or {}
        self.deprecated = deprecated
        self._remembered: dict[str, bytes] = {}

    def is_beside(self, environ: WSGIEnvironment, body: bytes | bytearray) -> bool:
        """Whether a request is responded to beside the event loop: for its size, or its work.

        What is decoded for that travels with the request, unless it is long: many may wait.
        """
        query = environ["QUERY_STRING"]
        size = len(query) + len(body)
        if size > LARGEST_INLINE:
            return True
        if self._work is BESIDE:
            return query not in self._remembered
        is_small = size <= LARGEST_EXPLAINED
        try:
            if self.method == "GET":
                request = self._reader.decode_query(query)
            else:
                request = self._decode(bytes(body))
                if request is None and is_small:
                    request = self._reader.decode_carefully(bytes(body))
            if request is None:
                return not is_small  # it is to be explained
            asked = self._understood(environ, request)
        except (InvalidRequest, InputError, NotJSON):
            return not is_small
        is_beside = self._work(asked) + len(query) // BYTES_OF_A_STEP > INLINE_WORK
        if not is_beside or is_small:
            environ[PREPARED] = self, environ["wsgi.input"], query, asked
        return is_beside

    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Response:
        """The response to a request, whose body has at most `limit` bytes."""
        if self.method == "POST" and not self._also:
            return json_response(environ, self._value(self._asked(environ, limit, read)))
        media_type = self._media_type(environ) if self._also else JSON
        vary = ("Accept",) if self._also else ()
        if self.method == "POST":
            body = self._encode(self._asked(environ, limit, read), media_type)
            return negotiated_response(environ, body, media_type, vary)
        if environ.get("CONTENT_LENGTH") or "HTTP_TRANSFER_ENCODING" in environ:
            refuse_body(environ, limit, read)
        return cacheable_response(environ, self._body_for(environ, media_type), media_type, vary)

    def _asked(self, environ: WSGIEnvironment, limit: int, read: Read) -> T:
        """What a body asks for."""
        check_media_type(environ)
        if query := environ.get("QUERY_STRING"):
            _NO_PARAMETERS.read_query(query)
        if prepared := self._prepared(environ):
            return prepared
        body = read_body(environ, limit, read)
        try:
            return self._understood(environ, self._decode(body) or self._reader.explain(body))
        except InvalidRequest:
            self._refuse_first(decode(body))
            raise

    def _asked_in_query(self, environ: WSGIEnvironment) -> T:
        """What a query asks for."""
        query = environ.get("QUERY_STRING", "")
        try:
            prepared = self._prepared(environ)
            return prepared or self._understood(environ, self._reader.read_query(query))
        except InvalidRequest:
            self._refuse_first({name: text for name, [text, *_] in parse_qs(query).items()})
            raise

    def _understood(self, environ: WSGIEnvironment, request: R) -> T:
        """What a decoded request asks for; the environ gets a note of a key that is to go."""
        if self._look_first:
            self._look_first(msgspec.structs.asdict(request))
        if self.deprecated and self.deprecated.is_used_by(request):
            environ[DEPRECATION] = self.deprecated.headers
        return self._understand(request)

    def _refuse_first(self, value: object) -> None:
        if self._look_first and isinstance(value, dict):
            self._look_first(value)

    def _prepared(self, environ: WSGIEnvironment) -> T | None:
        """What was decoded before, if the request is still the one that it was decoded from."""
        operation, stream, query, asked = environ.get(PREPARED, _NOT_PREPARED)
        is_same = stream is environ["wsgi.input"] and query == environ["QUERY_STRING"]
        return asked if operation is self and is_same else None

    def _media_type(self, environ: WSGIEnvironment) -> str:
        header = list_in(environ, "HTTP_ACCEPT")
        if not header:
            return JSON
        accepted = parse_accept_header(header, MIMEAccept)
        return accepted.best_match([JSON, *self._also], default=JSON)

    def _encode(self, asked: T, media_type: str) -> bytes:
        return encode(self._value(asked)) if media_type == JSON else self._also[media_type](asked)

    def _body_for(self, environ: WSGIEnvironment, media_type: str) -> bytes:
        """The body for a query; that of an operation which always takes long is remembered."""
        if self._work is not BESIDE or media_type != JSON or self.deprecated:
            return self._encode(self._asked_in_query(environ), media_type)
        query = environ.get("QUERY_STRING", "")
        if body := self._remembered.get(query):
            return body
        body = self._encode(self._asked_in_query(environ), media_type)
        if len(body) + len(query) <= LARGEST_REMEMBERED:
            if len(self._remembered) >= MAX_REMEMBERED:
                self._remembered.pop(next(iter(self._remembered)), None)
            self._remembered[query] = body
        return body


class Operations:
    """All operations, found by the method and the path of a request; nothing else knows paths."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.all = [*operations]
        self._fixed: dict[tuple[str, str], Operation] = {}
        self._below: list[tuple[str, str, Operation]] = []
        for operation in self.all:
            prefix, is_below, _ = operation.path.partition("<")
            for method in ("GET", "HEAD") if operation.method == "GET" else (operation.method,):
                if is_below:
                    self._below.append((method, prefix, operation))
                else:
                    self._fixed[method, prefix] = operation

    def find(self, method: str, path: str) -> Operation | None:
        """The operation that a request is for; None where there is none.

        >>> operations = Operations([PlainOperation("GET", "/static/<path:name>", lambda _: None)])
        >>> operations.find("HEAD", "/static/a.js").path
        '/static/<path:name>'
        >>> operations.find("POST", "/static/a.js") is operations.find("GET", "/static/") is None
        True
        """
        if found := self._fixed.get((method, path)):
            return found
        for known, prefix, operation in self._below:
            if method == known and path.startswith(prefix) and len(path) > len(prefix):
                return operation
        return None
