"""The one table of problems: what each exception is to the client, and to the log.

Every error that the application answers is a problem as RFC 9457 defines it. Its text is written
here or in the exception's own message, never taken from an unforeseen exception.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from flask import Flask, Response, current_app, request
from werkzeug import exceptions as http

from service.api import faults
from service.api.answers import JSON, PROBLEM, answer_fresh
from service.api.body import (
    BodyTooLarge,
    IncompleteBody,
    Overloaded,
    RequestTimeout,
    UnsupportedEncoding,
    UnsupportedMediaType,
)
from service.api.environ import PROBLEM_TYPE, REQUEST_ID
from service.api.faults import InvalidRequest, Located, cut
from service.api.head import (
    HeadTooLarge,
    MalformedRequest,
    TargetTooLong,
    UnsupportedTransferCoding,
)
from service.codec import NotJSON, RepeatedName, TooManyContainers, encode
from service.game.graph import EndlessGame, NameOfTwo, SumAsComponent, UnknownPosition
from service.game.review import IllegalMove
from service.game.subtraction import PileTooLarge, TooManySets
from service.game.take_and_break import TooManyMoves, TooManyObjects
from service.telemetry.exposition import MetricsGone
from service.web.pages import Pages, prefers_page

log = logging.getLogger(__name__)

TYPE_PREFIX = "urn:nim:problem:"


class ProblemType(NamedTuple):
    """A row of the table: all that the service does about an exception, but for its faults."""

    status: int
    name: str
    """The last part of the problem's `type`."""

    title: str
    detail: str | Callable[[Any], str]
    """A text, or what makes it from the exception."""

    headers: Mapping[str, str] | Callable[[Any], Mapping[str, str]] | None = None
    """Headers of the answer, or what makes them from the exception."""

    faults: Callable[[Any], Iterable[Located]] | None = None
    """What is wrong with the request, where the exception comes from the theory or the codec."""

    level: int = logging.DEBUG
    """The severity in the log."""


def _no_path(_: http.NotFound) -> str:
    """Where only case or slashes differ from a path that there is, that one is suggested."""
    meant = "/" + "/".join(part for part in request.path.lower().split("/") if part)
    if any(rule.rule == meant for rule in current_app.url_map.iter_rules()):
        return f"No operation has this path; did you mean {meant}?"
    return "No operation has this path; see /openapi.yaml."


def _no_method(error: http.MethodNotAllowed) -> str:
    *methods, last = _methods(error)
    return f"This path has no {cut(request.method)}; it has {', '.join(methods)} and {last}."


def _allow(error: http.MethodNotAllowed) -> Mapping[str, str]:
    return {"Allow": ", ".join(_methods(error))}


def _methods(error: http.MethodNotAllowed) -> list[str]:
    return sorted(error.valid_methods or ())


INVALID = ProblemType(422, "invalid-request", "The request is not valid", str)

