"""An alert's way to a person: a real Prometheus, a real Alertmanager and the receiver."""

import json
from pathlib import Path

import pytest

from tests.support.http_client import ask, free_port
from tests.support.monitoring import MANUAL, Watched, alertmanager, prometheus, receiver, up
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.programs import run
from tests.support.servers import Server
from tests.support.waiting import wait_until
from tests.support.yaml_files import read_yaml


@needs("prometheus", "prometheus-alertmanager")
@pytest.mark.long
def test_stopping_the_only_replica_reaches_the_receiver_and_so_does_its_return(
    tmp_path: Path,
) -> None:
    with (
        receiver() as person,
        alertmanager(person, tmp_path) as alerts,
        # By itself, the system would choose a port that a client may take first.
        Server(PORT=free_port()) as server,
        prometheus([Watched([server.port])], alerts, tmp_path) as metrics,
    ):
        wait_until(lambda: up(metrics) == 1)
        server.kill()
        [alert] = wait_until(lambda: person.got(alertname="NimNoReplica", status="firing"))[:1]
        assert alert == {
            "receiver": "page",
            "status": "firing",
            "alertname": "NimNoReplica",
            "job": "nim",
            "severity": "page",
            "summary": "No replica responds",
            "runbook_url": f"{MANUAL}#nimnoreplica",
        }
        with Server(PORT=server.port):
            wait_until(lambda: person.got(alertname="NimNoReplica", status="resolved"))


@needs("amtool")
def test_amtool_accepts_the_configuration_of_alertmanager() -> None:
    result = run(["amtool", "check-config", DEPLOY / "alertmanager" / "alertmanager.yml"])
    assert result.returncode == 0, result.stdout + result.stderr


def test_alertmanager_is_where_prometheus_sends_alerts() -> None:
    compose = read_yaml(DEPLOY / "compose.yaml")["services"]
    prometheus = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    (target,) = prometheus["alerting"]["alertmanagers"][0]["static_configs"][0]["targets"]
    name, port = target.split(":")
    assert compose[name]["ports"][0].endswith(f":{port}")


def test_the_probe_of_prometheus_is_a_service_of_the_compose_file() -> None:
    compose = read_yaml(DEPLOY / "compose.yaml")["services"]
    config = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    probe = config["scrape_configs"][1]
    name, port = probe["relabel_configs"][-1]["replacement"].split(":")
    assert (name in compose, port) == (True, "9115")  # the exporter's own default
    assert compose[name]["volumes"] == ["./blackbox:/etc/blackbox:ro,z"]
    assert compose[name]["command"] == ["--config.file=/etc/blackbox/blackbox.yml"]
    modules = read_yaml(DEPLOY / "blackbox" / "blackbox.yml")["modules"]
    assert probe["params"]["module"] == list(modules)


def test_compose_gives_prometheus_the_address_of_the_manual() -> None:
    compose = read_yaml(DEPLOY / "compose.yaml")["services"]
    config = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    assert config["global"]["external_labels"] == {"manual": "${MANUAL_URL}"}
    assert compose["prometheus"]["environment"]["MANUAL_URL"].startswith("${MANUAL_URL:-https://")


# What fires at the same time, and which of it somebody hears of.
TOGETHER = [
    ({"NimQueueing", "NimSlow"}, {"NimQueueing"}),
    ({"NimNoReplica", "NimCrashLoop", "NimReplicaDown", "NimUnreachable"}, {"NimNoReplica"}),
    ({"NimUnreachable", "NimProxyFails"}, {"NimUnreachable"}),
    ({"NimCrashLoop", "NimReplicaDown"}, {"NimCrashLoop"}),
    ({"NimErrorBudgetBurnsFast", "NimErrorBudgetBurnsSlowly"}, {"NimErrorBudgetBurnsFast"}),
    ({"NimErrorBudgetBurnsFast", "NimQueueing"}, {"NimErrorBudgetBurnsFast", "NimQueueing"}),
]


@needs("prometheus-alertmanager")
def test_one_cause_is_one_alert(tmp_path: Path) -> None:
    def labels(name: str, namespace: str) -> dict[str, str]:
        job = "nim-proxy" if "Proxy" in name else "nim-probe" if "Unreach" in name else "nim"
        return {"alertname": name, "namespace": namespace, "job": job, "instance": "a"}

    # A namespace for each case, so that none holds back what is another's.
    posted = [
        {"labels": labels(name, str(number))}
        for number, (names, _) in enumerate(TOGETHER)
        for name in sorted(names)
    ]
    with receiver() as nobody, alertmanager(nobody, tmp_path) as port:
        assert ask(port, "/api/v2/alerts", posted)[0] == 200

        def heard() -> list[set[str]]:
            """The alerts that nothing holds back, by case."""
            alerts = json.loads(ask(port, "/api/v2/alerts?inhibited=false")[1])
            found: list[set[str]] = [set() for _ in TOGETHER]
            for alert in alerts:
                found[int(alert["labels"]["namespace"])].add(alert["labels"]["alertname"])
            return found

        wait_until(lambda: heard() == [left for _, left in TOGETHER])
