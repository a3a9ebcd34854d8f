"""Metrics: added up over all workers, and with no series that a client can make."""

import contextlib
import re
from collections.abc import Iterator

import pytest

from service.telemetry.metrics import SECONDS
from tests.support.clients import clients, post
from tests.support.scraping import DURATION, Samples, answered, in_flight, more, scrape, solved
from tests.support.servers import Server
from tests.support.waiting import wait_until


@pytest.fixture(scope="module")
def single() -> Iterator[Server]:
    """A server with one worker, for tests that count what one request adds."""
    with Server(WEB_CONCURRENCY=1) as server:
        yield server


@pytest.mark.parametrize(
    ("method", "path", "body", "labels"),
    [
        ("POST", "/move", {"piles": [1]}, ("POST", "/move", 200)),
        ("POST", "/move", {}, ("POST", "/move", 422)),
        ("GET", "/move?piles=1", None, ("GET", "/move", 200)),
        ("OPTIONS", "/move", None, ("OPTIONS", "/move", 204)),
        ("GET", "/wp-admin", None, ("GET", "(unmatched)", 404)),
        ("BREW", "/move", None, ("_OTHER", "(unmatched)", 405)),
    ],
)
def test_requests_are_counted_by_their_labels(
    server: Server, method: str, path: str, body: object, labels: tuple[str, str, int]
) -> None:
    """The labels are method, route and status."""
    before = answered(server, *labels)
    for _ in range(5):  # whichever worker answers
        server.request(method, path, body)
    assert answered(server, *labels) == before + 5


def positions_in(found: Samples) -> Samples:
    """The counts of solved positions among some samples, but for those that are 0."""
    return {key: count for key, count in found.items() if key.startswith("nim_positions") and count}


def test_positions_are_counted_by_class_and_piles(server: Server) -> None:
    before = scrape(server)
    for piles, misere in (([1, 2, 3], False), ([3, 4, 5], False), ([1], True), ([1, 1], True)):
        for _ in range(2):
            server.post("/move", {"piles": piles, "misere": misere})
    found = more(server, before)
    assert positions_in(found) == {
        solved(convention, kind): 2 for convention in ("normal", "misere") for kind in ("N", "P")
    }
    assert (found["nim_position_piles_count"], found["nim_position_piles_sum"]) == (8, 18)
    assert [found[f'nim_position_piles_bucket{{le="{n}.0"}}'] for n in (1, 2, 3)] == [2, 4, 8]


@pytest.mark.parametrize(
    ("path", "body", "positions", "piles"),
    [
        (
            "/moves",
            {"positions": [{"piles": [1, 2, 3]}] * 3 + [{"piles": [1], "misere": True}]},
            {("normal", "P"): 3, ("misere", "P"): 1},
            10,
        ),
        ("/explanation", {"piles": [3, 4, 5]}, {("normal", "N"): 1}, 3),
        (
            "/review",
            {"piles": [2, 1], "misere": True, "moves": [{"pile": 0, "remove": 2}]},
            {("misere", "N"): 1, ("misere", "P"): 1},
            4,
        ),
        ("/grundy", {"options": {"a": []}}, {}, 0),
        ("/move", {"piles": [21], "max_remove": 3}, {("normal", "N", "nim"): 1}, 1),
        (
            "/moves",
            {
                "positions": [
                    {"piles": [4], "subtraction_set": [1]},
                    {"piles": [0, 0]},
                    {"game": "greedy", "piles": [2, 2]},
                ]
            },
            {("normal", "P", "nim"): 2, ("normal", "P", "greedy"): 1},
            5,
        ),
        (
            "/explanation",
            {"piles": [3, 4], "subtraction_set": [1, 2], "misere": True},
            {("misere", "P", "nim"): 1},
            2,
        ),
        (
            "/review",
            {"piles": [2], "max_remove": 1, "moves": [{"pile": 0, "remove": 1}]},
            {("normal", "P", "nim"): 1, ("normal", "N", "nim"): 1},
            2,
        ),
        (
            "/move",
            {"game": "octal", "code": "0.77", "piles": [1, 2, 3]},
            {("normal", "P", "octal"): 1},
            3,
        ),
        ("/move", {"game": "kayles", "piles": [1, 2, 3]}, {("normal", "P", "kayles"): 1}, 3),
        (
            "/explanation",
            {"game": "wythoff", "piles": [1, 2]},
            {("normal", "P", "wythoff"): 1},
            2,
        ),
        (
            "/analysis",
            {"game": "moore", "piles": [1, 2, 3], "max_piles": 3, "misere": True},
            {("misere", "N", "moore"): 1},
            3,
        ),
        ("/positions?piles=1,3,5", None, {("normal", "N"): 1}, 3),
        (
            "/positions?piles=0,4&max_remove=2&misere=true",
            None,
            {("misere", "P", "nim"): 1},
            2,
        ),
        ("/graph?piles=1,3,5", None, {}, 0),
        ("/moves", {"positions": [{"piles": [1]}, {}]}, {}, 0),
        ("/review", {"piles": [1], "moves": [{"pile": 0, "remove": 2}]}, {}, 0),
    ],
)
def test_every_operation_counts_its_positions(
    single: Server, path: str, body: object, positions: dict[tuple[str, ...], int], piles: int
) -> None:
    before = scrape(single)
    if body is None:
        single.get(path)
    else:
        single.post(path, body)
    found = more(single, before)
    assert positions_in(found) == {solved(*labels): count for labels, count in positions.items()}
    counted = [found[f"nim_position_piles_{part}"] for part in ("count", "sum")]
    assert counted == [sum(positions.values()), piles]


