"""Replicas that stop, start and die behind a real proxy, while clients keep asking."""

import http.client
import json
import os
import signal
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from tests.support.containers import ROOT, ask, free_port, is_ready, needs_image, podman
from tests.support.needs import needs
from tests.support.servers import Server, wait_until

QUESTION = json.dumps({"piles": [19, 20, 21]})
HEADERS = {"Content-Type": "application/json"}


class Clients:
    """Four clients that ask on: two keep their connection, two take a new one each time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._enough = threading.Event()
        self._threads = [
            threading.Thread(target=self._ask_on, args=(keep,))
            for keep in (True, True, False, False)
        ]
        self.outcomes: Counter[str] = Counter()
        """How many requests ended how; "200" is the one good way."""

    def _ask_on(self, keep: bool) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        while not self._enough.is_set():
            try:
                connection.request("POST", "/move", QUESTION, HEADERS)
                answer = connection.getresponse()
                answer.read()
                self.outcomes[str(answer.status)] += 1
            except (OSError, http.client.HTTPException) as error:
                self.outcomes[repr(error)] += 1
                connection.close()
            if not keep:
                connection.close()
        connection.close()

    def __enter__(self) -> "Clients":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()

    def wait_for_more(self, answers: int = 50) -> None:
        """Wait until so many more requests were answered."""
        before = self.outcomes["200"]
        wait_until(lambda: self.outcomes["200"] >= before + answers)


@contextmanager
def haproxy(*replicas: int) -> Iterator[int]:
    """haproxy with the configuration of deploy/ in front of two ports; gives its own."""
    port = free_port()
    addresses = {f"REPLICA_{n}": f"127.0.0.1:{port}" for n, port in enumerate(replicas, 1)}
    process = subprocess.Popen(
        ["haproxy", "-db", "-f", ROOT / "deploy" / "haproxy" / "haproxy.cfg"],
        env=os.environ | addresses | {"LISTEN": f"127.0.0.1:{port}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: ask(port, "/replicas")[0] == 200)
        yield port
    finally:
        process.kill()
        process.wait()


@needs("podman", "haproxy")
@needs_image
def test_a_rolling_restart_of_containers_loses_no_request(image: str) -> None:
    ports = [free_port(), free_port()]
    names = [f"nim-test-{port}" for port in ports]
    restricted = ["--read-only", "--cap-drop", "all", "--memory", "128m", "--network", "bridge"]
    try:
        for name, port in zip(names, ports, strict=True):
            published = ["--publish", f"127.0.0.1:{port}:8000"]
            podman("run", "--detach", "--name", name, *restricted, *published, image)
        for port in ports:
            wait_until(partial(is_ready, port))
        with haproxy(*ports) as proxy, Clients(proxy) as clients:
            for name in names:
                clients.wait_for_more()
                podman("stop", "--time", "30", name)
                clients.wait_for_more()
                podman("start", name)
                wait_until(lambda: ask(proxy, "/replicas")[0] == 200)
            clients.wait_for_more()
        assert set(clients.outcomes) == {"200"}, clients.outcomes
    finally:
        podman("rm", "--force", "--time", "0", *names, check=False)


@needs("haproxy")
def test_a_replica_that_dies_under_load_costs_no_request() -> None:
    with Server() as one, Server() as other, haproxy(one.port, other.port) as proxy:
        with Clients(proxy) as clients:
            clients.wait_for_more()
            one.kill()
            clients.wait_for_more()
        assert set(clients.outcomes) == {"200"}, clients.outcomes


@needs("haproxy")
def test_the_proxy_keeps_the_metrics_inside() -> None:
    with Server() as one, Server() as other, haproxy(one.port, other.port) as proxy:
        statuses = [ask(proxy, path)[0] for path in ("/metrics", "/metrics?", "/healthz")]
    assert statuses == [404, 404, 200]


def test_a_stopping_server_says_so_before_it_stops_listening() -> None:
    with Server(NIM_DRAIN_SECONDS=1) as server:
        server.process.send_signal(signal.SIGTERM)
        said = [ask(server.port, "/readyz")[0]]
        moved = []
        while said[-1] != 0:
            moved.append(ask(server.port, "/move", {"piles": [1]})[0])
            said.append(ask(server.port, "/readyz")[0])
    # First perhaps still ready, then not, and only then no longer there; moves are made meanwhile.
    while said[0] == 200:
        del said[0]
    assert said.count(503) >= 2
    assert set(said[:-1]) == {503}
    assert moved.count(200) >= len(said) - 2
