"""The short way to an answer: requests of fixed paths without Flask's contexts.

The answer is that of the same operation, byte for byte. It is open only while nothing is attached
to the application that would have to see the request; else Flask gives the answer.
"""

from collections.abc import Callable, Iterable, Sized
from operator import itemgetter
from typing import Any
from wsgiref.types import WSGIEnvironment

import flask
from flask import Flask, Request, Response, signals

from service.http.answers import Answer
from service.http.operation import Operation
from service.http.problems import answer_problem
from service.wsgi import ROUTE

SIGNALS = (
    signals.request_started,
    signals.request_finished,
    signals.request_tearing_down,
    signals.got_request_exception,
    signals.appcontext_pushed,
    signals.appcontext_popped,
    signals.appcontext_tearing_down,
)

SETTINGS = itemgetter(
    "DEBUG",
    "TESTING",
    "PROPAGATE_EXCEPTIONS",
    "TRAP_HTTP_EXCEPTIONS",
    "TRAP_BAD_REQUEST_ERRORS",
    "SERVER_NAME",
    "TRUSTED_HOSTS",
    "MAX_CONTENT_LENGTH",
)
"""What in `app.config` changes how a request is answered."""

ENTRANCES = ("__call__", "wsgi_app", "full_dispatch_request", "dispatch_request")
"""Methods of Flask that tracing may have wrapped."""


LONGEST_LABEL = 63
"""Characters of a label in the name of a host (RFC 1035, 2.3.4)."""


class Shortcut:
    """The short way through one application, made once all of the service's own is attached."""

    def __init__(self, app: Flask, operations: Iterable[Operation], limit: int) -> None:
        self._app = app
        self._limit = limit
        self._operations: dict[tuple[str, str], tuple[Operation, Any]] = {}
        for operation in operations:
            if "<" not in operation.path:
                found = operation, app.view_functions[operation.name]
                self._operations[operation.method, operation.path] = found
                if operation.method == "GET":
                    self._operations["HEAD", operation.path] = found
        self._settings = SETTINGS(app.config)
        self._sessions = app.session_interface
        self._handlers = dict(app.error_handler_spec[None][None])
        # The very same objects as in Flask and its signals, which put in what is attached.
        self._attached: tuple[Sized, ...] = (
            app.before_request_funcs,
            app.after_request_funcs,
            app.teardown_request_funcs,
            app.teardown_appcontext_funcs,
            app.url_value_preprocessors,
            *(signal.receivers for signal in SIGNALS),
        )
        self._wrapped = type(app) is not flask.Flask or any(
            hasattr(getattr(Flask, name), "__wrapped__") for name in ENTRANCES
        )

    def answer(self, environ: WSGIEnvironment) -> Answer | None:
        """The answer to a request, or None where Flask has to give it."""
        method = environ["REQUEST_METHOD"]
        found = self._operations.get((method, environ["PATH_INFO"]))
        if found is None or not self.is_open(*found) or is_odd(environ.get("HTTP_HOST", "")):
            return None
        operation = found[0]
        environ[ROUTE] = operation.path
        try:
            answer = operation.respond(environ, self._limit)
        except Exception as error:  # noqa: BLE001  # as Flask does
            answer = answer_problem(error, environ)
        return answer if method != "HEAD" else answer._replace(body=b"")

    def route_of(self, environ: WSGIEnvironment) -> str | None:
        """The route of a request that is not answered here, where it is one of the fixed ones."""
        asked = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        return asked[1] if asked in self._operations else None

    def is_open(self, operation: Operation, view: Callable[..., Any]) -> bool:
        """Whether nothing is attached that would have to see a request of the operation."""
        app = self._app
        return (
            not any(self._attached)
            and app.view_functions[operation.name] is view
            and SETTINGS(app.config) == self._settings
            and app.request_class is Request
            and app.response_class is Response
            and app.session_interface is self._sessions
            and self._has_our_handlers_only()
            and not self._wrapped
        )

    def _has_our_handlers_only(self) -> bool:
        for name, by_code in self._app.error_handler_spec.items():
            for code, handlers in by_code.items():
                # Flask leaves an empty one wherever it has looked for one.
                if handlers and (name or code or handlers != self._handlers):
                    return False
        return True


def is_odd(host: str) -> bool:
    """Whether Flask may refuse a Host: it has a label that no name of a host can have.

    >>> is_odd("localhost:8000"), is_odd("a..b"), is_odd("a" * 64)
    (False, True, True)
    """
    return len(host) > LONGEST_LABEL or ".." in host or host[:1] == "." or not host.isascii()
