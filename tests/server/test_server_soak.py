"""All kinds of load together: no worker is killed, and each well-behaved client gets responses.

`NIM_SOAK_SECONDS=600 make soak` runs it for ten minutes.
"""

import os
import signal
import threading
import time

import pytest

from tests.support.clients import Client, allow_descriptors
from tests.support.crowd import MIB, Crowd, Target, proportional
from tests.support.load import Load, Request, background
from tests.support.processes import queued
from tests.support.servers import Server

SECONDS = float(os.environ.get("NIM_SOAK_SECONDS", "60"))
GRANTED = 256 * MIB
"""The memory of two workers and their master, including the kernel's share."""

IDLE, CRUMBS, READERS = 1_500, 200, 30


def send_crumbs(port: int, stop: threading.Event) -> None:
    """Begin requests, send a byte of each occasionally, and replace those that end."""
    slow: list[Client] = []
    while not stop.wait(0.2):
        while len(slow) < CRUMBS:
            slow.append(Client(Target(port)))
            slow[-1].send(b"POST /move HTTP/1.1\r\nHost: n")
        for client in [*slow]:
            try:
                client.send(b"i")
            except OSError:
                client.close()
                slow.remove(client)
    for client in slow:
        client.close()


def reload(server: Server, stop: threading.Event) -> None:
    while not stop.wait(5):
        server.process.send_signal(signal.SIGHUP)


@pytest.mark.timeout(SECONDS + 240)
@pytest.mark.long
@pytest.mark.soak
def test_a_crowd_kills_no_worker_and_costs_no_client_its_response() -> None:
    allow_descriptors(8_000)
    log, end_of_log = os.pipe()  # it is not read
    scrape = Request("/metrics")
    largest = 0
    with (
        Server(preexec=lambda: os.dup2(end_of_log, 1), NIM_DRAIN_SECONDS=2) as server,
        Crowd(Target(server.port), idle=IDLE, bodies=400, readers=READERS),
        background(lambda stop: send_crumbs(server.port, stop), lambda stop: reload(server, stop)),
        Load(server.port, clients=4, pause=0.05) as load,
        Load(server.port, clients=1, requests=(scrape,), pause=1) as scrapes,
    ):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            held = queued(server.port)
            held_here = proportional(server.process.pid)
            largest = max(largest, held_here + held.unread + held.unreceived)
            time.sleep(0.2)
    os.close(log)
    os.close(end_of_log)
    errors = [line for line in server.log if line["level"] in {"ERROR", "CRITICAL"}]
    assert errors == [], errors[0]["exception"]
    assert load.failures + scrapes.failures == []
    assert largest < GRANTED
