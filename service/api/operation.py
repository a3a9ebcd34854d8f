"""Operations: how they are declared, found by method and path, and respond to requests.

Most requests take microseconds, less time than a switch to the thread, so they run on the event
loop. A request whose query and body exceed LARGEST_INLINE bytes goes to the thread unread. The loop
tries to answer a smaller one in MAX_INLINE_STEPS steps of about a microsecond. If they are too few,
or the operation is never quick, the request goes to the thread, which begins anew. If a request of
more than LARGEST_EXPLAINED bytes is wrong, the thread looks for the errors. The numbers are in
service/limits.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar
from wsgiref.types import WSGIEnvironment

from ..codec import encode
from ..game.errors import InputError
from ..game.meter import NUMBERS_IN_A_STEP, Meter
from ..limits import (
    LARGEST_EXPLAINED,
    LARGEST_INLINE,
    MAX_INLINE_STEPS,
)
from ..server.responses import Response
from ..settings import Config
from .body import UnexpectedBody, UnsupportedEncoding, UnsupportedMediaType, check_media_type
from .errors import InvalidRequest, errors_of
from .negotiation import preferred
from .refusals import REFUSALS_KEPT, Refusals
from .request_types import Request
from .requests import BodyReader, QueryReader, reject_parameters
from .responses import (
    JSON,
    accept_query,
    cacheable_response,
    empty_response,
    json_response,
    negotiated_response,
)

R = TypeVar("R", bound=Request)
T = TypeVar("T")


LATER = object()
"""Returned in place of a parsed request: the thread has to read it and to respond."""


class Unfinished(Exception):
    """The event loop has no more steps for a request."""


class Answer(NamedTuple):
    """A parsed request, and what `handle` returned for it on the event loop."""

    parsed: Any
    value: Any


class Operation(ABC):
    """An operation: its path and methods, where its requests run, and how it responds to them."""

    methods: tuple[str, ...] = ("GET", "HEAD")

    urgent = False
    """Whether its requests have a thread in which they never wait for a large one."""

    probe = False
    """Whether monitoring requests it all the time; a setting omits such requests from the log."""

    with_slash = False
    """Whether its path may also end with a slash."""

    internal_error: tuple[str, bytes] | None = None
    """The media type and the body of its response to a bug outside it, if that is no problem."""

    def __init__(self, path: str) -> None:
        self.path = path

    def body_limit(self, usual: int) -> int:
        """The most bytes of a body, given those of most operations."""
        return usual

    def begin(self, environ: WSGIEnvironment, body: bytes) -> Any:  # noqa: ARG002
        """Read a request on the event loop; LATER if it takes long to read or to respond to.

        The response is made of what this returns. Raises the errors of a small request.
        """
        return None

    def is_refused(self, environ: WSGIEnvironment) -> bool:  # noqa: ARG002
        """Whether the head of a request decides that it gets an error, whatever its body is."""
        return False

    @abstractmethod
    def respond(self, environ: WSGIEnvironment, parsed: Any) -> Response:
        """The response to a request that has been read."""

    def run(self, environ: WSGIEnvironment, body: bytes) -> Response:  # noqa: ARG002
        """Read any request, and respond to it."""
        return self.respond(environ, None)


class PlainOperation(Operation):
    """An operation that reads its requests itself, from the WSGI environment."""

    def __init__(
        self,
        path: str,
        handler: Callable[[WSGIEnvironment], Response],
        *,
        urgent: bool = False,
        probe: bool = False,
    ) -> None:
        """Declare an operation; `urgent` if it takes too long for the event loop."""
        super().__init__(path)
        self.urgent = urgent
        self.probe = probe
        self._handler = handler

    def begin(self, environ: WSGIEnvironment, body: bytes) -> Any:  # noqa: ARG002
        """Leave everything to the handler."""
        return LATER if self.urgent else None

    def respond(self, environ: WSGIEnvironment, parsed: None) -> Response:  # noqa: ARG002
        return self._handler(environ)


class OptionsOperation(Operation):
    """Responds to OPTIONS with the methods of an operation."""

    methods = ("OPTIONS",)

    def __init__(self, operation: Operation) -> None:
        super().__init__(operation.path)
        self.with_slash = operation.with_slash
        allowed = {*operation.methods, "OPTIONS"}
        self._headers = [("Allow", ", ".join(sorted(allowed))), *accept_query(allowed).items()]

    def respond(self, environ: WSGIEnvironment, parsed: None) -> Response:  # noqa: ARG002
        return empty_response(self._headers)


class TypedOperation(Operation, Generic[R, T]):
    """An operation with typed requests: JSON in a body, or the same keys in a query.

    A subclass declares the types, and defines two methods: `parse` and `handle`. Bodies
    are sent with POST, or with QUERY (RFC 10008), whose responses can be cached like those to GET.
    Queries are sent with GET and HEAD.
    """

    body: ClassVar[type[Request] | None] = None
    query: ClassVar[type[Request] | None] = None
    """The types of a request in a body and in a query; None if that can't be sent."""

    may_be_quick: ClassVar[bool] = False
    """Whether the event loop tries to answer: everything that `handle` does is counted."""

    tool: ClassVar[str | None] = None
    """Its name for AI agents, if they may call it."""

    body_reader: ClassVar[type[BodyReader[Any]]] = BodyReader

    representations: ClassVar[Mapping[str, Callable[[Any], bytes]]] = {}
    """Functions that encode the response in media types besides JSON."""

    def __init__(self, path: str, config: Config) -> None:
        super().__init__(path)
        self.config = config
        by_body = ("POST", "QUERY") if self.body else ()
        self.methods = (*by_body, "GET", "HEAD") if self.query else by_body
        self.request = self.body or self.query or Request
        self._bodies = self.body_reader(self.request)  # an agent sends a body to any operation
        self._queries = QueryReader(self.query or Request)
        self._vary = ("Accept",) if self.representations else ()
        # With other representations, one may be refused and another not.
        kept = 0 if self.representations else REFUSALS_KEPT
        self._refused = {each: Refusals(kept) for each in (self._bodies, self._queries)}

    # --- What an operation declares ---------------------------------------------------------------

    def parse(self, request: R, /) -> T:
        """Convert a decoded request to the argument of `handle`; by default it is the request.

        Raises InvalidRequest or an InputError for errors that concern several keys.
        """
        return request  # type: ignore[return-value]  # T is R, unless a subclass converts it

    @abstractmethod
    def handle(self, parsed: T, /) -> Any:
        """The JSON value of the response. It may be asked for, and not be sent."""

    def note(self, parsed: T, value: Any, /) -> None:
        """Count what was solved for a response in JSON."""

    # --- A request, from bytes to its response ----------------------------------------------------

    def begin(self, environ: WSGIEnvironment, body: bytes) -> Any:
        """Read a request that is not large, and answer it if that takes few steps."""
        of_query = len(environ["QUERY_STRING"])
        size = of_query + len(body)
        if size > LARGEST_INLINE:
            return LATER
        reader, text = self._reader(environ, body)
        if (request := reader.decode(text)) is None:
            if size > LARGEST_EXPLAINED:
                return LATER
            request = reader.read(text)
        try:  # a query takes far longer to read than a body
            with Meter(MAX_INLINE_STEPS - of_query / NUMBERS_IN_A_STEP, Unfinished, is_trial=True):
                parsed = self.parse(request)
                return Answer(parsed, self.handle(parsed)) if self.may_be_quick else LATER
        except Unfinished:
            return LATER
        except (InvalidRequest, InputError) as error:
            if size > LARGEST_EXPLAINED:
                return LATER
            raise invalid(error, request) from None

    def is_refused(self, environ: WSGIEnvironment) -> bool:
        if environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            return bool(environ.get("CONTENT_LENGTH", "").strip("0"))  # UnexpectedBody
        try:
            check_media_type(environ)
            reject_parameters(environ["QUERY_STRING"])
        except (UnsupportedMediaType, UnsupportedEncoding, InvalidRequest):
            return True
        return False

    def run(self, environ: WSGIEnvironment, body: bytes) -> Response:
        reader, text = self._reader(environ, body)
        refused = self._refused[reader]
        refused.repeat(text)
        if (request := reader.decode(text)) is None:
            request = reader.read(text)
        with Meter():
            try:
                parsed = self.parse(request)
            except InputError as error:
                raise invalid(error, request) from None
            try:
                return self.respond(environ, parsed)
            except (InvalidRequest, InputError) as error:
                raise refused.remember(text, invalid(error, request)) from None

    def respond(self, environ: WSGIEnvironment, parsed: T | Answer) -> Response:
        method = environ["REQUEST_METHOD"]
        if method == "POST" and not self.representations:
            return json_response(environ, self._answer(parsed))
        offered = self.representations
        media_type = preferred(environ, JSON, *offered) if offered else JSON
        if media_type == JSON:
            content = encode(self._answer(parsed))
        else:
            content = self.representations[media_type](parsed)
        respond = negotiated_response if method == "POST" else cacheable_response
        return respond(environ, content, media_type, self._vary)

    def _answer(self, parsed: T | Answer) -> Any:
        answer = parsed if isinstance(parsed, Answer) else Answer(parsed, self.handle(parsed))
        self.note(*answer)
        return answer.value

    def _reader(self, environ: WSGIEnvironment, body: bytes) -> tuple[Any, bytes | str]:
        """The reader of a request, and its text. Raises an error if the form is wrong."""
        if environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            if body:
                raise UnexpectedBody
            return self._queries, environ["QUERY_STRING"]
        check_media_type(environ)
        if query := environ["QUERY_STRING"]:
            reject_parameters(query)
        return self._bodies, body


def invalid(error: InvalidRequest | InputError, request: Request) -> InvalidRequest:
    """The error of a request; an error of the theory is placed in it."""
    if isinstance(error, InvalidRequest):
        return error
    return InvalidRequest(errors_of(error, whole=request.main_key))


AnyOperation: TypeAlias = TypedOperation[Any, Any]


class Operations:
    """Some operations, found by the method and the path of a request."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.all = [*operations]
        self.options = {each.path: OptionsOperation(each) for each in self.all}
        self._found: dict[tuple[str, str], Operation] = {}
        for operation in (*self.all, *self.options.values()):
            for method in operation.methods:
                self._found[method, operation.path] = operation
                if operation.with_slash:
                    self._found[method, operation.path + "/"] = operation

    @property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """The paths with their methods, except OPTIONS."""
        return {each.path: each.methods for each in self.all}

    def find(self, method: str, path: str) -> Operation | None:
        """Find the operation of a request; None if there is none."""
        return self._found.get((method, path))
