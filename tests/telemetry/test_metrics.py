"""Metrics of requests: each counts once, and no client can make a series."""

from itertools import product

import pytest
from flask import Flask
from prometheus_client import REGISTRY

from service.api.errors import CODES
from service.app import create_app
from service.game.games import GAMES
from service.settings import Config
from service.telemetry.metrics import count_response
from tests.support.operations import all_operations
from tests.support.scraping import DURATION, Samples, counted, scrape, solved
from tests.support.servers import Server
from tests.support.wsgi import Request, call, get, post


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(ACCESS_LOG=False)


def more(before: Samples) -> Samples:
    """What this process has counted since, of what Prometheus reads as one number."""
    now = {key: value for key, value in counted().items() if "_seconds_" not in key}
    return {
        key: value - before.get(key, 0) for key, value in now.items() if value != before.get(key)
    }


def durations(method: str, route: str, status: int) -> float | None:
    labels = {
        "http_request_method": method,
        "http_route": route,
        "http_response_status_code": str(status),
    }
    return REGISTRY.get_sample_value(f"{DURATION}_count", labels)


@pytest.mark.parametrize(
    ("request_", "labels"),
    [
        (post("/move", {"piles": [1]}), ("POST", "/move", 200)),
        (get("/move", "piles=1"), ("GET", "/move", 200)),
        (Request("OPTIONS", "/move"), ("OPTIONS", "/move", 204)),
        (get("/static/core/api.js"), ("GET", "/static/<path:name>", 200)),
        (get("/static/none"), ("_OTHER", "(rejected)", 404)),
        (post("/move", {}), ("_OTHER", "(rejected)", 422)),
        (get("/wp-admin"), ("_OTHER", "(rejected)", 404)),
    ],
)
def test_duration_by_method_route_and_status(
    app: Flask, request_: Request, labels: tuple[str, str, int]
) -> None:
    before = durations(*labels) or 0
    call(app, request_)
    assert durations(*labels) == before + 1


@pytest.mark.parametrize(
    ("request_", "route", "status"),
    [
        (post("/move", {}), "/move", 422),
        (get("/wp-admin"), "(unmatched)", 404),
        (Request("BREW", "/move"), "(unmatched)", 405),
    ],
)
def test_error_by_route_with_class_and_exact_status(
    app: Flask, request_: Request, route: str, status: int
) -> None:
    before = counted()
    call(app, request_)
    found = {key: value for key, value in more(before).items() if key.startswith("http_")}
    assert found == {
        f'http_server_errors_total{{http_route="{route}",status_class="4xx"}}': 1,
        f'http_server_error_responses_total{{http_response_status_code="{status}",'
        f'http_route="{route}"}}': 1,
    }


@pytest.mark.parametrize(
    ("status", "kind"),
    [("400", "4xx"), ("499", "4xx"), ("500", "5xx"), ("501", "4xx"), ("503", "5xx")],
)
def test_class_of_a_501_is_4xx(status: str, kind: str) -> None:
    # Any client could burn the error budget by a transfer coding, and page somebody.
    labels = {"http_route": "/move", "status_class": kind}
    before = REGISTRY.get_sample_value("http_server_errors_total", labels) or 0
    count_response("POST", "/move", status, 0.1)
    assert REGISTRY.get_sample_value("http_server_errors_total", labels) == before + 1


def test_request_errors_by_code(app: Flask) -> None:
    before = counted()
    call(app, post("/move", {"piles": [-1, -2], "x": 1}))
    found = {key: value for key, value in more(before).items() if key.startswith("nim_")}
    assert found == {
        'nim_request_errors_total{code="too-small"}': 2,
        'nim_request_errors_total{code="unknown"}': 1,
    }


