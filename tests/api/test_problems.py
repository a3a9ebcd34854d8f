"""Every exception becomes its problem, and none reveals anything internal."""

import json
import logging
from functools import cache
from typing import Any, NoReturn
from wsgiref.types import WSGIEnvironment

import pytest
from flask import Flask
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.test import Client

from service.api.body import UnsupportedEncoding, UnsupportedMediaType
from service.api.flask_views import add_views
from service.api.operation import PlainOperation
from service.api.problems import PROBLEMS
from service.app import create_app
from service.codec import NotJSON
from service.server.errors import BodyTooLarge, IncompleteBody, Overloaded, RequestTimeout
from service.telemetry.logs import ErrorHandler
from tests.support.problems import TYPE_PREFIX
from tests.support.service import Service
from tests.support.wsgi import call, get


@cache
def client(**settings: Any) -> Client:
    """Of an application that is not changed."""
    return Client(create_app(ACCESS_LOG=False, **settings))


@cache
def raising_app() -> Flask:
    app = create_app(ACCESS_LOG=False)

    def fail(_: WSGIEnvironment) -> NoReturn:
        raise app.config["error"]

    add_views(app, {"raise": [PlainOperation("GET", "/raise", fail)]}, 0)
    return app


def raising(error: Exception) -> Client:
    """A client of an application with an operation that raises."""
    raising_app().config["error"] = error
    return Client(raising_app())


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (NotJSON("Nothing here."), (400, "not-json", "Nothing here.")),
        (IncompleteBody(), (400, "incomplete-body", None)),
        (RequestTimeout(), (408, "request-timeout", "The request did not arrive in time.")),
        (BodyTooLarge(5), (413, "too-large", "The body may be at most 5 bytes long.")),
        (UnsupportedMediaType("Not that."), (415, "unsupported-media-type", "Not that.")),
        (UnsupportedEncoding("Nor that."), (415, "unsupported-encoding", "Nor that.")),
        (Overloaded("Too much.", 7), (503, "overloaded", "Too much.")),
        (ValueError("secret"), (500, "internal-error", None)),
        (KeyError("secret"), (500, "internal-error", None)),
        (RecursionError("secret"), (500, "internal-error", None)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_exception_gives_its_problem(
    error: Exception, expected: tuple[int, str, str | None]
) -> None:
    status, name, detail = expected
    kind = next(kind for kind in PROBLEMS.values() if kind.name == name)
    reply = raising(error).get("/raise")
    assert (reply.status_code, reply.content_type, reply.get_json()) == (
        status,
        "application/problem+json",
        {
            "type": TYPE_PREFIX + name,
            "title": kind.title,
            "status": status,
            "detail": detail or kind.detail,
        },
    )


@pytest.mark.parametrize(
    ("error", "name", "value"),
    [
        (UnsupportedMediaType("x"), "Accept-Post", "application/json"),
        (UnsupportedEncoding("x"), "Accept-Encoding", "identity"),
        (Overloaded("x", 7), "Retry-After", "7"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_problem_has_a_header_that_says_what_is_taken_or_when(
    error: Exception, name: str, value: str
) -> None:
    assert raising(error).get("/raise").headers[name] == value


def test_a_bug_is_logged_but_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    """The log contains the traceback, and the id of the request; the client does not see it."""
    with caplog.at_level(logging.DEBUG):
        sent = {"X-Request-ID": "the-one"}
        reply = raising(ZeroDivisionError("secret")).get("/raise", headers=sent)
    [record] = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info
    assert record.exc_info[0] is ZeroDivisionError
    assert json.loads(ErrorHandler().format(record))["request_id"] == "the-one"
    assert b"secret" not in reply.data + str(reply.headers).encode()


@pytest.mark.parametrize(
    ("error", "level"),
    [(NotJSON("x"), "DEBUG"), (Overloaded("x"), "WARNING"), (ValueError("x"), "ERROR")],
    ids=["the client's", "the load's", "the service's own"],
)
def test_a_problem_is_logged_at_its_level(
    caplog: pytest.LogCaptureFixture, error: Exception, level: str
) -> None:
    with caplog.at_level(logging.DEBUG):
        raising(error).get("/raise")
    assert [record.levelname for record in caplog.records] == [level]


def test_a_bug_outside_the_application_is_a_500_too() -> None:
    app = create_app(ACCESS_LOG=False)

    @app.teardown_request
    def fail(_: Any) -> None:
        raise ZeroDivisionError("secret")

    # Not by Werkzeug's client, which raises where one response replaces another.
    reply = call(app, get("/healthz"))
    assert reply.status == "500 INTERNAL SERVER ERROR"
    assert reply.json["type"] == TYPE_PREFIX + "internal-error"
    assert reply.header("X-Content-Type-Options") == "nosniff"


@pytest.mark.parametrize(
    "path", ["/", "/moves/", "/move/", "//move", "/MOVE", "/.env", "/%00", "/move%2F", "/\u2603"]
)
def test_an_unknown_path_is_a_404(path: str) -> None:
    reply = client(PAGES=False).get(path)
    assert (reply.status_code, reply.content_type, reply.get_json()["type"]) == (
        404,
        "application/problem+json",
        TYPE_PREFIX + "not-found",
    )


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/move", "GET, HEAD, OPTIONS, POST, QUERY"),
        ("PUT", "/move", "GET, HEAD, OPTIONS, POST, QUERY"),
        ("POST", "/healthz", "GET, HEAD, OPTIONS"),
        ("PATCH", "/metrics", "GET, HEAD, OPTIONS"),
        ("TRACE", "/move", "GET, HEAD, OPTIONS, POST, QUERY"),
        ("BREW", "/move", "GET, HEAD, OPTIONS, POST, QUERY"),
    ],
)
def test_a_wrong_method_is_a_405_with_allow(
    service: Service, method: str, path: str, allow: str
) -> None:
    reply = service.request(method, path)
    assert (reply.status, reply.headers["allow"], reply.headers["content-type"]) == (
        405,
        allow,
        "application/problem+json",
    )
    assert reply.json["type"] == TYPE_PREFIX + "method-not-allowed"


def test_a_405_of_an_extension_need_not_name_the_methods() -> None:
    reply = raising(MethodNotAllowed()).get("/raise")
    assert (reply.status_code, reply.get_json()["detail"]) == (
        405,
        "GET is not allowed here; use another.",
    )


def test_problems_are_never_cached(service: Service) -> None:
    assert service.get("/nothing").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/Move", "/move"),
        ("/MOVE", "/move"),
        ("/move/", "/move"),
        ("/nimbers//sum", "/nimbers/sum"),
        ("/Nimbers/Sum/", "/nimbers/sum"),
        ("/OpenAPI.yaml", "/openapi.yaml"),
        ("/docs/", "/docs"),
    ],
)
def test_a_path_that_differs_in_case_or_slashes_is_suggested(path: str, meant: str) -> None:
    reply = client().get(path)
    detail = reply.get_json()["detail"]
    assert detail == f"No operation has this path; did you mean {meant}?"


def test_no_path_is_suggested_that_is_switched_off() -> None:
    reply = client(PAGES=False).get("/docs/")
    assert reply.get_json()["detail"] == "No operation has this path; see /openapi.yaml."


def test_an_unknown_method_is_quoted_and_truncated() -> None:
    reply = client().open("/moves", method="B" * 200)
    detail = reply.get_json()["detail"]
    assert detail == f"{'B' * 59}… is not allowed here; use OPTIONS, POST or QUERY."
