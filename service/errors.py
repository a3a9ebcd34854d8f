"""Problems: every error that the application answers, as RFC 9457 has them.

One table turns an exception into a status, a problem type and a log level. What a client is told
is written here or in the exception's own detail, never taken from an unforeseen exception.
"""

import logging
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request
from werkzeug import exceptions as http

from service.body import (
    BodyTooLarge,
    IncompleteBody,
    Overloaded,
    RequestTimeout,
    UnsupportedEncoding,
    UnsupportedMediaType,
)
from service.codec import NotJSON, encode
from service.schemas import InvalidRequest

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:nim:problem:"

REQUEST_ID = "nim.request_id"
"""Key in the WSGI environment: the id that the answer and the log have in common."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: the name in its type, title, status, log level, and a general detail."""

    name: str
    title: str
    status: HTTPStatus
    level: int
    detail: str


def _kind(status: int, name: str, title: str, detail: str, level: int = logging.DEBUG) -> Kind:
    return Kind(name, title, HTTPStatus(status), level, detail)


PROBLEMS: dict[type[Exception], Kind] = {
    NotJSON: _kind(400, "not-json", "The body is not JSON", "The body is not JSON."),
    IncompleteBody: _kind(
        400,
        "incomplete-body",
        "The body is incomplete",
        "The body ended before the length that its Content-Length declares.",
    ),
    http.NotFound: _kind(
        404, "not-found", "There is nothing here", "No operation has this path; see /openapi.yaml."
    ),
    http.MethodNotAllowed: _kind(
        405,
        "method-not-allowed",
        "The method is not allowed here",
        "This path has no such method; the Allow header lists those that it has.",
    ),
    RequestTimeout: _kind(
        408, "request-timeout", "The request took too long", "The request did not arrive in time."
    ),
    BodyTooLarge: _kind(
        413, "too-large", "The body is too large", "The body is longer than this service reads."
    ),
    UnsupportedMediaType: _kind(
        415,
        "unsupported-media-type",
        "The media type is not supported",
        "The body must be sent as application/json, in UTF-8.",
    ),
    UnsupportedEncoding: _kind(
        415,
        "unsupported-encoding",
        "The content encoding is not supported",
        "The body must be sent without a Content-Encoding.",
    ),
    InvalidRequest: _kind(
        422, "invalid-request", "The request is not valid", "The request is not valid."
    ),
    Overloaded: _kind(
        503,
        "overloaded",
        "Too many bodies at once",
        "More request bodies are arriving than this process can hold; please try again.",
        logging.WARNING,
    ),
    Exception: _kind(
        500,
        "internal-error",
        "Something went wrong",
        "The fault is the service's own; it has been logged with this request's id.",
        logging.ERROR,
    ),
}


def problem(kind: Kind, detail: str | None = None, **members: Any) -> dict[str, Any]:
    """The members of a problem, in the order in which people read them."""
    return {
        "type": TYPE_PREFIX + kind.name,
        "title": kind.title,
        "status": kind.status.value,
        "detail": detail or kind.detail,
        **members,
    }


def kind_of(error: Exception) -> Kind:
    """The table's entry for the exception's class or the nearest of its bases."""
    return next(PROBLEMS[base] for base in type(error).__mro__ if base in PROBLEMS)


def attach(app: Flask) -> None:
    """Answer every exception of the application with its problem."""
    app.register_error_handler(Exception, answer_problem)


def answer_problem(error: Exception) -> Response:
    """The problem for an exception that a request raised; logged at the level of its kind."""
    kind = kind_of(error)
    trace = error if kind.level >= logging.ERROR else None
    log.log(kind.level, kind.name, exc_info=trace, extra={"request_id": _request_id()})
    response = Response(
        encode(_describe(kind, error)), status=kind.status.value, content_type=MEDIA_TYPE
    )
    response.headers["Cache-Control"] = "no-store"
    if isinstance(error, http.MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    elif isinstance(error, UnsupportedMediaType):
        response.headers["Accept-Post"] = "application/json"
    elif isinstance(error, Overloaded):
        response.headers["Retry-After"] = "1"
    elif isinstance(error, UnsupportedEncoding):
        response.headers["Accept-Encoding"] = "identity"
    return response


def _request_id() -> str | None:
    given: str | None = request.environ.get(REQUEST_ID)
    return given


def _describe(kind: Kind, error: Exception) -> dict[str, Any]:
    if isinstance(error, InvalidRequest):
        shown = [{error.kind: fault.place, "detail": fault.detail} for fault in error.faults]
        count = len(shown)
        if error.more:
            detail = f"The request has more than {count} faults; the first {count} are listed."
        else:
            detail = f"The request has {count} fault{'' if count == 1 else 's'}."
        return problem(kind, detail, errors=shown)
    if isinstance(error, NotJSON | BodyTooLarge):
        return problem(kind, str(error))
    return problem(kind)
