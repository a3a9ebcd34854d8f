"""Operations: they are declared, found by method and path, prepared, and respond to requests.

Where a request runs: most take microseconds, less than it takes to hand them to the thread, so the
event loop runs them. A request whose query and body exceed LARGEST_INLINE bytes goes to the thread
unread. A smaller request is read, and its operation estimates the work, in steps of about a
microsecond: with more than MAX_INLINE_WORK, or without an estimate, it goes to the thread. The
errors of a request of more than LARGEST_EXPLAINED bytes are looked for in the thread. The
numbers are in service/limits.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_accept_header

from service.api.body import UnexpectedBody, check_media_type
from service.api.errors import InvalidRequest
from service.api.header_lists import list_in
from service.api.request_types import Request
from service.api.requests import Reader
from service.api.responses import (
    JSON,
    REVALIDATE,
    Headers,
    Response,
    accept_query,
    cacheable_response,
    empty_response,
    file_response,
    json_response,
    negotiated_response,
)
from service.codec import decode, encode
from service.game.errors import InputError
from service.game.game import Game
from service.limits import (
    BYTES_OF_A_STEP,
    LARGEST_CACHED,
    LARGEST_EXPLAINED,
    LARGEST_INLINE,
    MAX_CACHED,
    MAX_INLINE_WORK,
)
from service.web.files import File

R = TypeVar("R", bound=Request)
T = TypeVar("T")


class NoParameters(Request):
    """The query of an operation that has none."""

    @classmethod
    def known_keys(cls, _: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys that it may have: none."""
        return [], "send it in the body"


_NO_PARAMETERS = Reader(NoParameters)


class Prepared(NamedTuple):
    """A request, read as far as it takes to know where it runs."""

    in_thread: bool
    respond: Callable[[], Response]


class Operation(ABC):
    """One operation: its method and path, where its requests run, and how it responds to them."""

    takes: Callable[[type[Game]], bool] | None = None
    """Returns whether it takes positions of a game; None if it takes no positions at all."""

    urgent = False
    """Whether its requests never wait for a large one."""

    probe = False
    """Whether monitoring sends it all the time; a setting can keep such requests out of the log."""

    def __init__(self, method: str, path: str) -> None:
        self.method = method
        self.path = path

    @property
    def methods(self) -> tuple[str, ...]:
        """Its method, and HEAD where that is GET."""
        return ("GET", "HEAD") if self.method == "GET" else (self.method,)

    @property
    def name(self) -> str:
        """Its name: the method and the path."""
        return f"{self.method} {self.path}"

    @abstractmethod
    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:
        """Read a request. Raises the errors of a small one, which `respond` would raise."""

    def respond(self, environ: WSGIEnvironment, body: bytes) -> Response:
        """The response to a request, wherever it runs."""
        return self.prepare(environ, body).respond()


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
    ) -> None:
        """Declare an operation, with `in_thread` one that takes too long for the event loop."""
        super().__init__(method, path)
        self.urgent = urgent
        self.probe = probe
        self._handler = handler
        self._in_thread = in_thread

    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:  # noqa: ARG002
        """Leave all to the handler."""
        return Prepared(self._in_thread, partial(self._handler, environ))


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

    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:  # noqa: ARG002
        """Find the file. Raises NotFound where there is none."""
        if (file := self._find(environ)) is None:
            raise NotFound

        def respond() -> Response:
            file.make_ready()
            return file_response(environ, file, self._cache_control(environ), self._headers)

        return Prepared(not file.is_ready, respond)


class OptionsOperation(Operation):
    """Responds to OPTIONS with the methods of a path."""

    def __init__(self, path: str, methods: Iterable[str]) -> None:
        super().__init__("OPTIONS", path)
        allowed = {*methods, "OPTIONS"}
        self._headers = [("Allow", ", ".join(sorted(allowed))), *accept_query(allowed).items()]

    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:  # noqa: ARG002
        """Respond, with no content."""
        return Prepared(False, lambda: empty_response(self._headers))


