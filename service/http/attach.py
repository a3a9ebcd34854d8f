"""Operations in Flask: blueprints of views, responses to OPTIONS, and problems as error pages."""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Flask, Response, has_request_context, request
from werkzeug.exceptions import HTTPException, NotFound, default_exceptions

from service.game.errors import InputError
from service.http import responses
from service.http.errors import InvalidRequest, errors_of
from service.http.operation import Operation
from service.http.problems import PROBLEMS, problem_response
from service.http.responses import empty_response
from service.server.errors import BodyTooLarge
from service.telemetry.logs import REQUEST, identify

EXPECTED_ERRORS = tuple(kind for kind in PROBLEMS if kind not in {Exception, NotFound})
"""The errors that operations raise. Others are bugs, which Flask handles and reports itself, and
NotFound is handled by the application, as for any other path."""


class ViewContext(NamedTuple):
    """The operations and the settings that the views of an application use."""

    operations: Mapping[str, Operation]
    """The operations that are switched on, by their endpoints."""

    limit: int
    """Bytes that the body of a request may have."""

    missing_page: Callable[[WSGIEnvironment], responses.Response | None] | None = None
    """Returns a page in place of the problem 404, or None."""


GetViewContext = Callable[[], ViewContext]
"""Called for each request: a blueprint may be registered in several applications."""


def endpoint_of(family: str, operation: Operation) -> str:
    """The endpoint of an operation in the blueprint of its family.

    >>> from service.http.operation import PlainOperation
    >>> def name(family: str, path: str) -> str:
    ...     return endpoint_of(family, PlainOperation("GET", path, lambda _: None))
    >>> name("move", "/move"), name("nimbers", "/nimbers/square-root"), name("pages", "/")
    ('get', 'square_root_get', 'get')
    >>> name("pages", "/static/<path:name>"), name("contract", "/openapi.yaml")
    ('static_get', 'openapi_yaml_get')
    """
    path = operation.path.partition("<")[0].strip("/")
    own = path.removeprefix(family).strip("/")
    letters = "".join(letter if letter.isalnum() else "_" for letter in own)
    return f"{letters}_{operation.method}".lstrip("_").lower()


def by_endpoint(families: Mapping[str, Iterable[Operation]]) -> dict[str, Operation]:
    """The operations of these families by their endpoints."""
    return {
        f"{family}.{endpoint_of(family, operation)}": operation
        for family, operations in families.items()
        for operation in operations
    }


def blueprint_of(
    family: str, operations: Iterable[Operation], get_context: GetViewContext
) -> Blueprint:
    """A blueprint with a view for each operation of a family."""
    blueprint = Blueprint(family, __name__)
    for endpoint, operation in by_endpoint({family: operations}).items():
        view = view_of(endpoint, get_context)
        _, _, name = endpoint.partition(".")
        blueprint.add_url_rule(operation.path, name, view, methods=[operation.method])
    return blueprint


def view_of(endpoint: str, get_context: GetViewContext) -> Callable[..., Response]:
    """The view of an operation; its exceptions become HTTP errors."""

    def view(**_: str) -> Response:
        operations, limit, _missing_page = get_context()
        if (operation := operations.get(endpoint)) is None:
            raise NotFound  # it was switched off after its rule was added
        environ = below_prefix(request.environ, str(request.url_rule), operation.path)
        operation.note_route(environ)
        try:
            return response(operation.respond(environ, limit, read_cached))
        except EXPECTED_ERRORS as error:
            raise http_error(error, environ) from error

    return view


def http_error(error: Exception, environ: WSGIEnvironment) -> HTTPException:
    """Convert an error to Werkzeug's exception of the same status, with the problem as response.

    So an application can handle it by status, and a 422 by the class InvalidRequest, too.
    """
    if isinstance(error, InputError):
        error = InvalidRequest(errors_of(error))
    problem = problem_response(error, environ)
    if not isinstance(error, HTTPException):
        error = default_exceptions[int(problem.status[:3])](str(error))
    error.response = response(problem)
    return error


def below_prefix(environ: WSGIEnvironment, rule: str, path: str) -> WSGIEnvironment:
    """The environ of a request as if the whole service were mounted at the prefix of a rule.

    >>> below_prefix({"PATH_INFO": "/us/nim/move"}, "/<country>/nim/move", "/move")
    {'PATH_INFO': '/move', 'SCRIPT_NAME': '/us/nim'}
    """
    if rule == path:
        return environ
    parts = environ["PATH_INFO"].split("/")
    depth = 1 + rule.removesuffix(path).count("/")
    script_name = environ.get("SCRIPT_NAME", "") + "/".join(parts[:depth])
    return environ | {"PATH_INFO": "/".join(["", *parts[depth:]]), "SCRIPT_NAME": script_name}


def attach(app: Flask, get_context: GetViewContext) -> None:
    """Set up an application to respond to OPTIONS, handle errors and log as the service does."""
    # A redirect for a doubled slash would be one more response to specify.
    app.url_map.merge_slashes = False

    def options_response() -> Response:
        """The response with `Allow`; the middleware adds CORS headers."""
        allowed = sorted(Flask.make_default_options_response(app).allow)
        return response(empty_response([("Allow", ", ".join(allowed))]))

    app.make_default_options_response = options_response  # type: ignore[method-assign]
    app.logger.addFilter(name_the_request)

    # For the base class, so that a handler for a status, or for a class with one, comes before it.
    @app.errorhandler(HTTPException)
    def handle(error: HTTPException) -> HTTPException | Response:
        if error.response is not None:
            return error  # with a response of its own
        missing_page = get_context().missing_page if isinstance(error, NotFound) else None
        page = missing_page(request.environ) if missing_page else None
        return response(page or problem_response(error, request.environ))


def name_the_request(record: logging.LogRecord) -> bool:
    """Add the request to a log record of Flask's, in place of the path in its message."""
    if has_request_context():
        setattr(record, REQUEST, identify(request.environ))
        if record.exc_info and str(record.msg).startswith("Exception on "):
            record.msg = "internal-error"
    return True


def response(given: responses.Response) -> Response:
    """Convert a response to Flask's class."""
    made = Response(given.body, given.status)
    made.headers.clear()
    made.headers.extend(given.headers)
    return made


def read_cached(_: WSGIEnvironment, size: int) -> bytes:
    """Read a body through Flask's request, which keeps it for other readers."""
    if not size:
        return b""  # Werkzeug would reject an empty body as too large
    most = request.max_content_length
    if most is None:
        request.max_content_length = size
    elif not request.environ.get("CONTENT_LENGTH"):
        request.max_content_length = most + 1  # Werkzeug would cut it there silently
    body = request.get_data()
    if most is not None and len(body) > most:
        raise BodyTooLarge(most)
    return body
