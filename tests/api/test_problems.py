"""Every exception becomes its problem, and none reveals anything internal."""

import json
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, NoReturn
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
    """A client of an unchanged application."""
    return Client(create_app(ACCESS_LOG=False, **settings))


@cache
def raising_app() -> Flask:
    app = create_app(ACCESS_LOG=False)

    def fail(_: WSGIEnvironment) -> NoReturn:
        raise app.config["error"]

    add_views(app, {"raise": [PlainOperation("/raise", fail)]}, 0)
    return app


def raising(error: Exception) -> Client:
    """A client of an application with an operation that raises."""
    raising_app().config["error"] = error
    return Client(raising_app())


class Case(NamedTuple):
    """An exception, the `detail` of its problem, and the level at which it is logged."""

    error: Exception
    status: int
    name: str
    detail: str | None
    """None means the text in the table of problems."""
    headers: Mapping[str, str] = {}
    level: str = "DEBUG"


JSON_ONLY = {"Accept-Post": "application/json"}
PLAIN_ONLY = {"Accept-Encoding": "identity"}
CASES = [
    Case(NotJSON("Nothing here."), 400, "not-json", "Nothing here."),
    Case(IncompleteBody(), 400, "incomplete-body", None),
    Case(RequestTimeout(), 408, "request-timeout", "The request did not arrive in time."),
    Case(BodyTooLarge(5), 413, "too-large", "The body may be at most 5 bytes long."),
    Case(UnsupportedMediaType("No."), 415, "unsupported-media-type", "No.", JSON_ONLY),
    Case(UnsupportedEncoding("Nor that."), 415, "unsupported-encoding", "Nor that.", PLAIN_ONLY),
    Case(Overloaded("Wait.", 7), 503, "overloaded", "Wait.", {"Retry-After": "7"}, "WARNING"),
    Case(ValueError("secret"), 500, "internal-error", None, level="ERROR"),
    Case(KeyError("secret"), 500, "internal-error", None, level="ERROR"),
    Case(RecursionError("secret"), 500, "internal-error", None, level="ERROR"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: type(case.error).__name__)
def test_an_exception_gives_its_problem(caplog: pytest.LogCaptureFixture, case: Case) -> None:
    kind = next(kind for kind in PROBLEMS.values() if kind.name == case.name)
    with caplog.at_level(logging.DEBUG):
        reply = raising(case.error).get("/raise")
    assert (reply.status_code, reply.content_type, reply.get_json()) == (
        case.status,
        "application/problem+json",
        {
            "type": TYPE_PREFIX + case.name,
            "title": kind.title,
            "status": case.status,
            "detail": case.detail or kind.detail,
        },
    )
    assert {name: reply.headers[name] for name in case.headers} == case.headers
    [record] = caplog.records
    assert (record.levelname, bool(record.exc_info)) == (case.level, case.level == "ERROR")


def test_a_bug_is_logged_but_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    """The log contains the traceback, and the id of the request; the client does not see it."""
    with caplog.at_level(logging.DEBUG):
        sent = {"X-Request-ID": "the-one"}
        reply = raising(ZeroDivisionError("secret")).get("/raise", headers=sent)
    [record] = caplog.records
    assert record.exc_info
    assert record.exc_info[0] is ZeroDivisionError
    assert json.loads(ErrorHandler().format(record))["request_id"] == "the-one"
    assert b"secret" not in reply.data + str(reply.headers).encode()


def test_a_bug_outside_the_application_is_a_500_too() -> None:
    app = create_app(ACCESS_LOG=False)

    @app.teardown_request
    def fail(_: Any) -> None:
        raise ZeroDivisionError("secret")

    # Not with Werkzeug's client, which raises an error if one response replaces another.
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


def test_a_path_that_is_near_to_none_leads_to_the_manual() -> None:
    for reply in (client().get("/nim/move"), client().post("/nim/move", json={"piles": [3]})):
        assert reply.get_json()["detail"] == "No operation has this path; see /docs."


def test_no_path_is_suggested_that_is_switched_off() -> None:
    reply = client(PAGES=False).get("/docs/")
    assert reply.get_json()["detail"] == "No operation has this path; see /openapi.yaml."


def test_an_unknown_method_is_quoted_and_truncated() -> None:
    reply = client().open("/moves", method="B" * 200)
    detail = reply.get_json()["detail"]
    assert detail == f"{'B' * 59}… is not allowed here; use OPTIONS, POST or QUERY."