class TypedOperation(Operation, Generic[R, T]):
    """An operation whose requests are typed: JSON in a body, or with GET the same keys in a query.

    QUERY (RFC 10008) has a body like POST, and a response that caches may keep like GET.

    `parse` converts a decoded request to the argument of `handler`, and raises the errors that
    concern several keys; `handler` returns the JSON value of the response.

    `work` estimates how long that takes, in steps of about a microsecond. Without `work` the thread
    handles all requests.
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
        work: Callable[[T], int] | None = None,
        takes: Callable[[type[Game]], bool] | None = None,
        precheck: Callable[[Mapping[str, object]], None] | None = None,
        representations: Mapping[str, Callable[[T], bytes]] | None = None,
    ) -> None:
        """Declare an operation.

        `decode_fast` decodes most bodies faster than by the type, and returns None for the others.
        `precheck` sees a request that is not valid, and may raise an error that is reported alone.
        `representations` encode the response in media types besides JSON.
        """
        super().__init__(method, path)
        self.request = request
        self.takes = takes
        self._reader = Reader(request)
        self._decode_body = decode_fast or self._reader.decode
        self._parse = parse
        self._handler = handler
        self._work = work
        self._precheck = precheck
        self._representations = representations or {}
        self._vary = ("Accept",) if self._representations else ()
        self._kept: dict[str, bytes] = {}

    def by(self, method: str) -> "TypedOperation[R, T]":
        """The same operation by another method."""
        # A copy would read the attributes as a dictionary, and so make each of them slower to find.
        return TypedOperation(
            method,
            self.path,
            self.request,
            self._parse,
            self._handler,
            decode_fast=self._decode_body,
            work=self._work,
            takes=self.takes,
            precheck=self._precheck,
            representations=self._representations,
        )

    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:
        """Read a request that is not large, and estimate its work."""
        query = environ["QUERY_STRING"]
        size = len(query) + len(body)
        read_again = partial(self.respond, environ, body)
        if size > LARGEST_INLINE:
            return Prepared(True, read_again)
        if self._work is None:
            return Prepared(query not in self._kept, read_again)
        if size <= LARGEST_EXPLAINED:
            parsed = self._read(environ, body)
        elif (valid := self._read_if_valid(environ, body)) is None:
            return Prepared(True, read_again)
        else:
            parsed = valid
        in_thread = self._work(parsed) + len(query) // BYTES_OF_A_STEP > MAX_INLINE_WORK
        if in_thread and size > LARGEST_EXPLAINED:  # many may be in the queue: these are not kept
            return Prepared(True, read_again)
        return Prepared(in_thread, partial(self._respond, environ, parsed))

    def respond(self, environ: WSGIEnvironment, body: bytes) -> Response:
        """The response to a request; it is kept if the operation always takes long."""
        query, media_type = environ["QUERY_STRING"], self._media_type(environ)
        if self._work or body or self.method != "GET" or media_type != JSON:
            return self._respond(environ, self._read(environ, body))
        if (content := self._kept.get(query)) is None:
            content = encode(self._handler(self._read(environ, body)))
            if len(content) + len(query) <= LARGEST_CACHED:
                if len(self._kept) >= MAX_CACHED:
                    self._kept.pop(next(iter(self._kept)), None)
                self._kept[query] = content
        return cacheable_response(environ, content, JSON, self._vary)

    def _respond(self, environ: WSGIEnvironment, parsed: T) -> Response:
        if self.method == "POST" and not self._representations:
            return json_response(environ, self._handler(parsed))
        media_type = self._media_type(environ)
        if media_type == JSON:
            content = encode(self._handler(parsed))
        else:
            content = self._representations[media_type](parsed)
        respond = negotiated_response if self.method == "POST" else cacheable_response
        return respond(environ, content, media_type, self._vary)

    def _read(self, environ: WSGIEnvironment, body: bytes) -> T:
        """Decode and parse a request. Raises what is wrong with it."""
        request = self._decode(environ, body)
        try:
            if request is not None:
                return self._parse(request)
            if self.method == "GET":
                return self._parse(self._reader.read_query(environ["QUERY_STRING"]))
            return self._parse(self._reader.read_carefully(body))
        except InvalidRequest:
            self._precheck_invalid(environ, body)
            raise

    def _read_if_valid(self, environ: WSGIEnvironment, body: bytes) -> T | None:
        """Decode and parse a request; None if it has to be read carefully, or has errors."""
        request = self._decode(environ, body)
        try:
            return None if request is None else self._parse(request)
        except (InvalidRequest, InputError):
            return None

    def _decode(self, environ: WSGIEnvironment, body: bytes) -> R | None:
        """Decode a query or a body directly; None if it has to be read carefully."""
        query = environ["QUERY_STRING"]
        if self.method == "GET":
            if body:
                raise UnexpectedBody
            return self._reader.decode_query(query)
        check_media_type(environ)
        if query:
            _NO_PARAMETERS.read_query(query)
        return self._decode_body(body)

    def _precheck_invalid(self, environ: WSGIEnvironment, body: bytes) -> None:
        """Run the precheck on a request that is not valid, so that its error comes first."""
        if not self._precheck:
            return
        if self.method == "GET":
            query = parse_qs(environ["QUERY_STRING"])
            self._precheck({name: text for name, [text, *_] in query.items()})
        elif isinstance(value := decode(body), dict):
            self._precheck(value)

    def _media_type(self, environ: WSGIEnvironment) -> str:
        if not self._representations or not (header := list_in(environ, "HTTP_ACCEPT")):
            return JSON
        accepted = parse_accept_header(header, MIMEAccept)
        return accepted.best_match([JSON, *self._representations], default=JSON)


def with_queries(operations: Iterable[Operation]) -> Iterator[Operation]:
    """The operations, and each that takes a body by POST by QUERY too: none changes anything."""
    for operation in operations:
        yield operation
        if isinstance(operation, TypedOperation) and operation.method == "POST":
            yield operation.by("QUERY")


class Operations:
    """All operations, found by the method and the path of a request; nothing else knows paths."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.all = [*operations]
        self._exact: dict[tuple[str, str], Operation] = {}
        self._prefixed: list[tuple[str, str, Operation]] = []
        self.paths: dict[str, list[str]] = {}
        """The paths, each with its methods but OPTIONS."""
        for operation in self.all:
            self.paths.setdefault(operation.path, []).extend(operation.methods)
            self._add(operation)
        self.options = [OptionsOperation(*each) for each in self.paths.items()]
        for option in self.options:
            self._add(option)

    def views(self) -> list[list[Operation]]:
        """All operations, grouped for Flask: QUERY joins POST, and OPTIONS the first of its path.

        Each group takes a rule of Werkzeug's, and each rule takes time at the start.
        """
        groups: dict[str, dict[str, list[Operation]]] = {path: {} for path in self.paths}
        for operation in self.all:
            group = "POST" if operation.method == "QUERY" else operation.method
            groups[operation.path].setdefault(group, []).append(operation)
        for option in self.options:
            next(iter(groups[option.path].values())).append(option)
        return [group for of_path in groups.values() for group in of_path.values()]

    def _add(self, operation: Operation) -> None:
        prefix, has_variable, _ = operation.path.partition("<")
        for method in operation.methods:
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
