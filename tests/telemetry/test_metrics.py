"""Metrics of requests: each counts once, and no client can create a series."""

from collections.abc import Callable
from itertools import pairwise, product
from math import inf
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, abort
from prometheus_client import REGISTRY
from prometheus_client.mmap_dict import mmap_key

from service.api.errors import CODES
from service.api.problems import PROBLEMS
from service.app import create_app
from service.game.games import GAMES
from service.operations import mcp_errors
from service.operations.mcp import REVISION
from service.operations.mcp_errors import ErrorKind
from service.server.request_head import METHODS, OTHER_METHOD
from service.telemetry.metrics import DURATION as DURATION_METRIC
from service.telemetry.metrics import OF_CLIENTS, SECONDS, count_response
from service.telemetry.processes import MOST, PIECE, NumberFile
from tests.support.agents import message
from tests.support.requests import APP
from tests.support.scraping import DURATION, Samples, counted, scrape, solved
from tests.support.servers import Server
from tests.support.wsgi import Request, call, get, post, prepared


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(ACCESS_LOG=False)


def more(before: Samples) -> Samples:
    """The samples of this process that have changed, each with its increase."""
    now = {key: value for key, value in counted().items() if "_seconds_" not in key}
    return {
        key: value - before.get(key, 0) for key, value in now.items() if value != before.get(key)
    }


def durations(method: str, route: str, status: int, error: str = "") -> float | None:
    labels = {
        "http_request_method": method,
        "http_route": route,
        "http_response_status_code": str(status),
        "error_type": error,
    }
    return REGISTRY.get_sample_value(f"{DURATION}_count", labels)


@pytest.mark.parametrize(
    ("request_", "labels"),
    [
        (post("/move", {"piles": [1]}), ("POST", "/move", 200)),
        (get("/move", "piles=1"), ("GET", "/move", 200)),
        (Request("OPTIONS", "/move"), ("OPTIONS", "/move", 204)),
        (get("/static/core/api.js"), ("GET", "/static/<path:name>", 200)),
        (get("/static/none"), ("GET", "(rejected)", 404, "not-found")),
        (post("/move", {}), ("POST", "(rejected)", 422, "invalid-request")),
        (post("/move", b"{"), ("POST", "(rejected)", 400, "not-json")),
        (get("/wp-admin"), ("GET", "(rejected)", 404, "not-found")),
        (Request("BREW", "/move"), ("_OTHER", "(rejected)", 405, "method-not-allowed")),
    ],
)
def test_duration_by_method_route_status_and_type_of_error(
    app: Flask, request_: Request, labels: tuple[Any, ...]
) -> None:
    before = durations(*labels) or 0
    call(app, request_)
    assert durations(*labels) == before + 1


@pytest.mark.parametrize(
    ("request_", "route"),
    [
        (post("/move", {}), "/move"),
        (get("/wp-admin"), "(unmatched)"),
        (Request("BREW", "/move"), "(unmatched)"),
    ],
)
def test_an_error_is_counted_once_by_its_route_and_class(
    app: Flask, request_: Request, route: str
) -> None:
    before = counted()
    call(app, request_)
    found = {key: value for key, value in more(before).items() if key.startswith("http_")}
    assert found == {f'http_server_errors_total{{http_route="{route}",status_class="4xx"}}': 1}


@pytest.mark.parametrize(
    ("status", "kind", "labels"),
    [
        ("400", "4xx", ("(rejected)", 400)),
        ("499", "4xx", ("(rejected)", 499)),
        ("500", "5xx", ("/move", 500, "500")),
        ("501", "4xx", ("(rejected)", 501)),
        ("503", "5xx", ("/move", 503, "503")),
        ("505", "4xx", ("(rejected)", 505)),
    ],
)
def test_what_a_client_can_cause_is_4xx(status: str, kind: str, labels: tuple[Any, ...]) -> None:
    # Any client could burn the error budget with a transfer coding, and so page someone.
    errors = {"http_route": "/move", "status_class": kind}
    before = REGISTRY.get_sample_value("http_server_errors_total", errors) or 0
    timed = durations("POST", *labels) or 0
    count_response("POST", "/move", status, 0.1)
    assert REGISTRY.get_sample_value("http_server_errors_total", errors) == before + 1
    assert durations("POST", *labels) == timed + 1


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
    """Otherwise Prometheus would see no increase in a series that begins with a burst."""
    routes = {rule.rule for rule in APP.url_map.iter_rules()} | {"(unmatched)"}
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


