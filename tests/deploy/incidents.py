"""Incidents, acted on the rules, the proxy and the probe that deploy/ has: which alerts arrive?

Two replicas stand behind haproxy, Prometheus and the blackbox exporter watch them, and Alertmanager
sends to the receiver of compose.yaml. All times of Prometheus and Alertmanager are some times
shorter than they are shipped; those of the service and of haproxy are not.

Run one by its name, or all of them side by side: python -m tests.deploy.incidents [NAME]
"""

import contextlib
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.support.http_client import ask, free_port
from tests.support.load import Load, background
from tests.support.monitoring import (
    alertmanager,
    blackbox_exporter,
    faster,
    get,
    printer,
    prometheus,
    up,
)
from tests.support.proxies import Proxy, haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

Alerts = set[tuple[str, str]]
"""The alerts that arrived: at which receiver, and their names."""

SLOW = 400.0
"""Seconds within which an alert must come, on a machine that has much else to do."""


ONE_AT_A_TIME = threading.Lock()
"""Held while a site is set up: ten at once would keep each other from starting in time."""


@dataclass
class Site:
    """Two replicas, and all that stands before and watches them."""

    replicas: list[Server]
    proxy: Proxy
    prometheus: int
    printed: Path
    times: int
    """How many times faster Prometheus and Alertmanager are than they are shipped."""
    before: int = 0
    """Lines that had been printed when all was well for the first time."""

    @property
    def arrived(self) -> Alerts:
        """The alerts that the receivers have got since all was well."""
        lines = map(json.loads, self.printed.read_text().splitlines()[self.before :])
        return {(line["receiver"], line["alertname"]) for line in lines}

    def value(self, query: str) -> float:
        """What Prometheus knows, added up."""
        found = get(self.prometheus, "query", query=f"sum({query})")["result"]
        return float(found[0]["value"][1]) if found else 0

    def clear(self) -> None:
        """End the replicas that are there now."""
        for replica in self.replicas:
            replica.kill()

    def wait_for(self, *alerts: str) -> None:
        """Wait until alerts of these names have arrived, or for long enough."""
        with contextlib.suppress(AssertionError):
            wait_until(lambda: set(alerts) <= {name for _, name in self.arrived}, SLOW)

    def wait_until_quiet(self, minutes: int = 16) -> None:
        """Wait until an alert that is still to come would have come.

        The longest that one waits is ten minutes, for what is averaged over five.
        """
        enough = self.value("vector(time())") + minutes * 60 / self.times
        wait_until(lambda: self.value("vector(time())") > enough, SLOW)


@contextlib.contextmanager
def site(times: int) -> Iterator[Site]:
    """Two replicas behind haproxy with some traffic, watched, and all is well."""
    with contextlib.ExitStack() as running:
        directory = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="nim-incident-")))
        pace = partial(faster, times=times)
        replicas = [
            running.enter_context(Server(WEB_CONCURRENCY=1, NIM_DRAIN_SECONDS=2)) for _ in range(2)
        ]
        ports = [replica.port for replica in replicas]
        proxy = running.enter_context(haproxy(directory, *ports))
        receiver, printed = free_port(), directory / "printed"
        running.enter_context(printer(receiver, printed))
        alerts = running.enter_context(alertmanager(receiver, directory, pace))
        blackbox = running.enter_context(blackbox_exporter(directory))
        monitor = running.enter_context(
            prometheus(
                ports,
                alerts,
                directory,
                pace=pace,
                proxy=proxy.metrics_port,
                blackbox=blackbox,
                door=proxy.port,
            )
        )
        made = Site(replicas, proxy, monitor, printed, times)
        running.callback(made.clear)
        wait_until(lambda: up(monitor) == 4, SLOW)
        wait_until(lambda: made.value("probe_success") == 1, SLOW)
        # Until Prometheus has seen the replicas for the first time, there is none.
        wait_until(lambda: get(monitor, "alerts")["alerts"] == [], SLOW)
        wait_until(lambda: json.loads(ask(alerts, "/api/v2/alerts")[1]) == [], SLOW)
        made.before = len(printed.read_text().splitlines())
        yield made


Incident = Callable[[Site], None]
INCIDENTS: dict[str, tuple[Incident, Alerts, int]] = {}
"""What happens, which alerts must arrive and no others, and how many times faster than shipped."""


def expect(*alerts: tuple[str, str], times: int = 15) -> Callable[[Incident], Incident]:
    """Enter an incident in the list."""

    def enter(incident: Incident) -> Incident:
        INCIDENTS[incident.__name__] = incident, set(alerts), times
        return incident

    return enter


@expect()
def nothing_happens(site: Site) -> None:
    """Traffic of every day."""
    site.wait_until_quiet()


@expect(("page", "NimUnreachable"))
def the_proxy_has_wrong_ports(site: Site) -> None:
    """The replicas are well, and every client gets a 503."""
    os.kill(site.proxy.process, signal.SIGKILL)
    directory = site.printed.parent
    with haproxy(directory, free_port(), free_port(), in_place_of=site.proxy):
        site.wait_for("NimUnreachable")
        assert ask(site.proxy.port, "/move?piles=1")[0] == 503
        site.wait_until_quiet()


