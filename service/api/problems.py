"""The table of problems: each exception's response and log level.

Every error response of the application is a problem (RFC 9457). Its text is written here or in the
exception's own message, never taken from an unforeseen exception.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from wsgiref.types import WSGIEnvironment

from werkzeug import exceptions as http
from werkzeug.http import HTTP_STATUS_CODES

from ..codec import NotJSON, encode
from ..environ import FIELD_ERRORS, PROBLEM_TYPE, mount_of
from ..server.errors import (
    BodyTooLarge,
    HeadTooLarge,
    IncompleteBody,
    MalformedRequest,
    Overloaded,
    RequestTimeout,
    TargetTooLong,
    UnsupportedMethod,
    UnsupportedTransferCoding,
    UnsupportedVersion,
)
from ..server.responses import Response
from ..telemetry.logs import REQUEST, identify
from .body import UnexpectedBody, UnsupportedEncoding, UnsupportedMediaType
from .errors import (
    FieldError,
    InvalidRequest,
    body_error,
    query_error,
    shortened,
)
from .nearest import nearest
from .responses import (
    ACCEPT_QUERY,
    JSON,
    PROBLEM,
    accept_query,
    fresh_response,
)

log = logging.getLogger(__name__)

TYPE_PREFIX = "/docs#error-"
"""Types are URLs on this service, at which the problem is described."""

BODY_HEADERS = ("content-type", "content-length")
"""Headers of an extension's error that are about its own text."""


class Problem(NamedTuple):
    """A row of the table: the response to an exception, and its level in the log."""

    status: int
    name: str
    """The last part of the problem's `type`."""

    title: str
    detail: str | Callable[[Any, WSGIEnvironment], str] | None = None
    """A text, or a function that makes it; None for the exception's own message."""

    headers: Mapping[str, str] | Callable[[Any], Mapping[str, str]] | None = None
    """Headers of the response, or a function that makes them from the exception."""

    level: int = logging.DEBUG
    """The severity in the log."""


def unknown_path(environ: WSGIEnvironment, known: Iterable[str]) -> http.NotFound:
    """The error for a path that no operation has, with the known path that is nearest.

    >>> unknown_path({"PATH_INFO": "/Move/"}, ["/move"]).description
    'No operation has this path; did you mean /move?'
    >>> unknown_path({"PATH_INFO": "/nim/moves"}, ["/move", "/docs"]).description
    'No operation has this path; see /docs.'
    """
    mount, paths = mount_of(environ), [*known]
    if near := nearest(environ["PATH_INFO"], paths):
        return http.NotFound(f"No operation has this path; did you mean {mount}{near}?")
    manual = "/docs" if "/docs" in paths else "/openapi.yaml"
    return http.NotFound(f"No operation has this path; see {mount}{manual}.")


def _wrong_method_detail(error: http.MethodNotAllowed, environ: WSGIEnvironment) -> str:
    method, allowed = shortened(environ["REQUEST_METHOD"]), _allow_header(error)["Allow"]
    use = " or ".join(allowed.rsplit(", ", 1)) or "another"
    return f"{method} is not allowed here; use {use}."


def _allow_header(error: http.MethodNotAllowed) -> Mapping[str, str]:
    """The methods of a path; an extension may name none."""
    methods = sorted(error.valid_methods or ())
    return {"Allow": ", ".join(methods), **accept_query(methods)}


INCOMPLETE = Problem(
    IncompleteBody.status,
    "incomplete-body",
    "The body is incomplete",
    IncompleteBody.message,
)
INVALID = Problem(422, "invalid-request", "The request is not valid")
INTERNAL = Problem(
    500,
    "internal-error",
    "Internal error",
    "The service failed; the cause is logged with this request's id.",
    level=logging.ERROR,
)

