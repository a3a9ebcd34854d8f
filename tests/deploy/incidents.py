"""Incidents, acted on the rules, the proxy and the probe that deploy/ has: which alerts arrive?

Each happens at a site of its own: two replicas behind haproxy, with some traffic. One Prometheus,
one blackbox exporter and one Alertmanager watch all sites side by side, each by the name of its
namespace: what one has must neither hide nor hold back what another has. All times of Prometheus
and Alertmanager are ten times shorter than they are shipped; those of the service and of haproxy
are not.

Act some by their names, or all of them: python -m tests.deploy.incidents [NAME …]
"""

import contextlib
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from tests.support.clients import Client
from tests.support.clients import get as get_request
from tests.support.http_client import ask, free_port
from tests.support.load import Load, background
from tests.support.monitoring import (
    Receiver,
    Watched,
    alertmanager,
    alerts_of,
    blackbox_exporter,
    faster,
    get,
    prometheus,
    receiver,
    up,
)
from tests.support.proxies import Proxy, haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

Alerts = set[tuple[str, str]]
"""The alerts that arrived: at which receiver, and their names."""

TIMES = 10
"""How many times faster Prometheus and Alertmanager are than they are shipped.

They look every 1.5 seconds, and wait as long for a response: enough for a replica that is held up
for most of a second to be slow and not down, and for a restart to be seen as one.
"""

MINUTE = 60 / TIMES
"""Seconds that are a minute to Prometheus and Alertmanager."""

SLOW = 30 * MINUTE
"""Seconds within which what must come does, on a machine that has much else to do."""


AT_ONCE = 3
"""Sites that are set up side by side: ten would keep each other from starting in time."""


@dataclass(frozen=True)
class Watch:
    """What watches all sites."""

    prometheus: int
    receiver: Receiver

    def wait(self, minutes: int) -> None:
        """Wait until Prometheus has looked at the alerts so much later."""
        enough = time.time() + minutes * MINUTE
        time.sleep(minutes * MINUTE)
        wait_until(lambda: self._looked > enough)

    @property
    def _looked(self) -> float:
        """When Prometheus last looked at the alerts."""
        groups = {group["name"]: group for group in get(self.prometheus, "rules")["groups"]}
        return datetime.fromisoformat(groups["nim-alerts"]["lastEvaluation"]).timestamp()


@dataclass
class Site:
    """Two replicas, and the proxy before them."""

    name: str
    """Its namespace."""
    directory: Path
    replicas: list[Server]
    proxy: Proxy
    _watch: Watch | None = None

    @property
    def watched(self) -> Watched:
        """The target as Prometheus is configured for it."""
        ports = [replica.port for replica in self.replicas]
        return Watched(ports, self.proxy.metrics_port, self.proxy.port, self.name)

    @property
    def watch(self) -> Watch:
        """What watches it, from when all is well."""
        assert self._watch
        return self._watch

    def wait_until_well(self, watch: Watch) -> None:
        """Wait until it is seen to be well, and nothing else is known of it."""
        wait_until(lambda: alerts_of(watch.prometheus, self.name) == set(), SLOW)
        self._watch = watch
        assert self.arrived == set()

    @property
    def arrived(self) -> Alerts:
        """The alerts that the receivers have got."""
        got = self.watch.receiver.got(namespace=self.name)
        return {(alert["receiver"], alert["alertname"]) for alert in got}

    def value(self, metric: str, **labels: str) -> float:
        """What Prometheus knows of a metric of this site, added up."""
        chosen = ",".join(f'{k}="{v}"' for k, v in {"namespace": self.name, **labels}.items())
        found = get(self.watch.prometheus, "query", query=f"sum({metric}{{{chosen}}})")["result"]
        return float(found[0]["value"][1]) if found else 0

    def restart(self, number: int, preexec: Callable[[], object] | None = None) -> Server:
        """A new replica in the place of one that has ended, from when it is ready."""
        self.replicas[number] = replica(self.replicas[number].port, preexec)
        self.replicas[number].wait_ready()
        return self.replicas[number]

    def clear(self) -> None:
        """End the replicas that are there now."""
        for replica in self.replicas:
            replica.kill()

    def wait_for(self, *alerts: str) -> None:
        """Wait until alerts of these names have arrived, or for long enough."""
        with contextlib.suppress(AssertionError):
            wait_until(lambda: set(alerts) <= {name for _, name in self.arrived}, SLOW)

    def wait_until_quiet(self) -> None:
        """Wait until every alert that is still to come has come.

        What isn't an event of its own is averaged over five minutes at most. So within six, each
        expression that what goes on makes true is true, and its alert at least pending. It stays so
        for up to ten minutes, and then fires or not. Alertmanager holds back what fires for half a
        minute at most: that is the last one.
        """
        self.watch.wait(minutes=6)
        with contextlib.suppress(AssertionError):  # one comes and goes, and does not fire
            wait_until(lambda: not alerts_of(self.watch.prometheus, self.name, "pending"), SLOW)
        self.watch.wait(minutes=1)


def replica(port: int, preexec: Callable[[], object] | None = None) -> Server:
    """A replica that starts."""
    return Server(PORT=port, WEB_CONCURRENCY=1, NIM_DRAIN_SECONDS=2, preexec=preexec)


@contextlib.contextmanager
def site(name: str) -> Iterator[Site]:
    """Two replicas behind haproxy."""
    with contextlib.ExitStack() as running:
        directory = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="nim-site-")))
        # By itself, the system would take a port that it may give to a client during a restart.
        ports = [free_port(), free_port()]
        replicas = [running.enter_context(server) for server in map(replica, ports)]
        proxy = running.enter_context(haproxy(directory, *ports))
        made = Site(name, directory, replicas, proxy)
        running.callback(made.clear)
        yield made


