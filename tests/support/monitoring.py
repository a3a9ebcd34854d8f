"""Prometheus, Alertmanager and the blackbox exporter with the configuration of deploy/, faster."""

import json
import re
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.http_client import ask, free_port
from tests.support.paths import DEPLOY
from tests.support.programs import running

MANUAL = "https://manual.example/nim"

Pace = Callable[[str], str]
"""What makes of a configuration one that waits less."""


def in_a_hurry(config: str) -> str:
    """A configuration that waits a second wherever it waited longer; its windows stay.

    >>> in_a_hurry("rate(a[5m])\\n  for: 5m")
    'rate(a[5m])\\n  for: 1s'
    """
    return re.sub(
        r"(\s)(for|\w+_interval|group_wait|repeat_interval): \d+[smhd]\b", r"\1\2: 1s", config
    )


def faster(config: str, times: int) -> str:
    """A configuration all of whose times are this many times shorter, windows and pauses alike.

    >>> faster("rate(a:rate5m[5m] offset 1h) for: 15s", 15)
    'rate(a:rate5m[20000ms] offset 240000ms) for: 1000ms'
    """
    unit = {"s": 1, "m": 60, "h": 3600, "d": 86400}

    def shorter(time: re.Match[str]) -> str:
        return f"{int(time[1]) * unit[time[2]] * 1000 // times}ms"

    return re.sub(r"\b(\d+)([smhd])\b", shorter, config)


def replaced(text: str, replacements: dict[str, str], *, all_there: bool = True) -> str:
    """The text with each key replaced by its value."""
    for ours, tests in replacements.items():
        assert ours in text or not all_there, ours
        text = text.replace(ours, tests)
    return text


def with_the_proxy(config: str) -> str:
    """Prometheus' configuration with its optional job for haproxy."""
    return config.replace("\n  #: ", "\n  ")


@dataclass(frozen=True)
class Watched:
    """What Prometheus is told of one service: ports of this machine."""

    replicas: Sequence[int]
    proxy: int = 0
    """Where haproxy shows its metrics, if there is one."""
    door: int = 0
    """Where the blackbox exporter asks, if there is one."""
    namespace: str = ""

    def group(self, *addresses: str) -> dict[str, Any]:
        """Targets as Prometheus' configuration has them; a service need not have a namespace."""
        named = {"labels": {"namespace": self.namespace}} if self.namespace else {}
        return {"targets": list(addresses), **named}


@contextmanager
def prometheus(
    watched: Sequence[Watched],
    alertmanager: int,
    directory: Path,
    *,
    pace: Pace = in_a_hurry,
    blackbox: int = 0,
) -> Iterator[int]:
    """Prometheus that scrapes these services; gives the port it answers on."""
    source = DEPLOY / "prometheus"
    config = yaml.safe_load(pace(with_the_proxy((source / "prometheus.yml").read_text())))
    jobs = {job["job_name"]: job for job in config["scrape_configs"]}
    jobs["nim"]["static_configs"] = [
        one.group(*(f"127.0.0.1:{port}" for port in one.replicas)) for one in watched
    ]
    jobs["nim-probe"]["static_configs"] = [
        one.group(f"http://127.0.0.1:{one.door}/move") for one in watched if one.door
    ]
    jobs["nim-proxy"]["static_configs"] = [
        one.group(f"127.0.0.1:{one.proxy}") for one in watched if one.proxy
    ]
    jobs["nim-probe"]["relabel_configs"][-1]["replacement"] = f"127.0.0.1:{blackbox}"
    (receiver,) = config["alerting"]["alertmanagers"]
    receiver["static_configs"][0]["targets"] = [f"127.0.0.1:{alertmanager}"]
    (directory / "prometheus.yml").write_text(yaml.safe_dump(config))
    for rules in ("rules.yml", "alerts.yml"):
        (directory / rules).write_text(pace((source / rules).read_text()))
    port = free_port()
    command = ["prometheus", f"--config.file={directory}/prometheus.yml"]
    command += [f"--storage.tsdb.path={directory}/data", f"--web.listen-address=127.0.0.1:{port}"]
    command += ["--rules.alert.resend-delay=1s", "--enable-feature=expand-external-labels"]
    with running(
        command,
        lambda: ask(port, "/-/ready")[0] == 200,
        log=directory / "prometheus.log",
        environment={"MANUAL_URL": MANUAL},
    ):
        yield port


@contextmanager
def blackbox_exporter(directory: Path) -> Iterator[int]:
    """The blackbox exporter; gives the port it answers on."""
    port = free_port()
    command = ["prometheus-blackbox-exporter", f"--web.listen-address=127.0.0.1:{port}"]
    command += [f"--config.file={DEPLOY}/blackbox/blackbox.yml"]
    log = directory / "blackbox.log"
    with running(command, lambda: ask(port, "/-/healthy")[0] == 200, log=log):
        yield port


@contextmanager
def alertmanager(receiver: "Receiver", directory: Path, pace: Pace = in_a_hurry) -> Iterator[int]:
    """Alertmanager that sends to this receiver; gives the port it answers on."""
    config = yaml.safe_load(pace((DEPLOY / "alertmanager" / "alertmanager.yml").read_text()))
    for each in config["receivers"]:
        each["webhook_configs"] = [{"url": receiver.url(each["name"])}]
    (directory / "alertmanager.yml").write_text(yaml.safe_dump(config))
    port = free_port()
    command = ["prometheus-alertmanager", f"--config.file={directory}/alertmanager.yml"]
    command += [f"--storage.path={directory}/alerts", f"--web.listen-address=127.0.0.1:{port}"]
    command += ["--cluster.listen-address="]
    log = directory / "alertmanager.log"
    with running(command, lambda: ask(port, "/-/ready")[0] == 200, log=log):
        yield port


class Receiver:
    """What Alertmanager sends to, by the names of its receivers."""

    def __init__(self, server: HTTPServer) -> None:
        self._server = server
        self.alerts: list[dict[str, str]] = []
        """The alerts of all notifications: receiver, status, labels and annotations."""

    def url(self, name: str) -> str:
        """Where the receiver of this name is."""
        self._server.expect_request(f"/{name}").respond_with_handler(self._take)
        return str(self._server.url_for(f"/{name}"))

    def _take(self, request: Request) -> Response:
        self.alerts += [
            {
                "receiver": request.path.strip("/"),
                "status": alert["status"],
                **alert["labels"],
                **alert["annotations"],
            }
            for alert in request.json["alerts"]
        ]
        return Response()

    def got(self, **fields: str) -> list[dict[str, str]]:
        """The alerts with these fields."""
        return [alert for alert in self.alerts if fields.items() <= alert.items()]


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver of notifications that runs."""
    with HTTPServer(threaded=True) as server:
        yield Receiver(server)


def up(port: int) -> int:
    """How many targets Prometheus sees up."""
    return len(get(port, "query", query="up == 1")["result"])


def alerts_of(port: int, namespace: str, state: str = "") -> set[str]:
    """The names of the alerts that Prometheus has for a namespace, firing or pending or both."""
    return {
        alert["labels"]["alertname"]
        for alert in get(port, "alerts")["alerts"]
        if alert["labels"].get("namespace") == namespace and state in {"", alert["state"]}
    }


def get(port: int, path: str, **parameters: str) -> Any:
    """The data of an answer of Prometheus' own interface."""
    status, body = ask(port, f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
    assert status == 200, body
    return json.loads(body)["data"]
