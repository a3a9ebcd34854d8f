"""Replicas that stop, start and die behind a real proxy, while clients send requests."""

from pathlib import Path

import pytest

from tests.support.containers import Container, needs_image, podman
from tests.support.http_client import ask
from tests.support.load import MOVE, Load, Request
from tests.support.needs import needs
from tests.support.proxies import haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving


@needs("podman", "haproxy")
@needs_image
def test_a_rolling_restart_loses_no_request(
    containers: tuple[Container, Container], tmp_path: Path
) -> None:
    # Stopping or starting a container takes seconds, so a hundred requests arrive during each.
    with (
        haproxy(tmp_path, *(container.port for container in containers)) as proxy,
        Load(proxy.port, clients=4, pause=0.04) as load,
    ):
        for container in containers:
            load.wait_for_more()
            podman("stop", "--time", "30", container.name)
            load.wait_for_more()
            podman("start", container.name)
            wait_until(lambda: ask(proxy.port, "/replicas")[0] == 200)
        load.wait_for_more()
    assert load.failures == []


# 84 kB, far more than the 16 KiB that haproxy holds by default. Their responses are
# short, or a request whose response breaks off could not be retried.
BATCH = Request("/moves", {"positions": [{"piles": [1] * 2800}] * 10})


@needs("haproxy")
@pytest.mark.parametrize("request_", [MOVE, BATCH], ids=["position", "batch"])
def test_a_dead_replica_costs_no_request(tmp_path: Path, request_: Request) -> None:
    with (
        Server() as one,
        Server() as other,
        haproxy(tmp_path, one.port, other.port) as proxy,
        Load(proxy.port, clients=4, requests=[request_], pause=0) as load,
    ):
        load.wait_for_more()
        one.kill()
        load.wait_for_more()
    assert load.failures == []
