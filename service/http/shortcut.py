"""The shortcut: an operation responds without Flask's contexts.

The response has the same bytes. The shortcut is open only if nothing is attached to the application
that has to see each request; otherwise Flask responds.
"""

from functools import lru_cache
from operator import itemgetter
from wsgiref.types import WSGIEnvironment

import flask
from flask import Flask, Request, signals
from werkzeug.exceptions import NotFound

from service.http.operation import Operations
from service.http.problems import problem_response
from service.http.responses import Response

SIGNALS = (
    signals.request_started,
    signals.request_finished,
    signals.request_tearing_down,
    signals.got_request_exception,
    signals.appcontext_pushed,
    signals.appcontext_popped,
    signals.appcontext_tearing_down,
)

FLASK_SETTINGS = itemgetter(
    "DEBUG",
    "TESTING",
    "PROPAGATE_EXCEPTIONS",
    "TRAP_HTTP_EXCEPTIONS",
    "TRAP_BAD_REQUEST_ERRORS",
    "SERVER_NAME",
    "TRUSTED_HOSTS",
)
"""Settings in `app.config` that change how Flask responds, unless they are None or False."""

ENTRY_POINTS = ("__call__", "wsgi_app", "full_dispatch_request", "dispatch_request")
"""Methods of Flask that tracing may have wrapped."""


LONGEST_LABEL = 63
"""Characters of a label in the name of a host (RFC 1035, 2.3.4)."""


class Shortcut:
    """The shortcut past one application, made once the service has attached all that is its own.

    The first request goes through Flask, which ends its set-up; then it is decided, once, whether
    the shortcut is open. Signals can be connected later, so they are checked for each request;
    other changes after the first request are not seen.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._views = {**app.view_functions}
        self._sessions = app.session_interface
        self._handlers = dict(app.error_handler_spec[None][None])
        self._receivers = [signal.receivers for signal in SIGNALS]
        self._is_decided = self._is_open = False

    def serve(self, operations: Operations, limit: int) -> None:
        """Set the operations, and the most bytes of a body."""
        self._find = operations.find
        self._limit = limit

    def respond(self, environ: WSGIEnvironment) -> Response | None:
        """The response to a request; None if Flask has to respond."""
        if not self._is_open or any(self._receivers):
            return None
        method = environ["REQUEST_METHOD"]
        operation = self._find(method, environ["PATH_INFO"])
        if operation is None or is_unusual_host(environ.get("HTTP_HOST", "")):
            return None
        operation.note_route(environ)
        try:
            response = operation.respond(environ, self._limit)
        except NotFound:
            return None  # Flask has the handlers of pages that are not found
        except Exception as error:  # noqa: BLE001  # as Flask does
            response = problem_response(error, environ)
        if method == "HEAD":
            response.body = b""
        return response

    def decide(self) -> None:
        """Decide whether it is open, after the first response of Flask."""
        if not self._is_decided:
            self._is_open = self._nothing_is_attached()
            self._is_decided = True

    def _nothing_is_attached(self) -> bool:
        """Whether nothing that has to see each request is attached to the application."""
        app = self._app
        return (
            not any(
                (
                    app.before_request_funcs,
                    app.after_request_funcs,
                    app.teardown_request_funcs,
                    app.teardown_appcontext_funcs,
                    app.url_value_preprocessors,
                )
            )
            and all(app.view_functions[name] is view for name, view in self._views.items())
            and all(value is None or value is False for value in FLASK_SETTINGS(app.config))
            and app.request_class is Request
            and app.response_class is flask.Response
            and app.session_interface is self._sessions
            and self._has_our_handlers_only()
            and type(app) is Flask
            and not any(hasattr(getattr(Flask, name), "__wrapped__") for name in ENTRY_POINTS)
        )

    def _has_our_handlers_only(self) -> bool:
        for name, by_code in self._app.error_handler_spec.items():
            for code, handlers in by_code.items():
                # Flask adds an empty dict wherever it has looked for handlers.
                if handlers and (name or code or handlers != self._handlers):
                    return False
        return True


@lru_cache(maxsize=128)
def is_unusual_host(host: str) -> bool:
    """Whether Flask may reject a Host header: a label in it is one that no host name can have.

    >>> is_unusual_host("localhost:8000"), is_unusual_host("a..b"), is_unusual_host("a" * 64)
    (False, True, True)
    """
    return len(host) > LONGEST_LABEL or ".." in host or host[:1] == "." or not host.isascii()