@pytest.mark.serving
def test_closed_sets_of_labels_start_at_zero() -> None:
    """Else Prometheus sees no increase in what begins with a burst."""
    routes = {each.path for each in all_operations(Config()).all} | {"(unmatched)"}
    names = {
        *(
            f'http_server_errors_total{{http_route="{route}",status_class="{kind}"}}'
            for route, kind in product(routes, ("4xx", "5xx"))
        ),
        *(f'nim_request_errors_total{{code="{code}"}}' for code in CODES),
        *(solved(*kind) for kind in product(("normal", "misere"), ("N", "P"), GAMES)),
        *(f'nim_worker_restarts_total{{cause="{cause}"}}' for cause in ("killed", "timeout")),
        *(f'nim_worker_restarts_total{{cause="{cause}"}}' for cause in ("failed", "drained")),
    }
    with Server(WEB_CONCURRENCY=1) as server:
        shown = scrape(server)
    families = {name.partition("{")[0] for name in names}
    assert {key: value for key, value in shown.items() if key.partition("{")[0] in families} == (
        dict.fromkeys(names, 0)
    )


def test_series_that_clients_cannot_make(app: Flask) -> None:
    def send(number: int) -> None:
        letters = "XYZ"[number % 3] * (number % 15 + 2)
        call(app, get(f"/unknown/{letters}", f"q={number}"))
        call(app, get(f"/static/{letters}"))
        call(app, Request(f"M{letters}", "/move"))
        call(app, get("/move", f"piles={number}", HTTP_X_REQUEST_ID=letters))
        call(app, post("/move", {"piles": [number], "misere": True, letters: 1}))

    send(0)
    before = counted().keys()
    for number in range(1, 50):
        send(number)
    assert counted().keys() == before


# --- Solved positions -------------------------------------------------------------------------

MISERE = {"piles": [1, 1, 1], "misere": True}
KAYLES = {"game": "kayles", "piles": [5, 5]}
WON, LOST = ("normal", "N", "nim"), ("normal", "P", "nim")


@pytest.mark.parametrize(
    ("request_", "kinds"),
    [
        (post("/move", {"piles": [3, 4, 5]}), {WON: 1}),
        (get("/move", "piles=2,2&max_remove=3"), {LOST: 1}),
        (post("/explanation", MISERE), {("misere", "P", "nim"): 1}),
        (
            post("/moves", {"positions": [{"piles": [1]}, {"piles": [2]}, {"piles": []}]}),
            {WON: 2, LOST: 1},
        ),
        (
            post("/review", {"piles": [2, 1], "moves": [{"pile": 0, "remove": 1}]}),
            {WON: 1, LOST: 1},
        ),
        (get("/positions", "piles=1,2"), {WON: 1}),
        (
            get("/positions", "piles=4&misere=true&subtraction_set=1,3"),
            {("misere", "N", "nim"): 1},
        ),
        (
            get("/explanation", "game=moore&max_piles=2&piles=1,2,3"),
            {("normal", "N", "moore"): 1},
        ),
        (
            post(
                "/moves", {"positions": [KAYLES, {"piles": [2]}, {"game": "greedy", "piles": []}]}
            ),
            {("normal", "P", "kayles"): 1, WON: 1, ("normal", "P", "greedy"): 1},
        ),
        (get("/positions", "game=wythoff&piles=2,0"), {("normal", "N", "wythoff"): 1}),
        (
            post("/analysis", {"game": "moore", "piles": [1, 2, 3], "max_piles": 3}),
            {("normal", "N", "moore"): 1},
        ),
        (post("/grundy", {"options": {"a": []}}), {}),
        (get("/graph", "piles=1,3,5"), {}),
    ],
)
def test_a_solved_position_is_counted_by_its_kind(
    app: Flask, request_: Request, kinds: dict[tuple[str, str, str], int]
) -> None:
    before = counted()
    assert call(app, request_).status.startswith("200")
    found = {key: count for key, count in more(before).items() if "_solved_" in key}
    assert found == {solved(*kind): count for kind, count in kinds.items()}