def test_clients_cannot_make_new_series(single: Server) -> None:
    def send(number: int) -> None:
        letters = "XYZ"[number % 3] * (number % 15 + 2)
        single.get(f"/unknown/{letters}?q={number}")
        single.request(f"M{letters}", "/move")
        single.get(f"/move?piles={number}", **{"X-Request-ID": letters})
        single.post("/move", {"piles": [number], "misere": True, letters: 1})

    def series() -> set[str]:
        return {key.split("le=")[0] for key in scrape(single)}

    send(0)
    send(1)
    series()  # counts the scrape itself
    before = series()
    for number in range(2, 50):
        send(number)
    assert series() == before


def test_rejected_requests_make_one_series_for_each_status(single: Server) -> None:
    bodies: list[object] = [None, b"{", {}, b" " * 2_000_000]
    paths = ("/move", "/moves", "/grundy", "/values", "/nowhere", "/docs", "/metrics")
    for path in paths:
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "BREW"):
            for body in bodies:
                with contextlib.suppress(OSError):  # it is refused while it is still sent
                    single.request(method, path, body)
    refused = re.compile(DURATION + r'_count\{.*http_response_status_code="(4\d\d|5\d\d)"')
    found = [match[1] for key in scrape(single) if (match := refused.match(key))]
    assert {"400", "404", "405", "413", "422"} <= {*found}
    assert len(found) == len({*found})


def test_a_text_is_reused_within_a_second() -> None:
    """A scrape counts itself, so that no other text would be the same."""
    with Server(WEB_CONCURRENCY=1) as server:
        wait_until(lambda: server.get("/metrics").body == server.get("/metrics").body)


def test_the_buckets_suit_sub_millisecond_responses(server: Server) -> None:
    server.post("/move", {"piles": [1]})
    bounds = {
        float(match[1])
        for key in scrape(server)
        if key.startswith(DURATION + "_bucket") and (match := re.search(r'le="([^"]+)"', key))
    }
    assert bounds == {*SECONDS, float("inf")}
    assert sum(bound < 0.001 for bound in bounds) >= 3


def test_the_version_is_shown(server: Server) -> None:
    assert scrape(server)['nim_build_info{revision="",version="1.0.0"}'] == 1


def test_the_commit_is_shown_where_it_is_known() -> None:
    with Server(NIM_REVISION="4f5d2c8") as server:
        assert scrape(server)['nim_build_info{revision="4f5d2c8",version="1.0.0"}'] == 1
        for path, word in (("/readyz", "ready"), ("/healthz", "ok")):
            body = server.get(path).json
            assert body == {"status": word, "version": "1.0.0", "revision": "4f5d2c8"}


@pytest.mark.parametrize(
    ("accept", "content_type", "end"),
    [
        ("", "text/plain; version=0.0.4; charset=utf-8", b"\n"),
        ("*/*", "text/plain; version=0.0.4; charset=utf-8", b"\n"),
        (
            "application/openmetrics-text;version=1.0.0,text/plain;q=0.5",
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
            b"# EOF\n",
        ),
    ],
)
def test_the_format_is_negotiated(
    server: Server, accept: str, content_type: str, end: bytes
) -> None:
    reply = server.get("/metrics", Accept=accept)
    assert reply.status == 200
    assert reply.headers["content-type"].startswith(content_type)
    assert reply.body.endswith(end)
    assert reply.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("accept", ["text/plain;version=abc", "text/plain;version=;escaping=x"])
def test_an_accept_header_that_makes_no_sense_gets_the_plain_format(
    server: Server, accept: str
) -> None:
    reply = server.get("/metrics", Accept=accept)
    assert reply.status == 200
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")


def test_metrics_can_be_switched_off() -> None:
    with Server(NIM_METRICS="off", WEB_CONCURRENCY=1) as server:
        assert server.post("/move", {"piles": [3]}).status == 200
        assert server.get("/metrics").status == 404


def test_requests_in_flight_are_counted(server: Server) -> None:
    with clients(server, 2) as two:
        for client in two:
            client.send(post()[:-1])
        wait_until(lambda: in_flight(server) == 2)


def test_files_are_measured_under_one_route(server: Server) -> None:
    for path in (
        "/static/core/dom.js",
        "/static/core/base.css",
        "/static/nothing",
        "/static/a/b/c",
    ):
        server.get(path)
    routes = {
        route
        for sample in scrape(server)
        for route in re.findall(r'http_route="(/static[^"]*)"', sample)
    }
    assert routes == {"/static/<path:name>"}
