"""Metrics on a port of their own, so that a network policy can hide them."""

from collections.abc import Iterator

import pytest

from tests.support.http_client import free_port, request
from tests.support.servers import Server

pytestmark = pytest.mark.serving

Ports = tuple[Server, int]


@pytest.fixture(scope="module")
def both() -> Iterator[Ports]:
    """A server, and the port of its metrics."""
    port = free_port()
    with Server(NIM_METRICS_PORT=port) as server:
        yield server, port


def test_the_metrics_are_on_their_port(both: Ports) -> None:
    _, port = both
    reply = request(port, "GET", "/metrics")
    assert reply.status == 200
    assert b"nim_build_info" in reply.body


def test_the_metrics_are_not_on_the_services_port(both: Ports) -> None:
    server, _ = both
    reply = server.get("/metrics")
    assert (reply.status, reply.json["type"]) == (404, "/docs#error-not-found")


@pytest.mark.parametrize("path", ["/%6detrics", "//metrics", "/metrics/", "/./metrics"])
def test_no_other_spelling_is_on_the_services_port(both: Ports, path: str) -> None:
    server, _ = both
    assert server.get(path).status == 404


def test_a_host_header_does_not_change_the_port(both: Ports) -> None:
    server, port = both
    assert server.get("/metrics", Host=f"127.0.0.1:{port}").status == 404


@pytest.mark.parametrize("path", ["/", "/move?piles=1", "/healthz", "/openapi.yaml", "/nowhere"])
def test_nothing_else_is_on_the_metrics_port(both: Ports, path: str) -> None:
    _, port = both
    assert request(port, "GET", path).status == 404


def test_requests_to_both_ports_are_counted(both: Ports) -> None:
    server, port = both
    assert server.get("/move?piles=1").status == 200
    request(port, "GET", "/metrics")
    text = request(port, "GET", "/metrics").body.decode()
    assert 'http_route="/metrics"' in text
    assert 'http_route="/move"' in text


def test_without_the_setting_they_are_on_the_services_port(server: Server) -> None:
    assert server.get("/metrics").status == 200
