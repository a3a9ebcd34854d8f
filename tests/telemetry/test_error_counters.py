"""The counters of errors: there from the start, for each route and class, and right."""

import re
from itertools import product

from service.game.games import GAMES
from service.http.errors import CODES
from service.server.request_head import METHODS
from service.settings import Config
from service.telemetry.metrics import Metrics
from tests.support.clients import Client, post_head
from tests.support.operations import all_operations
from tests.support.scraping import Samples, more, scrape, solved
from tests.support.servers import Server

Errors = dict[tuple[str, str], float]
"""Errors by route and class."""


def errors(samples: Samples) -> Errors:
    found = {}
    for key, value in samples.items():
        if key.startswith("http_server_errors_total{"):
            labels = dict(label.split("=") for label in key[25:-1].split(","))
            found[labels["http_route"].strip('"'), labels["status_class"].strip('"')] = value
    return found


def errors_since(server: Server, before: Samples) -> Errors:
    """The errors that were counted since, of those routes and classes that had any."""
    return {key: count for key, count in errors(more(server, before)).items() if count}


def test_what_has_a_closed_set_of_labels_starts_at_zero() -> None:
    """Else Prometheus sees no increase in what begins with a burst."""
    operations = all_operations(Config(), Metrics(on=False)).all
    routes = {each.path for each in operations} | {"(unmatched)"}
    with Server() as server:
        shown = scrape(server)
    assert errors(shown) == {(route, kind): 0 for route in routes for kind in ("4xx", "5xx")}
    kinds = product(("normal", "misere"), ("N", "P"), GAMES)
    others = [f'nim_faults_total{{code="{code}"}}' for code in CODES]
    others += [solved(*kind) for kind in kinds]
    assert [shown.get(name) for name in others] == [0] * len(others)
    assert {name for name in shown if name.startswith(("nim_faults_", "nim_positions_"))} == {
        *others
    }


def test_errors_are_counted_by_route_and_class(server: Server) -> None:
    before = scrape(server)
    server.post("/move", {})
    server.post("/move", {"piles": [1]})
    server.get("/nowhere")
    assert errors_since(server, before) == {("/move", "4xx"): 1, ("(unmatched)", "4xx"): 1}


def test_a_transfer_coding_that_is_not_supported_is_no_error_of_the_service(
    server: Server,
) -> None:
    # Or any client could burn the error budget, and page somebody.
    before = scrape(server)
    with Client(server) as client:
        assert client.ask(post_head(b"Transfer-Encoding: gzip, chunked\r\n")).status == 501
    assert errors_since(server, before) == {("/move", "4xx"): 1}


# --- By method and exact status --------------------------------------------------------------

Exact = dict[tuple[str, str, str], float]
"""Errors by method, route and status."""


def exact(samples: Samples) -> Exact:
    pattern = re.compile(
        r'http_server_error_responses_total\{http_request_method="(.*?)",'
        r'http_response_status_code="(.*?)",http_route="(.*?)"\}'
    )
    found = ((pattern.fullmatch(key), value) for key, value in samples.items())
    return {(match[1], match[3], match[2]): value for match, value in found if match and value}


def test_an_error_is_counted_by_method_route_and_exact_status() -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        server.post("/move", {})
        server.post("/move", b"{")
        server.get("/move")
        server.get("/move?piles=1")
        server.get("/nowhere")
        assert exact(scrape(server)) == {
            ("POST", "/move", "422"): 1,
            ("POST", "/move", "400"): 1,
            ("GET", "/move", "422"): 1,
            ("GET", "(unmatched)", "404"): 1,
        }


def test_one_client_makes_few_series_with_all_errors_there_are() -> None:
    """Those beyond are still counted, by their status."""
    metrics = Metrics()
    routes = [each.path for each in all_operations(Config(), Metrics(on=False)).all]
    combinations = [*product(METHODS, routes, ("400", "404", "405", "408", "413", "422", "503"))]
    for method, route, status in combinations:
        metrics.observe(method, route, status, 0.1)
    numbers = metrics.instruments.numbers()
    (found,) = (found for each, found in numbers.items() if "error_responses" in each.identity)
    assert 100 < len(found) <= 150
    assert sum(count for [count] in found.values()) == len(combinations)
    assert {labels[:2] for labels in [*found][100:]} == {("_OTHER", "(refused)")}


def test_a_client_whose_requests_are_all_rejected_makes_few_series() -> None:
    requests = [
        f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode()
        for method in METHODS
        for path in ("/move", "/moves", "/grundy", "/review", "/values", "/nowhere", "/docs")
        for length in ("0", "-1", "2000000")
    ]
    refused = 0
    with Server() as server:
        for request in requests * 2:  # whichever worker answers
            with Client(server) as client:
                client.send(request)
                refused += client.socket.recv(12) >= b"HTTP/1.1 400"
        found = exact(scrape(server))
    assert 30 < len(found) <= 150
    assert sum(found.values()) == refused
