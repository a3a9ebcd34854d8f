"""The service's metrics, as Prometheus reads them."""

import time
from weakref import WeakKeyDictionary

from prometheus_client import REGISTRY, generate_latest

from tests.support.servers import Server

DURATION = "http_server_request_duration_seconds"

Samples = dict[str, float]

_scraped: "WeakKeyDictionary[Server, float]" = WeakKeyDictionary()


def samples(exposition: str) -> Samples:
    """The samples of a Prometheus text exposition: `name{labels}` to value."""
    lines = [line for line in exposition.splitlines() if line and not line.startswith("#")]
    return {key: float(value) for key, value in (line.rsplit(" ", 1) for line in lines)}


def scrape(server: Server) -> Samples:
    """The metrics of a server. Its workers update them once a second."""
    time.sleep(max(0.0, _scraped.get(server, 0.0) + 1.05 - time.monotonic()))
    reply = server.get("/metrics")
    _scraped[server] = time.monotonic()
    assert reply.status == 200
    return samples(reply.body.decode())


def counted() -> Samples:
    """The metrics of an application in this process."""
    shown = samples(generate_latest(REGISTRY).decode())
    return {key: value for key, value in shown.items() if "_created" not in key}


def answered(server: Server, method: str, route: str, status: int) -> float:
    """The number of responses of a kind, according to the server.

    Rejected requests have no route there.
    """
    return answered_in(scrape(server), method, route, status)


def answered_in(shown: Samples, method: str, route: str, status: int) -> float:
    """The same number in the samples of a scrape."""
    labels = {
        f'http_request_method="{method}"',
        f'http_route="{"(rejected)" if 400 <= status < 500 else route}"',
        f'http_response_status_code="{status}"',
    }
    return sum(
        value
        for key, value in shown.items()
        if key.startswith(f"{DURATION}_count{{") and all(label in key for label in labels)
    )


def solved(convention: str, position_class: str, game: str = "nim") -> str:
    """The name and labels of the counter of solved positions of a kind."""
    labels = f'convention="{convention}",game="{game}",position_class="{position_class}"'
    return f"nim_positions_solved_total{{{labels}}}"


def in_flight(server: Server) -> float:
    """The requests in flight at the last tick."""
    return scrape(server)["http_server_active_requests"]