PROBLEMS: dict[type[Exception], Problem] = {
    MalformedRequest: Problem(
        MalformedRequest.status, "malformed-request", "The request is not well-formed"
    ),
    NotJSON: Problem(400, "not-json", "The body is not JSON"),
    IncompleteBody: INCOMPLETE,
    http.ClientDisconnected: INCOMPLETE,  # Werkzeug's, under other servers
    UnexpectedBody: Problem(
        400,
        "unexpected-body",
        "A body is not expected",
        "GET reads its parameters from the query string; to send a body, use POST.",
    ),
    http.NotFound: Problem(404, "not-found", "Not found", lambda error, _: error.description),
    http.MethodNotAllowed: Problem(
        405,
        "method-not-allowed",
        "Method not allowed",
        _wrong_method_detail,
        headers=_allow_header,
    ),
    RequestTimeout: Problem(RequestTimeout.status, "request-timeout", "The request took too long"),
    http.PreconditionFailed: Problem(
        412,
        "precondition-failed",
        "The precondition failed",
        "If-Match does not match the current version.",
    ),
    BodyTooLarge: Problem(BodyTooLarge.status, "too-large", "The body is too large"),
    http.RequestEntityTooLarge: Problem(  # Flask's, for its own limits
        413,
        "too-large",
        "The body is too large",
        "The body is larger than this application allows.",
    ),
    TargetTooLong: Problem(
        TargetTooLong.status, "target-too-long", "The path and the query are too long"
    ),
    UnsupportedMediaType: Problem(
        415,
        "unsupported-media-type",
        "The media type is not supported",
        headers={"Accept-Post": JSON, **ACCEPT_QUERY},
    ),
    UnsupportedEncoding: Problem(
        415,
        "unsupported-encoding",
        "The content encoding is not supported",
        headers={"Accept-Encoding": "identity", **ACCEPT_QUERY},
    ),
    InvalidRequest: INVALID,
    HeadTooLarge: Problem(HeadTooLarge.status, "head-too-large", "The headers are too large"),
    UnsupportedTransferCoding: Problem(
        UnsupportedTransferCoding.status,
        "unsupported-transfer-coding",
        "The transfer coding is not supported",
    ),
    UnsupportedMethod: Problem(
        UnsupportedMethod.status, "unsupported-method", "The method is not supported"
    ),
    UnsupportedVersion: Problem(
        UnsupportedVersion.status, "unsupported-version", "The version is not supported"
    ),
    Overloaded: Problem(
        Overloaded.status,
        "overloaded",
        "The service is overloaded",
        headers=lambda error: dict(error.headers),
        level=logging.WARNING,
    ),
    Exception: INTERNAL,
}


def problem_of(error: Exception) -> Problem:
    """The table's row for the exception's class or the nearest of its bases.

    An HTTP error without a row was raised by an extension: its problem has the error's own texts.
    """
    row = next(PROBLEMS[base] for base in type(error).__mro__ if base in PROBLEMS)
    unforeseen = row is PROBLEMS[Exception] and not isinstance(error, http.InternalServerError)
    if not (unforeseen and isinstance(error, http.HTTPException)):
        return row
    given = dict(error.get_headers())
    headers = {name: given[name] for name in given if name.lower() not in BODY_HEADERS}
    return Problem(
        error.code or 500, "", error.name, error.description or error.name, headers=headers
    )


def problem_response(error: Exception, environ: WSGIEnvironment) -> Response:
    """The problem for an exception that a request raised; it is logged at the level of its row."""
    original = error.original_exception if isinstance(error, http.InternalServerError) else None
    row = problem_of(error)
    environ[PROBLEM_TYPE] = row.name or str(row.status)
    trace = error if row.level >= logging.ERROR else None
    if original is None and log.isEnabledFor(row.level):  # else Flask has logged it
        log.log(row.level, row.name, exc_info=trace, extra={REQUEST: identify(environ)})
    headers = row.headers(error) if callable(row.headers) else row.headers
    status = f"{row.status} {HTTP_STATUS_CODES[row.status].upper()}"
    body, environ[FIELD_ERRORS] = encode_problem(error, row, environ)
    return fresh_response(body, status, PROBLEM, [*(headers or {}).items()])


def encode_problem(
    error: Exception, row: Problem, environ: WSGIEnvironment
) -> tuple[bytes, list[FieldError]]:
    """The problem as JSON, and the errors that it lists."""
    members: dict[str, Any] = {
        "type": mount_of(environ) + TYPE_PREFIX + row.name if row.name else "about:blank",
        "title": row.title,
        "status": row.status,
        "detail": row.detail(error, environ) if callable(row.detail) else row.detail or str(error),
    }
    if not isinstance(error, InvalidRequest):
        return encode(members), []
    of_query = error.in_query
    if of_query is None:
        of_query = environ["REQUEST_METHOD"] in {"GET", "HEAD"}
    members["errors"] = [*map(query_error if of_query else body_error, error.errors)]
    return encode(members), error.errors
