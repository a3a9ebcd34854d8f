"""Operations in Flask: views, answers to OPTIONS, and problems in place of its error pages."""

import logging
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, has_request_context, request
from werkzeug.exceptions import HTTPException, NotFound

from service.http.answers import Answer, answer_nothing
from service.http.operation import Operation
from service.http.problems import PROBLEMS, answer_problem
from service.wsgi import REQUEST_ID, ROUTE

OUR_ERRORS: tuple[type[Exception], ...] = tuple(
    kind for kind in PROBLEMS if kind is not Exception and not issubclass(kind, HTTPException)
)
"""What operations raise. Anything else is unforeseen, which Flask handles and reports itself."""


def attach(
    app: Flask,
    operations: Iterable[Operation],
    limit: int,
    missing_page: Callable[[WSGIEnvironment], Answer | None] | None = None,
) -> None:
    """Add operations to an application, whose request bodies have at most `limit` bytes.

    `missing_page` may have an answer in place of the problem where there is nothing.
    """
    # A redirect for a doubled slash would be one more answer to specify.
    app.url_map.merge_slashes = False
    for operation in operations:
        view = view_of(operation, limit)
        app.add_url_rule(operation.path, operation.name, view, methods=[operation.method])

    def answer_options() -> Response:
        """What browsers ask before a POST, the middleware adds."""
        allowed = sorted(Flask.make_default_options_response(app).allow)
        return response(answer_nothing([("Allow", ", ".join(allowed))]))

    app.make_default_options_response = answer_options  # type: ignore[method-assign]
    app.logger.addFilter(name_the_request)

    def handle(error: Exception) -> Any:
        if isinstance(error, HTTPException) and error.response is not None:
            return error  # which brings an answer of its own
        if isinstance(error, NotFound) and missing_page and (page := missing_page(request.environ)):
            return response(page)
        return response(answer_problem(error, request.environ))

    errors: list[type[Exception]] = [HTTPException, *OUR_ERRORS]
    for error in errors:
        app.register_error_handler(error, handle)


def name_the_request(record: logging.LogRecord) -> bool:
    """Give a line of Flask's the id of its request, in place of the path that was asked for."""
    if has_request_context():
        record.request_id = request.environ.get(REQUEST_ID)
        if record.exc_info and str(record.msg).startswith("Exception on "):
            record.msg = "internal-error"
    return True


def view_of(operation: Operation, limit: int) -> Callable[..., Response]:
    """The view of an operation."""

    def view(**_: str) -> Response:
        request.environ[ROUTE] = operation.path
        return response(operation.respond(request.environ, limit, read_cached))

    return view


def response(answer: Answer) -> Response:
    """An answer as Flask has them."""
    made = Response(answer.body, answer.status)
    made.headers.clear()
    made.headers.extend(answer.headers)
    return made


def read_cached(_: WSGIEnvironment, size: int) -> bytes:
    """Read a body by Flask's request, as those do who looked at it before."""
    if request.max_content_length is None:
        request.max_content_length = size
    return request.get_data()
