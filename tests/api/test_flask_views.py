"""Error handlers that a user attaches are called for the service's own errors, and decide."""

from functools import cache
from typing import Any, NoReturn

import pytest
from flask import Flask
from prometheus_client import REGISTRY
from werkzeug.exceptions import HTTPException, UnprocessableEntity

from service import create_app
from service.api.errors import FieldError, InvalidRequest
from tests.support.wsgi import Request, call, get, post

NOT_FOUND = get("/nothing")
NO_FILE = get("/static/none.js")
ERRORS: dict[str, tuple[int, Request]] = {
    "not JSON": (400, post("/move", b"{")),
    "an incomplete body": (400, post("/move", b"{}", CONTENT_LENGTH="3")),
    "nothing there": (404, NOT_FOUND),
    "no such file": (404, NO_FILE),
    "another method": (405, Request("DELETE", "/move")),
    "another version": (412, get("/move", "piles=1", HTTP_IF_MATCH='"other"')),
    "too large": (413, post("/move", b" " * 2_000)),
    "too large, chunked": (413, post("/move", b" " * 2_000, CONTENT_LENGTH="")),
    "another media type": (415, post("/move", b"{}", CONTENT_TYPE="text/plain")),
    "another encoding": (415, post("/move", b"{}", HTTP_CONTENT_ENCODING="gzip")),
    "not valid": (422, post("/move", {"piles": [-1]})),
    "a query that is not valid": (422, get("/move", "piles=x")),
    "found by an operation": (422, post("/move", {"piles": [1], "code": "0.77"})),
    "found by the theory": (422, post("/move", {"piles": [1], "game": "octal", "code": "9"})),
    "found by the reader": (422, post("/move", b'{"piles": [1], "piles": [1]}')),
}


def new_app() -> Flask:
    return create_app(ACCESS_LOG=False, MAX_BODY_BYTES=1_024)


PLAIN = new_app()


@cache
def app_with_handler(*kinds: Any) -> tuple[Flask, list[Any]]:
    """An application with a handler for these errors, and the errors that reach it."""
    app, handled = new_app(), list[Any]()

    def handle(error: Exception) -> tuple[str, int]:
        handled.append(error)
        return "mine", 418

    for kind in kinds:
        app.register_error_handler(kind, handle)
    return app, handled


@pytest.mark.parametrize("name", ERRORS)
def test_a_handler_for_a_status_gives_what_is_sent(name: str) -> None:
    code, request = ERRORS[name]
    app, handled = app_with_handler(*{code for code, _ in ERRORS.values()})
    handled.clear()
    for _ in range(2):
        response = call(app, request)
        assert (response.status, response.body) == ("418 I'M A TEAPOT", b"mine")
    assert [error.code for error in handled] == [code, code]


INVALID = [name for name, (code, _) in ERRORS.items() if code == 422]


@pytest.mark.parametrize("kind", [InvalidRequest, UnprocessableEntity])
@pytest.mark.parametrize("name", INVALID)
def test_a_handler_for_what_is_not_valid_is_called(name: str, kind: Any) -> None:
    app, _ = app_with_handler(kind)
    assert call(app, ERRORS[name][1]).body == b"mine"


@pytest.mark.parametrize("name", INVALID)
def test_what_is_not_valid_comes_to_its_handler_with_the_errors_of_its_problem(name: str) -> None:
    app, handled = app_with_handler(InvalidRequest)
    handled.clear()
    call(app, ERRORS[name][1])
    (error,) = handled
    problem = call(PLAIN, ERRORS[name][1]).json
    assert error.description == str(error) == problem["detail"]
    assert [each.code for each in error.errors] == [each["code"] for each in problem["errors"]]


def test_a_handler_may_give_the_problem_as_the_response_of_its_error() -> None:
    app = new_app()
    app.register_error_handler(InvalidRequest, lambda error: error.get_response())
    request = ERRORS["not valid"][1]
    response = call(app, request)
    assert response.header("Content-Type") == "application/problem+json"
    assert response.body == call(PLAIN, request).body


def test_a_handler_for_all_errors_of_http_is_called_for_the_services_own() -> None:
    app = new_app()
    app.register_error_handler(HTTPException, lambda error: (f"mine, {error.code}", error.code))
    bodies = [call(app, request).body for _, request in ERRORS.values()]
    assert bodies == [f"mine, {code}".encode() for code, _ in ERRORS.values()]


def test_a_handler_for_one_status_leaves_the_others_what_they_are() -> None:
    app = new_app()
    app.register_error_handler(422, lambda _: ("mine", 422))
    assert call(app, NOT_FOUND).json["type"] == "/docs#error-not-found"


def test_what_a_handler_gives_in_place_of_a_problem_is_counted_as_the_error_it_was() -> None:
    app = new_app()
    app.register_error_handler(422, lambda _: ("mine", 422))
    labels = {"code": "too-small"}
    before = REGISTRY.get_sample_value("nim_request_errors_total", labels)
    call(app, ERRORS["not valid"][1])
    after = REGISTRY.get_sample_value("nim_request_errors_total", labels)
    assert after == 1 + (before or 0)


def test_a_view_of_the_users_own_may_raise_it_too() -> None:
    app = new_app()

    @app.get("/mine")
    def mine() -> NoReturn:
        raise InvalidRequest([FieldError(("a",), "required", "One is missing.")], in_query=True)

    assert call(app, get("/mine")).body == (
        b'{"type":"/docs#error-invalid-request","title":"The request is not valid","status":422,'
        b'"detail":"a: one is missing.",'
        b'"errors":[{"parameter":"a","code":"required","detail":"One is missing."}]}'
    )
