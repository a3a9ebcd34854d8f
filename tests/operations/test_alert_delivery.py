"""An alert's way to a person: a real Prometheus, a real Alertmanager and the receiver."""

import json
from pathlib import Path
from typing import Any

import yaml

from tests.support.http_client import ask, free_port
from tests.support.monitoring import MANUAL, alertmanager, get, printer, prometheus, up
from tests.support.needs import needs
from tests.support.order import long
from tests.support.paths import DEPLOY
from tests.support.programs import run
from tests.support.servers import Server
from tests.support.waiting import wait_until


@needs("prometheus", "prometheus-alertmanager")
@long
def test_stopping_the_only_replica_reaches_the_receiver_and_so_does_its_return(
    tmp_path: Path,
) -> None:
    receiver = free_port()
    log = tmp_path / "printed"

    def printed(**fields: str) -> list[dict[str, Any]]:
        """What the receiver has printed with these fields."""
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        return [line for line in lines if fields.items() <= line.items()]

    with (
        printer(receiver, log),
        alertmanager(receiver, tmp_path) as alerts,
        Server() as server,
        prometheus([server.port], alerts, tmp_path) as metrics,
    ):

        def firing() -> list[Any]:
            """The alerts that Alertmanager has."""
            return list(json.loads(ask(alerts, "/api/v2/alerts?active=true")[1]))

        wait_until(lambda: up(metrics) == 1)
        server.kill()
        wait_until(lambda: printed(alertname="NimNoReplica", status="firing"))
        (alert,) = [a for a in firing() if a["labels"]["alertname"] == "NimNoReplica"]
        assert alert["labels"] == {"alertname": "NimNoReplica", "job": "nim", "severity": "page"}
        line = printed(alertname="NimNoReplica")[0]
        assert line["receiver"] == "page"
        assert line["summary"] == "No replica answers"
        assert line["runbook_url"] == f"{MANUAL}#nimnoreplica"

        with Server(PORT=server.port):
            wait_until(lambda: printed(alertname="NimNoReplica", status="resolved"))


@needs("prometheus", "prometheus-alertmanager")
@long
def test_lost_workers_reach_the_receiver_with_their_cause(tmp_path: Path) -> None:
    receiver = free_port()
    log = tmp_path / "printed"
    with (
        printer(receiver, log),
        alertmanager(receiver, tmp_path) as alerts,
        Server() as server,
        prometheus([server.port], alerts, tmp_path) as metrics,
    ):
        query = 'nim_worker_restarts_total{cause="killed"}'

        def seen() -> float:
            """The restarts that Prometheus knows of; -1 before it knows of any number."""
            found = get(metrics, "query", query=query)["result"]
            return float(found[0]["value"][1]) if found else -1

        wait_until(lambda: seen() == 0)
        for killed in (2, 4, 6):
            server.kill_workers()
            wait_until(lambda killed=killed: seen() == killed)  # type: ignore[misc]
        lines = wait_until(
            lambda: [
                line
                for line in map(json.loads, log.read_text().splitlines())
                if line["alertname"] == "NimWorkersRestart"
            ]
        )
    assert (lines[0]["receiver"], lines[0]["cause"]) == ("page", "killed")


@needs("amtool")
def test_amtool_finds_no_fault_in_alertmanagers_configuration() -> None:
    said = run(["amtool", "check-config", DEPLOY / "alertmanager" / "alertmanager.yml"])
    assert said.returncode == 0, said.stdout + said.stderr


def test_every_receiver_is_a_service_of_the_compose_file() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    config = yaml.safe_load((DEPLOY / "alertmanager" / "alertmanager.yml").read_text())
    hooks = [
        hook["url"] for receiver in config["receivers"] for hook in receiver["webhook_configs"]
    ]
    assert hooks == ["http://alerts:9099/page", "http://alerts:9099/ticket"]
    assert compose["alerts"]["command"][1] == "/etc/alertmanager/print_alerts.py"
    assert "./alertmanager:/etc/alertmanager:ro,z" in compose["alerts"]["volumes"]
    prometheus = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    (target,) = prometheus["alerting"]["alertmanagers"][0]["static_configs"][0]["targets"]
    name, port = target.split(":")
    assert compose[name]["ports"][0].endswith(f":{port}")


def test_what_is_no_notification_is_refused_and_not_printed(tmp_path: Path) -> None:
    port = free_port()
    log = tmp_path / "printed"
    with printer(port, log):
        before = log.read_text()
        wrong: list[object] = [[], {}, {"alerts": [{}]}, "x", 1, b"{"]
        assert [ask(port, "/page", body)[0] for body in wrong] == [400] * len(wrong)
        assert log.read_text() == before