PROBLEMS: dict[type[Exception], ProblemType] = {
    MalformedRequest: ProblemType(400, "malformed-request", "The request is not well-formed", str),
    NotJSON: ProblemType(400, "not-json", "The body is not JSON", str),
    IncompleteBody: ProblemType(
        400,
        "incomplete-body",
        "The body is incomplete",
        "The body ended before it was complete.",
    ),
    http.NotFound: ProblemType(404, "not-found", "There is nothing here", _no_path),
    http.MethodNotAllowed: ProblemType(
        405,
        "method-not-allowed",
        "The method is not allowed here",
        _no_method,
        headers=_allow,
    ),
    RequestTimeout: ProblemType(
        408, "request-timeout", "The request took too long", "The request did not arrive in time."
    ),
    http.PreconditionFailed: ProblemType(
        412,
        "precondition-failed",
        "The precondition failed",
        "If-Match names no version that there is now.",
    ),
    BodyTooLarge: ProblemType(413, "too-large", "The body is too large", str),
    TargetTooLong: ProblemType(
        414,
        "target-too-long",
        "The path and the query are too long",
        "The path and the query may have at most 8,190 bytes together.",
    ),
    UnsupportedMediaType: ProblemType(
        415,
        "unsupported-media-type",
        "The media type is not supported",
        str,
        headers={"Accept-Post": JSON},
    ),
    UnsupportedEncoding: ProblemType(
        415,
        "unsupported-encoding",
        "The content encoding is not supported",
        str,
        headers={"Accept-Encoding": "identity"},
    ),
    InvalidRequest: INVALID,
    RepeatedName: INVALID._replace(faults=faults.repeated_name),
    TooManyContainers: INVALID._replace(faults=faults.too_many_containers),
    IllegalMove: INVALID._replace(faults=faults.illegal_move),
    UnknownPosition: INVALID._replace(faults=faults.unknown_positions),
    PileTooLarge: INVALID._replace(faults=faults.pile_too_large),
    TooManySets: INVALID._replace(faults=faults.too_many_sets),
    TooManyMoves: INVALID._replace(faults=faults.too_large_to_break),
    TooManyObjects: INVALID._replace(faults=faults.too_large_to_break),
    NameOfTwo: INVALID._replace(faults=faults.wrong_sums),
    SumAsComponent: INVALID._replace(faults=faults.wrong_sums),
    EndlessGame: INVALID._replace(faults=faults.endless_game),
    HeadTooLarge: ProblemType(
        431,
        "head-too-large",
        "The headers are too large",
        "There may be at most 100 headers of at most 8,190 bytes each, and the request may have at "
        "most 16,384 bytes before its body.",
    ),
    UnsupportedTransferCoding: ProblemType(
        501,
        "unsupported-transfer-coding",
        "The transfer coding is not supported",
        "The only transfer coding that is read here is chunked.",
    ),
    Overloaded: ProblemType(
        503,
        "overloaded",
        "Too many bodies at once",
        "More request bodies are arriving than this process can hold; please try again.",
        headers={"Retry-After": "1"},
        level=logging.WARNING,
    ),
    MetricsGone: ProblemType(
        503,
        "metrics-gone",
        "The metrics are gone",
        "The directory of the metrics files was removed; a restart of the service makes it again.",
        level=logging.ERROR,
    ),
    Exception: ProblemType(
        500,
        "internal-error",
        "Something went wrong",
        "The fault is the service's own; it has been logged with this request's id.",
        level=logging.ERROR,
    ),
}


def attach(app: Flask) -> None:
    """Answer every exception of the application with its problem."""
    app.register_error_handler(Exception, answer_problem)


def problem_type(error: Exception) -> ProblemType:
    """The table's row for the exception's class or the nearest of its bases."""
    return next(PROBLEMS[base] for base in type(error).__mro__ if base in PROBLEMS)


def answer_problem(error: Exception) -> Response:
    """The problem for an exception that a request raised; logged at the level of its row."""
    row = problem_type(error)
    request.environ[PROBLEM_TYPE] = row.name
    trace = error if row.level >= logging.ERROR else None
    log.log(
        row.level, row.name, exc_info=trace, extra={"request_id": request.environ.get(REQUEST_ID)}
    )
    headers = row.headers(error) if callable(row.headers) else row.headers
    pages: Pages | None = current_app.extensions.get("nim-pages")
    if row.status == 404 and pages and prefers_page(request.headers.get("Accept", "")):
        page = pages.missing(request.path)
        answer = answer_fresh(page.content, 404, page.content_type, {"Vary": "Accept"})
        answer.headers.extend(pages.headers("missing"))
        return answer
    return answer_fresh(encode_problem(error), row.status, PROBLEM, dict(headers or {}))


def encode_problem(error: Exception) -> bytes:
    """The members of the problem, in the order in which people read them."""
    row = problem_type(error)
    if row.faults:
        error = faults.locate(row.faults(error), in_query=request.method in {"GET", "HEAD"})
    members: dict[str, Any] = {
        "type": TYPE_PREFIX + row.name,
        "title": row.title,
        "status": row.status,
        "detail": row.detail(error) if callable(row.detail) else row.detail,
    }
    if isinstance(error, InvalidRequest):
        members["errors"] = [
            {error.kind: fault.place, "detail": fault.detail} for fault in error.faults
        ]
    return encode(members)
