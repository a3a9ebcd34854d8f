"""The counters of errors: there from the start, for each route and class, and right."""

from service.operations import all_operations
from service.settings import Config
from service.telemetry.metrics import Metrics
from tests.support.clients import Client, post_head
from tests.support.scraping import Samples, more, scrape
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


def test_each_route_and_class_starts_at_zero() -> None:
    operations = all_operations(Config(), Metrics(on=False))
    routes = {each.path for each in operations} | {"(unmatched)"}
    with Server() as server:
        counted = errors(scrape(server))
    assert counted == {(route, kind): 0 for route in routes for kind in ("4xx", "5xx")}


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