def possible_series() -> set[tuple[str, str, str, str]]:
    """Each kind of response that the histogram may have to count: method, route, status, error."""
    rules = [*APP.url_map.iter_rules()]
    ways = [(method, each.rule) for each in rules for method in each.methods or ()]
    methods = [*METHODS, OTHER_METHOD]
    ways += [(method, "(unmatched)") for method in methods]
    problems = {(f"{row.status}", row.name) for row in PROBLEMS.values()}
    problems |= {
        (kind.status[:3], kind.name)
        for kind in vars(mcp_errors).values()
        if isinstance(kind, ErrorKind)
    }
    of_clients = [each for each in problems if each[0] < "500" or each[0] in OF_CLIENTS]
    found = {(method, "(rejected)", *error) for method in methods for error in of_clients}
    for method, route in ways:
        statuses = ["204"] if method == "OPTIONS" else ["200", "202" if route == "/mcp" else "304"]
        found |= {(method, route, status, "") for status in statuses}
        found |= {(method, route, *error) for error in problems if error not in of_clients}
    return found


def test_the_files_of_a_process_have_no_more_than_they_may_need(tmp_path: Path) -> None:
    series = possible_series()
    assert len(series) < 800  # as docs/observability.md says
    names, help_text = DURATION_METRIC._labelnames, DURATION_METRIC._documentation
    file: Any = NumberFile(tmp_path / "histogram_1.db")
    for labels in series:
        if labels[2] != "500":
            bounds = [[*labels, f"{float(bound)}"] for bound in (*SECONDS, inf)]
            for values in bounds:
                file.number(
                    mmap_key(DURATION, f"{DURATION}_bucket", [*names, "le"], values, help_text)
                )
            file.number(mmap_key(DURATION, f"{DURATION}_sum", names, [*labels], help_text))
    file.close()
    others = 3 * PIECE  # counters and two kinds of gauges
    assert MOST / 2 < (tmp_path / "histogram_1.db").stat().st_size + others <= MOST


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


AGENTS_CALL = post(
    "/mcp",
    message("tools/call", {"name": "solve_position", "arguments": {"piles": [3, 4, 5]}}),
    HTTP_MCP_PROTOCOL_VERSION=REVISION,
    HTTP_MCP_METHOD="tools/call",
    HTTP_MCP_NAME="solve_position",
)


@pytest.mark.parametrize(
    ("attached", "sent"), [(None, 3), (lambda: None, 3), (lambda: abort(403), 0)]
)
@pytest.mark.parametrize("request_", [post("/move", {"piles": [3, 4, 5]}), AGENTS_CALL])
def test_a_position_is_counted_if_and_when_it_is_sent(
    request_: Request, attached: Callable[[], None] | None, sent: int
) -> None:
    """The event loop tries to answer also what Flask has to see, such as the first request."""
    fresh = create_app(ACCESS_LOG=False)
    if attached:
        fresh.before_request(attached)
    before = counted()
    statuses = [prepared(fresh, request_).status[:3] for _ in range(3)]
    assert statuses.count("200") == sent
    assert more(before).get(solved(*WON), 0) == sent


def test_durations_from_a_tenth_of_a_millisecond_to_ten_seconds_are_told_apart() -> None:
    """A quantile is wrong by a factor of 2.5 at most, or of 4 above 2.5 seconds."""
    assert (SECONDS[0], SECONDS[-1]) == (0.0001, 10)
    assert {round(after / before, 3) for before, after in pairwise(SECONDS)} == {2, 2.5, 4}
    assert SECONDS[-2:] == (2.5, 10)
