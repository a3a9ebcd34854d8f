"""Incidents with the configuration of deploy/: each fires the alert that its runbook is for.

Each happens to two separate replicas behind haproxy, with some traffic. One Prometheus and one
blackbox exporter watch all of them, each under a separate namespace. Prometheus' times are ten
times shorter than in deploy/. The times of the service and of haproxy are unchanged.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.support.http_client import ask, free_port
from tests.support.load import Load, background
from tests.support.monitoring import Watched, blackbox_exporter, get, prometheus, up
from tests.support.needs import needs
from tests.support.proxies import Proxy, haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

TIMES = 10
"""How many times faster Prometheus runs than in deploy/.

It scrapes every 1.5 seconds, and waits that long for a response. That is long enough for a replica
that is delayed for most of a second to be slow, not down, and for a restart to be noticed.
"""

MINUTE = 60 / TIMES
"""Seconds that count as a minute for Prometheus."""

SLOW = 30 * MINUTE
"""Seconds after which a wait fails, even on a busy machine."""


@dataclass
class Site:
    """Two replicas, and the proxy in front of them."""

    name: str
    """Its namespace."""
    directory: Path
    replicas: list[Server]
    proxy: Proxy

    def restart(self, number: int) -> None:
        """Replace a replica that has ended, and wait until the new one is ready."""
        self.replicas[number] = replica(self.replicas[number].port)
        self.replicas[number].wait_ready()

    def clear(self) -> None:
        """End the current replicas."""
        for each in self.replicas:
            each.kill()


def replica(port: int) -> Server:
    """A starting replica."""
    return Server(PORT=port, WEB_CONCURRENCY=1, NIM_DRAIN_SECONDS=2)


@contextmanager
def site(name: str, directory: Path) -> Iterator[Site]:
    """Two replicas behind haproxy."""
    directory.mkdir()
    # A port chosen by the system could be given to a client during a restart.
    ports = [free_port(), free_port()]
    with ExitStack() as running:
        replicas = [running.enter_context(server) for server in map(replica, ports)]
        made = Site(name, directory, replicas, running.enter_context(haproxy(directory, *ports)))
        running.callback(made.clear)
        yield made


# --- Incidents: each lasts until it is resumed ----------------------------------------------------


def wrong_ports(site: Site) -> Iterator[None]:
    """The replicas are healthy, and every client gets a 503 from the proxy."""
    os.kill(site.proxy.process, signal.SIGKILL)
    with haproxy(site.directory, free_port(), free_port(), in_place_of=site.proxy):
        yield


def all_gone(site: Site) -> Iterator[None]:
    """Both replicas have ended, and nothing starts them again."""
    site.clear()
    yield


def one_hangs(site: Site) -> Iterator[None]:
    """One accepts connections and never responds."""
    for process in [site.replicas[0].process.pid, *site.replicas[0].workers]:
        os.kill(process, signal.SIGSTOP)
    yield


def crash_loop(site: Site) -> Iterator[None]:
    """One repeatedly ends half a minute after its start."""

    def crash(stop: threading.Event) -> None:
        while not stop.is_set():
            site.replicas[0].kill()
            stop.wait(MINUTE / 2)
            site.restart(0)
            stop.wait(MINUTE / 2)

    with background(crash):
        yield


def rolling_restarts(site: Site) -> Iterator[None]:
    """Two in quick succession, as the manual describes them."""
    for _ in range(2):
        for number in (0, 1):
            site.replicas[number].stop()
            site.restart(number)
            wait_until(lambda: ask(site.proxy.port, "/replicas")[0] == 200)
    yield


def too_little_time(site: Site) -> Iterator[None]:
    """The replicas run for a quarter of the time, so clients wait for a third of a second.

    The time between two pauses is long enough for a response. Otherwise scrapes would fail, and a
    failed scrape shows no wait.
    """
    workers = [worker for each in site.replicas for worker in each.workers]

    def hold_up(stop: threading.Event) -> None:
        while not stop.is_set():
            for number, seconds in ((signal.SIGSTOP, 1.0), (signal.SIGCONT, 0.35)):
                for worker in workers:
                    os.kill(worker, number)
                stop.wait(seconds)
        for worker in workers:
            os.kill(worker, signal.SIGCONT)

    with background(hold_up):
        yield


Incident = Callable[[Site], Iterator[None]]

# Of several alerts, Alertmanager sends one: test_alert_delivery.py.
INCIDENTS: dict[Incident, set[str]] = {
    wrong_ports: {"NimUnreachable", "NimProxyFails"},
    all_gone: {"NimNoReplica", "NimReplicaDown", "NimUnreachable", "NimProxyFails"},
    one_hangs: {"NimReplicaDown"},
    crash_loop: {"NimCrashLoop"},
    rolling_restarts: set(),
    too_little_time: {"NimQueueing"},
}


def alerts(port: int, site: Site, state: str) -> set[str]:
    """The alerts of a site that have been in a state since all sites were healthy."""
    query = f'max_over_time(ALERTS{{namespace="{site.name}",alertstate="{state}"}}[2h])'
    return {each["metric"]["alertname"] for each in get(port, "query", query=query)["result"]}


def act(port: int, incident: Incident, site: Site) -> set[str]:
    """The firing alerts, once every pending alert has fired."""
    with Load(site.proxy.port, clients=2, pause=0.5), contextmanager(incident)(site):
        expected = INCIDENTS[incident]
        wait_until(lambda: expected <= alerts(port, site, "firing"), SLOW)
        # Everything except single events is averaged over at most five minutes, then pending for up
        # to ten.
        time.sleep(16 * MINUTE)
    return alerts(port, site, "firing")


@needs("haproxy", "prometheus", "prometheus-blackbox-exporter")
@pytest.mark.timeout(900)
@pytest.mark.soak
def test_each_incident_fires_its_alert(tmp_path: Path) -> None:
    with ExitStack() as running, ThreadPoolExecutor(len(INCIDENTS)) as pool:
        sites = [
            running.enter_context(site(incident.__name__, tmp_path / incident.__name__))
            for incident in INCIDENTS
        ]
        watched = [
            Watched(
                [each.port for each in one.replicas],
                one.proxy.metrics_port,
                one.proxy.port,
                one.name,
            )
            for one in sites
        ]
        blackbox = running.enter_context(blackbox_exporter(tmp_path))
        port = running.enter_context(prometheus(watched, tmp_path, times=TIMES, blackbox=blackbox))
        wait_until(lambda: up(port) == 4 * len(sites), SLOW)
        fired = pool.map(partial(act, port), INCIDENTS, sites)
        found = dict(zip(INCIDENTS, fired, strict=True))
    assert found == INCIDENTS
