"""The usual ways to use a Flask application: its command, a mapping of settings, `app.config`."""

import re
import sys
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import request
from flask.cli import routes_command

from service import create_app
from service.app import EXTENSION
from service.server.application import URGENT
from service.settings import SETTINGS, Config
from tests.support.programs import run
from tests.support.wsgi import Response, call, get, post, prepared

POSITION = {"piles": [3, 4, 5]}
CHUNKED = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}


def type_of(response: Response) -> str:
    return response.body.decode().partition('"type":"')[2].partition('"')[0]


# --- Commands ---------------------------------------------------------------------------------


def test_flask_lists_the_routes_with_their_endpoints() -> None:
    result = create_app().test_cli_runner().invoke(routes_command)
    lines = [re.split(r"  +", line.strip()) for line in result.output.splitlines()]
    assert {
        ("move.post", "POST, QUERY", "/move"),
        ("move.get", "GET", "/move"),
        ("positions.graph_get", "GET", "/graph"),
        ("nimbers.square_root_get", "GET", "/nimbers/square-root"),
        ("pages.static_get", "GET", "/static/<path:name>"),
        ("metrics.get", "GET", "/metrics"),
    } <= {*map(tuple, lines)}


@pytest.mark.serving
@pytest.mark.long
def test_importing_the_package_imports_nothing_else() -> None:
    result = run([sys.executable, "-c", "import sys, service; print('flask' in sys.modules)"])
    assert (result.stdout, result.stderr) == ("False\n", "")


def test_the_blueprints_have_these_names() -> None:
    """Code around the application uses these names, so a new name would break it."""
    app = create_app()
    positions = {
        "move",
        "moves",
        "legal",
        "explanation",
        "analysis",
        "review",
        "positions",
        "values",
    }
    others = {"grundy", "nimbers", "games", "mcp", "probes", "metrics", "contract", "pages"}
    assert {*app.blueprints} == positions | others
    assert {name.partition(".")[0] for name in app.view_functions} == positions | others


# --- Settings ---------------------------------------------------------------------------------


def test_every_setting_is_in_the_config_with_its_typed_value() -> None:
    app = create_app()
    keys = {setting.name.removeprefix("NIM_"): name for name, setting in SETTINGS.items()}
    assert {key: app.config[key] for key in keys} == {
        key: getattr(Config(), name) for key, name in keys.items()
    }


def test_keywords_go_over_the_mapping_and_both_over_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NIM_MAX_PILES", "NIM_MAX_POSITIONS", "NIM_MAX_BODY_BYTES"):
        monkeypatch.setenv(name, "2001")
    app = create_app({"MAX_PILES": 2002, "MAX_POSITIONS": "2002"}, MAX_PILES=2003)
    found = [app.config[key] for key in ("MAX_PILES", "MAX_POSITIONS", "MAX_BODY_BYTES")]
    assert found == [2003, 2002, 2001]


def test_other_keys_are_the_users_own_and_flasks() -> None:
    app = create_app({"TESTING": True, "MAX_PILE": "mine"}, MINE="s")
    assert (app.testing, app.config["MAX_PILE"], app.config["MINE"]) == (True, "mine", "s")


def test_a_keyword_in_small_letters_is_rejected() -> None:
    with pytest.raises(TypeError, match="max_piles is not a setting"):
        create_app(max_piles=5)


@pytest.mark.parametrize(("setting", "path"), [("PAGES", "/learn"), ("METRICS", "/metrics")])
def test_what_is_switched_off_is_not_there(setting: str, path: str) -> None:
    app = create_app({setting: False}, ACCESS_LOG=False)
    for _ in range(2):
        gone = call(app, get(path))
        assert (gone.status, type_of(gone)) == ("404 NOT FOUND", "/docs#error-not-found")
        assert b"did you mean" not in gone.body


def test_metrics_may_have_a_port_of_their_own() -> None:
    app = create_app(ACCESS_LOG=False, METRICS_PORT=9000)
    for _ in range(2):
        assert call(app, get("/metrics")).status == "404 NOT FOUND"
        assert call(app, get("/metrics", SERVER_PORT="9000")).status == "200 OK"
        assert call(app, get("/healthz", SERVER_PORT="9000")).status == "404 NOT FOUND"
        wrong = call(app, post("/metrics", b"{}", SERVER_PORT="9000"))
        assert (wrong.status, wrong.header("Allow")) == (
            "405 METHOD NOT ALLOWED",
            "GET, HEAD, OPTIONS",
        )


def test_the_metrics_of_another_port_wait_in_no_queue() -> None:
    app = create_app(ACCESS_LOG=False, METRICS_PORT=9000)
    service = app.extensions[EXTENSION]
    assert service.handle(get("/metrics", SERVER_PORT="9000").environ(), b"").queue == URGENT
    assert service.handle(get("/metrics").environ(), b"").respond().status == "404 NOT FOUND"


def test_a_middleware_around_the_application_sees_what_its_own_worker_serves() -> None:
    app = create_app(ACCESS_LOG=False)
    seen: list[str] = []
    inner = app.wsgi_app

    def middleware(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        seen.append(environ["PATH_INFO"])
        return inner(environ, start_response)

    app.wsgi_app = middleware  # type: ignore[method-assign]
    for _ in range(2):
        assert prepared(app, get("/move", "piles=3")).status == "200 OK"
    assert seen == ["/move", "/move"]


# --- Flask's limit on bodies ------------------------------------------------------------------


@pytest.mark.parametrize("length", [{}, CHUNKED], ids=["declared", "chunked"])
@pytest.mark.parametrize(
    ("ours", "flasks", "limit"), [(2_000, 1_500, 1_500), (1_500, 2_000, 1_500), (2_000, 0, 0)]
)
def test_the_smaller_limit_on_bodies_holds(
    ours: int, flasks: int, limit: int, length: dict[str, str]
) -> None:
    """Through Flask, like the first request, and through the shortcut."""
    app = create_app(ACCESS_LOG=False, MAX_BODY_BYTES=ours, MAX_CONTENT_LENGTH=flasks)
    for _ in range(2):
        if limit:
            small = b'{"piles": [3, 4, 5]}'.ljust(limit)
            assert call(app, post("/move", small, **length)).status == "200 OK"
        rejected = call(app, post("/move", b" " * (limit + 1), **length))
        assert rejected.status == "413 REQUEST ENTITY TOO LARGE"
        assert rejected.header("Content-Type") == "application/problem+json"
        assert rejected.body == (
            b'{"type":"/docs#error-too-large","title":"The body is too large","status":413,'
            b'"detail":"The body may be at most %s bytes long."}' % f"{limit:,}".encode()
        )


def test_a_body_that_is_too_large_for_a_hook_is_the_same_problem() -> None:
    app = create_app(ACCESS_LOG=False, MAX_CONTENT_LENGTH=5)

    @app.before_request
    def look() -> None:
        request.get_data()

    rejected = call(app, post("/move", POSITION))
    assert (rejected.status[:3], type_of(rejected)) == ("413", "/docs#error-too-large")


def test_a_limit_that_a_hook_sets_for_a_request_holds_for_a_chunked_body_too() -> None:
    app = create_app(ACCESS_LOG=False)

    @app.before_request
    def limit() -> None:
        request.max_content_length = 30

    body = b'{"piles": [3, 4, 5]}'.ljust(30)
    for length in ({}, CHUNKED):
        assert call(app, post("/move", body, **length)).status == "200 OK"
        rejected = call(app, post("/move", body + b" ", **length))
        assert (rejected.status[:3], type_of(rejected)) == ("413", "/docs#error-too-large")
