"""Attached code takes effect, as in any Flask application."""

from collections.abc import Callable
from typing import Any

import flask
import pytest
from flask import Blueprint, Flask, abort, got_request_exception, request
from flask.signals import (
    appcontext_popped,
    appcontext_pushed,
    appcontext_tearing_down,
    request_finished,
    request_started,
    request_tearing_down,
)

from service.app import create_app
from tests.support.rows import rows
from tests.support.wsgi import call, get, post

POSITION = {"piles": [3, 4, 5]}


@pytest.fixture
def app() -> Flask:
    return create_app(ACCESS_LOG=False)


def test_it_is_an_ordinary_flask_application(app: Flask) -> None:
    assert type(app) is flask.Flask
    ours = {"wsgi_app"}
    assert {*vars(app)} & {*vars(Flask)} == ours


HOOKS = [
    "before_request",
    "after_request",
    "teardown_request",
    "teardown_appcontext",
    "url_value_preprocessor",
]


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_is_called_for_each_request(app: Flask, hook: str) -> None:
    seen = []

    def note(value: Any = None, *_: Any) -> Any:
        seen.append(hook)
        return value

    getattr(app, hook)(note)
    for _ in range(2):
        assert call(app, post("/move", POSITION)).status == "200 OK"
    assert seen == [hook, hook]


def test_a_hook_may_read_the_body_before_the_view(app: Flask) -> None:
    seen = []
    app.before_request(lambda: seen.append(request.get_json()))
    assert call(app, post("/move", POSITION)).status == "200 OK"
    assert seen == [POSITION]


def test_a_hook_may_add_a_header(app: Flask) -> None:
    @app.after_request
    def mark(response: flask.Response) -> flask.Response:
        response.headers["X-Mark"] = "here"
        return response

    for _ in range(2):
        assert call(app, get("/healthz")).header("X-Mark") == "here"


@rows(
    "signal",
    [
        request_started,
        request_finished,
        request_tearing_down,
        appcontext_pushed,
        appcontext_popped,
        appcontext_tearing_down,
    ],
)
def test_a_receiver_of_a_signal_hears_it_from_the_next_request_on(app: Flask, signal: Any) -> None:
    call(app, get("/healthz"))
    heard: list[str] = []

    def receive(*_: Any, **__: Any) -> None:
        heard.append(signal.name)

    with signal.connected_to(receive):
        call(app, get("/healthz"))
    call(app, get("/healthz"))
    assert heard == [signal.name]


def fail(**_: Any) -> Any:
    raise KeyError("secret")


def test_an_unforeseen_exception_is_reported_and_gives_a_problem(app: Flask) -> None:
    app.view_functions["probes.healthz_get"] = fail
    heard: list[Any] = []

    def receive(_: Flask, exception: Exception) -> None:
        heard.append(exception)

    with got_request_exception.connected_to(receive):
        response = call(app, get("/healthz"))
    assert response.status == "500 INTERNAL SERVER ERROR"
    assert b"secret" not in response.body
    assert b"/docs#error-internal-error" in response.body
    assert [type(each) for each in heard] == [KeyError]


def test_a_blueprint_responds_beside_the_operations(app: Flask) -> None:
    blueprint = Blueprint("mine", __name__, url_prefix="/mine")
    blueprint.add_url_rule("/<name>", view_func=lambda name: f"hello {name}", endpoint="hello")
    app.register_blueprint(blueprint)
    for _ in range(2):
        assert call(app, get("/mine/you")).body == b"hello you"
        assert call(app, post("/move", POSITION)).status == "200 OK"


def reject_hosts(app: Flask) -> None:
    app.config["TRUSTED_HOSTS"] = ["example.org"]


def test_a_request_class_of_ones_own_is_used(app: Flask) -> None:
    made = []

    class Mine(flask.Request):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            made.append(self)
            super().__init__(*args, **kwargs)

    app.request_class = Mine
    for _ in range(2):
        call(app, get("/healthz"))
    assert len(made) == 2


def test_an_error_of_http_that_a_hook_raises_is_a_problem(app: Flask) -> None:
    app.before_request(lambda: abort(403, "Members only."))
    response = call(app, get("/healthz"))
    assert response.header("Content-Type") == "application/problem+json"
    assert response.body == (
        b'{"type":"about:blank","title":"Forbidden","status":403,"detail":"Members only."}'
    )


def test_a_response_that_a_hook_aborts_with_stays_what_it_is(app: Flask) -> None:
    app.before_request(lambda: abort(flask.Response("wait", 429)))
    assert call(app, get("/healthz")).body == b"wait"


# --- When it is attached -------------------------------------------------------------------------


def view(app: Flask) -> None:
    app.view_functions["probes.healthz_get"] = lambda **_: ("mine", 418)


def handler(app: Flask) -> None:
    app.view_functions["probes.healthz_get"] = fail
    app.register_error_handler(KeyError, lambda _: ("mine", 418))


def response_class(app: Flask) -> None:
    class Mine(flask.Response):
        default_status = 418

    app.response_class = Mine
    app.view_functions["probes.healthz_get"] = lambda **_: "mine"


BEFORE = [view, handler, response_class, reject_hosts]


@pytest.mark.parametrize("attach", BEFORE)
def test_what_is_attached_before_the_first_request_acts_on_each_one(
    app: Flask, attach: Callable[[Flask], None]
) -> None:
    attach(app)
    statuses = [call(app, get("/healthz")).status[:3] for _ in range(3)]
    assert statuses == ["400" if attach is reject_hosts else "418"] * 3


def change_view(app: Flask) -> None:
    app.view_functions["probes.healthz_get"] = lambda **_: "mine"


@pytest.mark.parametrize("change", [change_view, reject_hosts], ids=["view", "setting"])
def test_what_is_changed_after_the_first_request_is_not_seen(
    app: Flask, change: Callable[[Flask], None]
) -> None:
    """As documented, the shortcut is opened or closed once."""
    first = call(app, get("/healthz"))
    change(app)
    assert call(app, get("/healthz"))[::2] == first[::2]


def test_flask_rejects_a_hook_after_the_first_request(app: Flask) -> None:
    call(app, get("/healthz"))
    with pytest.raises(AssertionError, match="can no longer be called"):
        app.before_request(lambda: None)


def test_a_test_client_sees_a_bug_from_the_first_request_on(app: Flask) -> None:
    """Flask's `testing` is set before the first request, as in its manual."""
    app.config["TESTING"] = True
    app.view_functions["probes.healthz_get"] = fail
    for _ in range(2):
        with pytest.raises(KeyError):
            app.test_client().get("/healthz")
