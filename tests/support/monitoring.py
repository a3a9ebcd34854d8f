"""Prometheus, Alertmanager and the blackbox exporter with deploy/'s configuration, sped up."""

import json
import re
import urllib.parse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.support.http_client import ask, free_port
from tests.support.paths import DEPLOY
from tests.support.programs import running

MANUAL = "https://manual.example/nim"


def faster(config: str, times: int) -> str:
    """A configuration in which all windows and pauses are this many times shorter.

    >>> faster("rate(a:rate5m[5m] offset 1h) for: 15s", 15)
    'rate(a:rate5m[20000ms] offset 240000ms) for: 1000ms'
    """
    unit = {"s": 1, "m": 60, "h": 3600, "d": 86400}

    def shorter(time: re.Match[str]) -> str:
        return f"{int(time[1]) * unit[time[2]] * 1000 // times}ms"

    return re.sub(r"\b(\d+)([smhd])\b", shorter, config)


def with_the_proxy(config: str) -> str:
    """Prometheus' configuration with its optional job for haproxy."""
    return config.replace("\n  #: ", "\n  ")


@dataclass(frozen=True)
class Watched:
    """Where Prometheus finds a service: ports on this machine."""

    replicas: Sequence[int]
    proxy: int = 0
    """Where haproxy shows its metrics, if there is one."""
    door: int = 0
    """The blackbox exporter's target, if there is one."""
    namespace: str = ""

    def group(self, *addresses: str) -> dict[str, Any]:
        """Targets as Prometheus' configuration has them; a service need not have a namespace."""
        named = {"labels": {"namespace": self.namespace}} if self.namespace else {}
        return {"targets": list(addresses), **named}


@contextmanager
def prometheus(
    watched: Sequence[Watched],
    directory: Path,
    *,
    times: int,
    alertmanager: int = 9,
    blackbox: int = 9,
) -> Iterator[int]:
    """Prometheus, scraping these services faster; yields its port.

    It gets the ports of Alertmanager and the blackbox exporter if they run.
    """
    source = DEPLOY / "prometheus"
    config = yaml.safe_load(faster(with_the_proxy((source / "prometheus.yml").read_text()), times))
    jobs = {job["job_name"]: job for job in config["scrape_configs"]}
    jobs["nim"]["static_configs"] = [
        one.group(*(f"127.0.0.1:{port}" for port in one.replicas)) for one in watched
    ]
    del jobs["nim-probe"]["file_sd_configs"]
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
        (directory / rules).write_text(faster((source / rules).read_text(), times))
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
    """The blackbox exporter; yields its port."""
    port = free_port()
    command = ["prometheus-blackbox-exporter", f"--web.listen-address=127.0.0.1:{port}"]
    command += [f"--config.file={DEPLOY}/blackbox/blackbox.yml"]
    log = directory / "blackbox.log"
    with running(command, lambda: ask(port, "/-/healthy")[0] == 200, log=log):
        yield port


@contextmanager
def alertmanager(receiver: str, directory: Path, *, times: int) -> Iterator[int]:
    """Alertmanager, sending to a path of this URL for each receiver; yields its own port."""
    config = yaml.safe_load(
        faster((DEPLOY / "alertmanager" / "alertmanager.yml").read_text(), times)
    )
    for each in config["receivers"]:
        each["webhook_configs"] = [{"url": f"{receiver}/{each['name']}"}]
    (directory / "alertmanager.yml").write_text(yaml.safe_dump(config))
    port = free_port()
    command = ["prometheus-alertmanager", f"--config.file={directory}/alertmanager.yml"]
    command += [f"--storage.path={directory}/alerts", f"--web.listen-address=127.0.0.1:{port}"]
    command += ["--cluster.listen-address="]
    log = directory / "alertmanager.log"
    with running(command, lambda: ask(port, "/-/ready")[0] == 200, log=log):
        yield port


def up(port: int) -> int:
    """The number of targets that are up according to Prometheus."""
    return len(get(port, "query", query="up == 1")["result"])


def get(port: int, path: str, **parameters: str) -> Any:
    """The data in a response of Prometheus' API."""
    status, body = ask(port, f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
    assert status == 200, body
    return json.loads(body)["data"]
