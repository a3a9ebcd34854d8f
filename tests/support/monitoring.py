"""Prometheus and Alertmanager with the configuration of deploy/, in a hurry."""

import json
import re
import sys
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.http_client import ask, free_port
from tests.support.paths import DEPLOY
from tests.support.programs import running

MANUAL = "https://manual.example/nim"


def in_a_hurry(config: str) -> str:
    """A configuration that waits a second wherever it waited longer."""
    return re.sub(
        r"(\s)(for|\w+_interval|group_wait|repeat_interval): \d+[smhd]\b", r"\1\2: 1s", config
    )


def replaced(text: str, replacements: dict[str, str], *, all_there: bool = True) -> str:
    """The text with each key replaced by its value."""
    for ours, tests in replacements.items():
        assert ours in text or not all_there, ours
        text = text.replace(ours, tests)
    return text


@contextmanager
def prometheus(
    targets: list[int], alertmanager: int, directory: Path, *, impatient: bool = True
) -> Iterator[int]:
    """Prometheus that scrapes these ports of this machine; gives the port it answers on.

    If it is impatient, each alert fires after a second of whatever it waits for.
    """
    source = DEPLOY / "prometheus"
    addresses = ", ".join(f'"127.0.0.1:{target}"' for target in targets)
    config = replaced(
        in_a_hurry((source / "prometheus.yml").read_text()),
        {
            '"nim:8001"': addresses,
            "alertmanager:9093": f"127.0.0.1:{alertmanager}",
            "# external_labels:": "external_labels:",
            "#   manual: https://wiki.example/nim-operations": f"  manual: {MANUAL}",
        },
    )
    (directory / "prometheus.yml").write_text(config)
    for rules in ("rules.yml", "alerts.yml"):
        text = (source / rules).read_text()
        (directory / rules).write_text(in_a_hurry(text) if impatient else text)
    port = free_port()
    command = ["prometheus", f"--config.file={directory}/prometheus.yml"]
    command += [f"--storage.tsdb.path={directory}/data", f"--web.listen-address=127.0.0.1:{port}"]
    command += ["--rules.alert.resend-delay=1s"]
    log = directory / "prometheus.log"
    with running(command, lambda: ask(port, "/-/ready")[0] == 200, log=log):
        yield port


@contextmanager
def alertmanager(receiver: int, directory: Path) -> Iterator[int]:
    """Alertmanager whose receivers are at this port; gives the port it answers on."""
    config = (DEPLOY / "alertmanager" / "alertmanager.yml").read_text()
    config = replaced(in_a_hurry(config), {"http://alerts:9099": f"http://127.0.0.1:{receiver}"})
    (directory / "alertmanager.yml").write_text(config)
    port = free_port()
    command = ["prometheus-alertmanager", f"--config.file={directory}/alertmanager.yml"]
    command += [f"--storage.path={directory}/alerts", f"--web.listen-address=127.0.0.1:{port}"]
    command += ["--cluster.listen-address="]
    log = directory / "alertmanager.log"
    with running(command, lambda: ask(port, "/-/ready")[0] == 200, log=log):
        yield port


@contextmanager
def printer(port: int, log: Path) -> Iterator[None]:
    """The receiver of compose.yaml, which prints alerts, here into a file."""
    script = DEPLOY / "alertmanager" / "print_alerts.py"
    command = [sys.executable, str(script), "127.0.0.1", str(port)]
    with running(command, lambda: ask(port, "/")[0] == 501, log=log):
        yield


def up(port: int) -> int:
    """How many targets Prometheus sees up."""
    return len(get(port, "query", query="up == 1")["result"])


def get(port: int, path: str, **parameters: str) -> Any:
    """The data of an answer of Prometheus' own interface."""
    status, body = ask(port, f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
    assert status == 200, body
    return json.loads(body)["data"]