@expect(("page", "NimNoReplica"))
def all_replicas_are_gone(site: Site) -> None:
    """Both have ended, and nothing starts them again."""
    for replica in site.replicas:
        replica.kill()
    site.wait_for("NimNoReplica")
    site.wait_until_quiet()


@expect(("ticket", "NimReplicaDown"))
def a_replica_is_gone(site: Site) -> None:
    """One has ended, and nothing starts it again."""
    site.replicas[0].kill()
    site.wait_for("NimReplicaDown")
    site.wait_until_quiet()


@expect(("ticket", "NimReplicaDown"))
def a_replica_hangs(site: Site) -> None:
    """One takes connections and says nothing more."""
    replica = site.replicas[0]
    for process in [replica.process.pid, *replica.workers]:
        os.kill(process, signal.SIGSTOP)
    site.wait_for("NimReplicaDown")
    site.wait_until_quiet()


@expect(("page", "NimCrashLoop"))
def a_replica_starts_again_and_again(site: Site) -> None:
    """One ends a second after it has started, whenever it is started."""
    port = site.replicas[0].port

    def crash(stop: threading.Event) -> None:
        while not stop.is_set():
            site.replicas[0].kill()
            stop.wait(2)
            site.replicas[0] = Server(PORT=port, WEB_CONCURRENCY=1)
            with contextlib.suppress(AssertionError):
                site.replicas[0].wait_ready()
            stop.wait(2)

    with background(crash):
        site.wait_for("NimCrashLoop")
        site.wait_until_quiet()


# Its windows must be long compared with the time that a real restart takes.
@expect(times=5)
def three_rolling_restarts(site: Site) -> None:
    """As the manual describes them, one soon after the other."""
    with Load(site.proxy.port, clients=2) as load:
        for _ in range(3):
            for number, replica in enumerate(site.replicas):
                replica.process.send_signal(signal.SIGTERM)
                replica.process.wait()
                site.replicas[number] = Server(
                    PORT=replica.port, WEB_CONCURRENCY=1, NIM_DRAIN_SECONDS=2
                )
                site.replicas[number].wait_ready()
                wait_until(lambda: ask(site.proxy.port, "/replicas")[0] == 200)
        site.wait_until_quiet(minutes=2)
    assert load.failures == []


@expect(("ticket", "NimWorkerLost"))
def two_workers_are_lost(site: Site) -> None:
    """The kernel kills them, and gunicorn starts others."""
    for number in (1, 2):
        site.replicas[0].kill_workers()
        wait_until(partial(_lost, site, number))
    site.wait_for("NimWorkerLost")
    site.wait_until_quiet()


def _lost(site: Site, number: int) -> bool:
    return site.value('nim_worker_restarts_total{cause="killed"}') == number


@expect(("ticket", "NimLogLinesDropped"))
def the_log_is_not_read(site: Site) -> None:
    """The pipe that a replica writes its log to is full."""
    site.replicas[0].kill()
    read, write = os.pipe()
    port = site.replicas[0].port
    unread = Server(PORT=port, WEB_CONCURRENCY=1, preexec=lambda: os.dup2(write, 1))
    site.replicas[0] = unread
    unread.wait_ready()
    try:
        with Load(port, clients=8, pause=0):
            site.wait_for("NimLogLinesDropped")
        site.wait_until_quiet()
    finally:
        os.close(read)
        os.close(write)


# A scrape must have the time that it takes here, or it would fail.
@expect(("page", "NimQueueing"), times=10)
def the_replicas_get_too_little_time(site: Site) -> None:
    """They run for a fifth of the time, so clients wait."""
    workers = [worker for replica in site.replicas for worker in replica.workers]

    def hold_up(stop: threading.Event) -> None:
        while not stop.is_set():
            for number, seconds in ((signal.SIGSTOP, 0.8), (signal.SIGCONT, 0.2)):
                for worker in workers:
                    os.kill(worker, number)
                stop.wait(seconds)
        for worker in workers:
            os.kill(worker, signal.SIGCONT)

    with background(hold_up):
        site.wait_for("NimQueueing")
        site.wait_until_quiet()


def act(name: str) -> Alerts:
    """The alerts that arrive when this happens.

    On a machine that has much else to do, what takes a second there is a quarter of a minute here,
    and is an incident of its own. So what is not as expected happens again, with more time.
    """
    incident, expected, times = INCIDENTS[name]
    arrived = _act(incident, times)
    return arrived if arrived == expected else _act(incident, max(times // 3, 2))


def _act(incident: Incident, times: int) -> Alerts:
    with contextlib.ExitStack() as running:
        with ONE_AT_A_TIME:
            stage = running.enter_context(site(times))
        running.enter_context(Load(stage.proxy.port, clients=2, pause=0.05))
        incident(stage)
        return stage.arrived


def act_all(names: list[str]) -> dict[str, Alerts]:
    """The same for several that happen side by side, each at a site of its own."""
    with ThreadPoolExecutor(len(names)) as pool:
        return dict(zip(names, pool.map(act, names), strict=True))


def main() -> int:
    """Print what arrived; 1 if that is not what must."""
    wrong = 0
    for name, arrived in act_all(sys.argv[1:] or list(INCIDENTS)).items():
        expected = INCIDENTS[name][1]
        wrong |= arrived != expected
        verdict = "as expected" if arrived == expected else f"instead of {sorted(expected)}"
        sys.stdout.write(f"{name}: {sorted(arrived)} {verdict}\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
