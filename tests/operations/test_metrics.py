"""Metrics on a separate port, so that a network policy can hide them."""

from collections.abc import Iterator

import pytest

from tests.support.http_client import free_port, request
from tests.support.rows import rows
from tests.support.servers import Server

pytestmark = pytest.mark.serving

Ports = tuple[Server, int]


@pytest.fixture(scope="module")
def both() -> Iterator[Ports]:
    """A server, and the port of its metrics."""
    port = free_port()
    with Server(NIM_METRICS_PORT=port) as server:
        yield server, port


@rows("path", ["/metrics", "/%6detrics", "//metrics", "/metrics/", "/./metrics"])
def test_no_spelling_of_metrics_is_on_the_services_port(both: Ports, path: str) -> None:
    server, port = both
    assert server.get(path).status == 404
    assert server.get(path, Host=f"127.0.0.1:{port}").status == 404


@rows("path", ["/", "/move?piles=1", "/healthz", "/openapi.yaml", "/nowhere"])
def test_nothing_else_is_on_the_metrics_port(both: Ports, path: str) -> None:
    _, port = both
    assert request(port, "GET", path).status == 404


def test_the_metrics_on_their_port_count_requests_to_both(both: Ports) -> None:
    server, port = both
    assert server.get("/move?piles=1").status == 200
    request(port, "GET", "/metrics")
    reply = request(port, "GET", "/metrics")
    text = reply.body.decode()
    assert reply.status == 200
    assert 'http_route="/metrics"' in text
    assert 'http_route="/move"' in text


def test_without_the_setting_they_are_on_the_services_port(server: Server) -> None:
    assert server.get("/metrics").status == 200
