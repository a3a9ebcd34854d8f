"""Parts of every response: ids and security headers."""

import re
from time import perf_counter
from typing import Any

import pytest

from service.api import records as module
from service.api.records import ids_of
from service.app import EXTENSION, create_app
from service.environ import STARTED
from service.server.errors import Overloaded
from tests.support.contract import operations
from tests.support.rows import rows
from tests.support.scraping import answered_in, counted
from tests.support.service import Service
from tests.support.wsgi import call, get, post, prepared

POSITION = {"piles": [3, 4, 5]}
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"

EVERY_KIND_OF_RESPONSE = [
    ("POST", "/move", POSITION),
    ("POST", "/move", []),
    ("GET", "/move?piles=1", None),
    ("HEAD", "/move?piles=1", None),
    ("GET", "/healthz", None),
    ("GET", "/metrics", None),
    ("GET", "/nothing", None),
    ("DELETE", "/move", None),
    ("OPTIONS", "/move", None),
]


@pytest.mark.parametrize(("method", "path", "body"), EVERY_KIND_OF_RESPONSE)
def test_every_response_has_the_security_headers(
    service: Service, method: str, path: str, body: Any
) -> None:
    headers = service.request(method, path, body).headers
    assert {
        name: headers.get(name)
        for name in (
            "x-content-type-options",
            "content-security-policy",
            "referrer-policy",
            "x-frame-options",
        )
    } == {
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
    }


# --- Ids ------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["abc", "A-1_b.c:d/e+f=", "x" * 128])
def test_a_well_formed_request_id_is_kept(given: str) -> None:
    assert ids_of({"HTTP_X_REQUEST_ID": given}) == {"request_id": given}


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "<script>", 'a"b', "é", "a,b", "a\tb"])
def test_another_request_id_is_replaced(given: str) -> None:
    assert re.fullmatch("[0-9a-f]{32}", ids_of({"HTTP_X_REQUEST_ID": given})["request_id"])


def test_requests_without_an_id_get_different_ones() -> None:
    assert len({ids_of({})["request_id"] for _ in range(20)}) == 20


def test_each_request_of_a_trace_has_an_id_of_its_own() -> None:
    one, other = (ids_of({"HTTP_TRACEPARENT": TRACE}) for _ in range(2))
    assert one["trace_id"] == other["trace_id"] == TRACE_ID
    assert len({TRACE_ID, one["request_id"], other["request_id"]}) == 3


@pytest.mark.parametrize(
    "trace",
    [
        "",
        TRACE.upper(),
        TRACE[:-1],
        TRACE + "0",
        "ff" + TRACE[2:],
        TRACE.replace(TRACE_ID, "0" * 32),
        TRACE.replace("00f067aa0ba902b7", "0" * 16),
    ],
)
def test_a_malformed_trace_is_dropped(trace: str) -> None:
    assert "trace_id" not in ids_of({"HTTP_TRACEPARENT": trace})


def test_a_request_that_is_rejected_after_it_has_waited_is_measured_from_its_arrival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logged: list[tuple[Any, ...]] = []
    monkeypatch.setattr(module, "write_access", lambda *line: logged.append(line))
    environ = {**post("/moves", b" " * 47_000).environ(), "REMOTE_ADDR": "192.0.2.1"}
    app = create_app()
    known = app.extensions[EXTENSION]
    assert known.handle(environ, b" " * 47_000).queue == "192.0.2.1"
    environ[STARTED] -= 30
    response = known.reject(Overloaded("Too much."), environ)
    assert response.status.startswith("503 ")
    known.note(environ, response, perf_counter())
    [(of, seconds, status, *_)] = logged
    assert (of["CONTENT_LENGTH"], status) == ("47000", 503)
    assert seconds >= 30


def test_a_bug_in_what_reads_a_request_is_a_500(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = create_app(ACCESS_LOG=False)
    call(app, get("/healthz"))  # the first goes through Flask
    known = app.extensions[EXTENSION]
    request = post("/grundy", {"options": {"a": []}})

    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(known.operations.find("POST", "/grundy"), "begin", fail)
    response = prepared(app, request)
    assert response.status.startswith("500 ")
    assert b"internal-error" in response.body


def test_a_request_to_a_view_of_the_users_own_is_counted_by_its_rule() -> None:
    app = create_app(ACCESS_LOG=False)
    app.add_url_rule("/mine/<name>", view_func=lambda name: name)
    call(app, get("/mine/you"))
    assert answered_in(counted(), "GET", "/mine/<name>", 200) == 1


WITH_BODIES = ["/mcp", *(path for path, _, each in operations() if "requestBody" in each)]


@rows("path", WITH_BODIES)
def test_the_head_of_a_request_is_refused_only_if_something_is_wrong(path: str) -> None:
    known = create_app(ACCESS_LOG=False).extensions[EXTENSION]
    assert known.refuse(post(path, b"{}").environ()) is None
    for wrong in (
        post(path, b"{}", HTTP_CONTENT_ENCODING="gzip"),
        post(path, b"{}", CONTENT_TYPE="text/plain"),
    ):
        assert known.refuse(wrong.environ()).status.startswith("415 ")


def test_an_upload_to_a_view_of_the_users_own_is_not_refused_before_it_has_come() -> None:
    app = create_app(ACCESS_LOG=False)
    app.add_url_rule("/mine", view_func=lambda: "taken", methods=["POST"])
    known = app.extensions[EXTENSION]
    refused = {
        path: known.refuse(post(path, b"x" * 50_000).environ()) for path in ("/mine", "/theirs")
    }
    assert refused["/mine"] is None
    assert refused["/theirs"].status.startswith("404 ")