@contextlib.contextmanager
def watch(sites: Sequence[Site]) -> Iterator[Watch]:
    """What watches these sites, from when it has seen all of them well."""
    with contextlib.ExitStack() as running:
        directory = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="nim-watch-")))
        pace = partial(faster, times=TIMES)
        person = running.enter_context(receiver())
        alerts = running.enter_context(alertmanager(person, directory, pace))
        blackbox = running.enter_context(blackbox_exporter(directory))
        watched = [site.watched for site in sites]
        port = running.enter_context(
            prometheus(watched, alerts, directory, pace=pace, blackbox=blackbox)
        )
        made = Watch(port, person)
        wait_until(lambda: up(port) == 4 * len(sites), SLOW)
        for site in sites:
            site.wait_until_well(made)
        yield made


Incident = Callable[[Site], None]
INCIDENTS: dict[str, tuple[Incident, Alerts]] = {}
"""What happens, and which alerts must arrive and no others."""


def expect(*alerts: tuple[str, str]) -> Callable[[Incident], Incident]:
    """Enter an incident in the list."""

    def enter(incident: Incident) -> Incident:
        INCIDENTS[incident.__name__] = incident, set(alerts)
        return incident

    return enter


@expect(("page", "NimUnreachable"))
def the_proxy_has_wrong_ports(site: Site) -> None:
    """The replicas are well, and every client gets a 503."""
    os.kill(site.proxy.process, signal.SIGKILL)
    with haproxy(site.directory, free_port(), free_port(), in_place_of=site.proxy):
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
    """One ends half a minute after its start, again and again."""

    def crash(stop: threading.Event) -> None:
        while not stop.is_set():
            site.replicas[0].kill()
            stop.wait(MINUTE / 2)
            site.restart(0)
            stop.wait(MINUTE / 2)

    with background(crash):
        site.wait_for("NimCrashLoop")
        site.wait_until_quiet()


@expect()
def three_rolling_restarts(site: Site) -> None:
    """As the manual describes them, one soon after the other."""
    with Load(site.proxy.port, clients=2, pause=0.04) as load:
        for _ in range(3):
            for number, replica in enumerate(site.replicas):
                replica.process.send_signal(signal.SIGTERM)
                replica.process.wait()
                site.restart(number)
                wait_until(lambda: ask(site.proxy.port, "/replicas")[0] == 200)
    assert load.failures == []
    site.wait_until_quiet()


@expect(("page", "NimWorkersRestart"))
def three_workers_are_lost(site: Site) -> None:
    """The kernel kills them, and gunicorn starts others."""
    for number in (1, 2, 3):
        site.replicas[0].kill_workers()
        wait_until(partial(_lost, site, number))
    site.wait_for("NimWorkersRestart")
    site.wait_until_quiet()


def _lost(site: Site, number: int) -> bool:
    return site.value("nim_worker_restarts_total", cause="killed") == number


@expect(("ticket", "NimLogLinesDropped"))
def the_log_is_not_read(site: Site) -> None:
    """The pipe that a replica writes its log to is full."""
    site.replicas[0].kill()
    read, write = os.pipe()
    unread = site.restart(0, preexec=lambda: os.dup2(write, 1))
    try:
        with Client(unread) as client:
            wait_until(partial(_drops, site, client), SLOW)
        site.wait_for("NimLogLinesDropped")
        site.wait_until_quiet()
    finally:
        os.close(read)
        os.close(write)


def _drops(site: Site, client: Client) -> bool:
    """Whether lines are known to be dropped, after some more requests."""
    client.send(get_request(b"/move?piles=1") * 500)
    for _ in range(500):
        client.reply()
    return site.value("nim_log_lines_dropped_total") > 0


@expect(("page", "NimQueueing"))
def the_replicas_get_too_little_time(site: Site) -> None:
    """They run for a quarter of the time, so clients wait: a third of a second, most at random."""
    workers = [worker for replica in site.replicas for worker in replica.workers]
    # Scrapes, 1.5 seconds apart, meet nine moments of a round, evenly spread: so any twenty, which
    # are averaged, have waited for 0.29 seconds or more. And between two pauses there is time for
    # a response, or scrapes would fail: one that does says nothing of waiting.
    pauses = ((signal.SIGSTOP, 1.0), (signal.SIGCONT, 0.35))

    def hold_up(stop: threading.Event) -> None:
        while not stop.is_set():
            for number, seconds in pauses:
                for worker in workers:
                    os.kill(worker, number)
                stop.wait(seconds)
        for worker in workers:
            os.kill(worker, signal.SIGCONT)

    with background(hold_up):
        site.wait_for("NimQueueing")
        site.wait_until_quiet()


def act_all(names: Sequence[str]) -> dict[str, Alerts]:
    """The alerts that arrive when these happen side by side, each at a site of its own."""
    with contextlib.ExitStack() as running, ThreadPoolExecutor(len(names)) as pool:
        with ThreadPoolExecutor(AT_ONCE) as few:
            sites = [*few.map(running.enter_context, map(site, names))]
        running.enter_context(watch(sites))

        def act(name: str, site: Site) -> Alerts:
            incident, _ = INCIDENTS[name]
            with Load(site.proxy.port, clients=2, pause=0.5):
                incident(site)
            return site.arrived

        return dict(zip(names, pool.map(act, names, sites), strict=True))


def main() -> int:
    """Print what arrived; 1 if that is not what must."""
    wrong = 0
    for name, arrived in act_all(sys.argv[1:] or list(INCIDENTS)).items():
        _, expected = INCIDENTS[name]
        wrong |= arrived != expected
        verdict = "as expected" if arrived == expected else f"instead of {sorted(expected)}"
        sys.stdout.write(f"{name}: {sorted(arrived)} {verdict}\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
