"""Flask without what this service has no use for, which is most of a request's time."""

from typing import Any, NoReturn
from wsgiref.types import WSGIApplication

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule

from service.api import cors
from service.api.answers import answer_nothing
from service.api.environ import REQUEST_FAULT, ROUTE
from service.api.head import MalformedRequest


class OneWayRule(Rule):
    """A rule that matches paths and makes none: a function for that took 0.2 ms a rule at start."""

    def _compile_builder(self, append_unknown: bool = True) -> Any:  # noqa: ARG002
        return _make_no_path


def _make_no_path(rule: Rule, **_: Any) -> NoReturn:
    raise RuntimeError(f"no path is made from {rule.rule}")


class FilelessRequest(Request):
    """A request that never holds a file, and has none to close."""

    close = None  # type: ignore[assignment]


class Application(Flask):
    """Flask without sessions, hooks before or after a request, signals and coroutines.

    Each method below is Flask's own less those. tests/api/test_overrides.py fails when Flask's
    own method changes.
    """

    request_class = FilelessRequest
    url_rule_class = OneWayRule

    def __init__(self) -> None:
        super().__init__("service", static_folder=None, template_folder=None)
        self.session_interface = NoSession()
        # A redirect for a doubled slash would be one more answer to specify.
        self.url_map.merge_slashes = False
        self._fixed_rules: dict[tuple[str, str], Rule] = {}

    def index_rules(self) -> None:
        """Index the rules whose path is fixed: a look-up is quicker than a match."""
        for rule in self.url_map.iter_rules():
            if not rule.arguments and rule.methods:
                for method in rule.methods - {"OPTIONS"}:
                    self._fixed_rules[rule.rule, method] = rule

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method only, whatever Host a proxy passes on."""
        if request is None:
            return None
        path = request.environ["PATH_INFO"]
        if path.startswith("//"):
            path = "/." + path  # Werkzeug would take several slashes there for one
        if rule := self._fixed_rules.get((path, request.method)):
            request.url_rule = rule
            request.view_args = {}
            return None
        return MapAdapter(self.url_map, "localhost", "", "", "http", path, request.method, None)

    def full_dispatch_request(self) -> WSGIApplication:  # type: ignore[override]
        """Answer the request, and leave its route for the middleware.

        A view's answer that is a WSGI application already, as a Response is, stays what it is.
        """
        asked: Request = request._get_current_object()  # type: ignore[attr-defined]  # looked up once
        environ, rule = asked.environ, asked.url_rule
        answer: Any  # of the many kinds that a view may give
        try:
            if fault := environ.get(REQUEST_FAULT):
                raise fault  # noqa: TRY301  # to be handled as a view's
            if rule and environ["REQUEST_METHOD"] != "OPTIONS":
                answer = self.view_functions[rule.endpoint](**(asked.view_args or {}))
            elif environ["PATH_INFO"] == "*":
                answer = self._answer_for_all()
            else:
                answer = self.dispatch_request()
        except Exception as error:  # noqa: BLE001  # as Flask does
            answer = self.handle_user_exception(error)
        if rule:
            environ[ROUTE] = rule.rule
        return answer if callable(answer) else self.make_response(answer)

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Tear nothing down."""

    def _answer_for_all(self) -> Response:
        """Answer a request whose target is not a path but the server as a whole (`*`)."""
        if request.method != "OPTIONS":
            raise MalformedRequest("The target * is for OPTIONS only.")
        return answer_nothing({"Allow": "GET, HEAD, OPTIONS, POST"})

    def make_default_options_response(self) -> Response:
        """Answer OPTIONS, and with it the preflight that browsers send before a POST."""
        allowed = super().make_default_options_response().headers["Allow"]
        allowed = ", ".join(sorted(allowed.split(", ")))
        return answer_nothing({"Allow": allowed, **cors.preflight(allowed)})


class NoSession(SessionInterface):
    """There are no sessions, so that opening one for each request costs nothing."""

    _none = NullSession()  # which Flask does not save

    def open_session(self, *_: Any) -> NullSession:
        """Give the same empty session to every request."""
        return self._none
