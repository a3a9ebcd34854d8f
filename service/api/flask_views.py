"""Operations in Flask: a view for each, and problems as its error pages."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from wsgiref.types import WSGIEnvironment

import flask
from flask import Blueprint, Flask, has_request_context, request
from werkzeug.exceptions import (
    HTTPException,
    NotFound,
    RequestEntityTooLarge,
    default_exceptions,
)

from ..environ import ROUTE
from ..server.errors import BodyTooLarge
from ..server.responses import Headers, Response
from ..telemetry.logs import REQUEST, identify
from .body import read_body, within_flasks
from .files import File
from .operation import Operation, Operations
from .problems import PROBLEMS, problem_response, unknown_path
from .responses import REVALIDATE, empty_response, file_response

EXPECTED_ERRORS = tuple(kind for kind in PROBLEMS if kind not in {Exception, NotFound})
"""The errors that operations raise. Other errors are bugs, which Flask handles and reports itself.
The application handles NotFound, as for any other path."""

MissingPage = Callable[[WSGIEnvironment, Iterable[str]], Response | None]
"""Returns a page in place of the problem 404, or None; the texts are all known paths."""


def endpoint_of(blueprint: str, path: str, method: str) -> str:
    """The endpoint of a method of a path in its blueprint.

    >>> endpoint_of("move", "/move", "POST"), endpoint_of("nimbers", "/nimbers/square-root", "GET")
    ('post', 'square_root_get')
    >>> endpoint_of("pages", "/static/<path:name>", "GET"), endpoint_of("pages", "/", "GET")
    ('static_get', 'get')
    >>> endpoint_of("pages", "/play/<path:position>", "GET")
    'play_position_get'
    """
    path, _, variable = path.partition("<path:")
    own = path.strip("/").removeprefix(blueprint).strip("/")
    if variable not in {"", "name>"}:
        own += f"_{variable.rstrip('>')}"
    letters = "".join(letter if letter.isalnum() else "_" for letter in own)
    return f"{letters}_{method}".lstrip("_").lower()


def add_views(
    app: Flask,
    blueprints: Mapping[str, Iterable[Operation]],
    limit: int,
    missing_page: MissingPage | None = None,
) -> None:
    """Add a view for each operation, in blueprints of these names, and handle errors as problems.

    Most bodies may have `limit` bytes.
    """
    # A redirect for a doubled slash would be one more response to specify.
    app.url_map.merge_slashes = False
    for name, declared in blueprints.items():
        blueprint, operations = Blueprint(name, __name__), Operations(declared)
        for operation in operations.all:
            most = within_flasks(operation.body_limit(limit), app)
            view = view_of(operation, operations.options[operation.path], most)
            for methods in endpoint_methods(operation.methods):
                blueprint.add_url_rule(
                    operation.path,
                    endpoint_of(name, operation.path, methods[0]),
                    view,
                    methods=methods,
                    strict_slashes=not operation.with_slash,
                    provide_automatic_options=False,
                )
        app.register_blueprint(blueprint)
    app.logger.addFilter(name_the_request)

    @cache  # Flask allows no other routes after the first request
    def paths() -> list[str]:
        return [rule.rule for rule in app.url_map.iter_rules() if not rule.arguments]

    # For the base class, so that a handler for a status, or for a class with one, comes before it.
    @app.errorhandler(HTTPException)
    def handle(error: HTTPException) -> HTTPException | flask.Response:
        if error.response is not None:
            return error  # with a response of its own
        environ = request.environ
        if isinstance(error, NotFound):
            if missing_page and (page := missing_page(environ, paths())):
                return response(page)
            return response(problem_response(unknown_path(environ, paths()), environ))
        if isinstance(error, RequestEntityTooLarge) and request.max_content_length is not None:
            return response(problem_response(BodyTooLarge(request.max_content_length), environ))
        return response(problem_response(error, environ))


def add_file(
    blueprint: Blueprint,
    path: str,
    find: Callable[..., File | None],
    *,
    cache_control: Callable[..., str] = lambda **_: REVALIDATE,
    headers: Headers | None = None,
) -> None:
    """Add a view that responds with a file; `find` returns None if there is none."""

    def view(**variables: str) -> flask.Response:
        if request.method == "OPTIONS":
            return response(empty_response([("Allow", "GET, HEAD, OPTIONS")]))
        if (file := find(**variables)) is None:
            raise NotFound
        environ, cached = request.environ, cache_control(**variables)
        return response(file_response(environ, file, cached, headers))

    blueprint.add_url_rule(
        path,
        endpoint_of(blueprint.name, path, "GET"),
        view,
        methods=["GET", "HEAD", "OPTIONS"],
        provide_automatic_options=False,
    )


def endpoint_methods(methods: tuple[str, ...]) -> list[list[str]]:
    """The methods of a path by endpoint: one for bodies, one for queries.

    >>> endpoint_methods(("POST", "QUERY", "GET", "HEAD"))
    [['POST', 'QUERY', 'OPTIONS'], ['GET', 'HEAD']]
    """
    bodies = [method for method in methods if method not in {"GET", "HEAD"}]
    queries = [method for method in methods if method in {"GET", "HEAD"}]
    first, *others = filter(None, (bodies, queries))
    return [[*first, "OPTIONS"], *others]


def view_of(operation: Operation, options: Operation, limit: int) -> Callable[..., flask.Response]:
    """The view of a path; the exceptions of its operation become HTTP errors."""

    def view(**_: str) -> flask.Response:
        environ = request.environ
        asked = options if request.method == "OPTIONS" else operation
        environ[ROUTE] = operation.path
        try:
            return response(asked.run(environ, read_body(environ, limit, read_cached)))
        except EXPECTED_ERRORS as error:
            raise http_error(error, environ) from error

    return view


def http_error(error: Exception, environ: WSGIEnvironment) -> HTTPException:
    """Convert an error to Werkzeug's exception of the same status, with the problem as response.

    So an application can handle it by status, and a 422 by the class InvalidRequest, too.
    """
    problem = problem_response(error, environ)
    if not isinstance(error, HTTPException):
        error = default_exceptions[int(problem.status[:3])](str(error))
    error.response = response(problem)
    return error


def name_the_request(record: logging.LogRecord) -> bool:
    """Add the request to a log record of Flask's, in place of the path in its message."""
    if has_request_context():
        setattr(record, REQUEST, identify(request.environ))
        if record.exc_info and str(record.msg).startswith("Exception on "):
            record.msg = "internal-error"
    return True


def response(given: Response) -> flask.Response:
    """Convert a response to Flask's class."""
    made = flask.Response(given.body, given.status)
    made.headers.clear()
    made.headers.extend(given.headers)
    return made


def read_cached(size: int) -> bytes:
    """Read a body through Flask's request, which caches it for other readers."""
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
