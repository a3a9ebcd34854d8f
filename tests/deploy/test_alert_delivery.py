"""The path of an alert to a person: a real Prometheus, a real Alertmanager and the receiver."""

import json
import re
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.http_client import ask, free_port
from tests.support.monitoring import MANUAL, Watched, alertmanager, prometheus, up
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.programs import run
from tests.support.servers import Server
from tests.support.waiting import wait_until


@needs("prometheus", "prometheus-alertmanager")
@pytest.mark.long
def test_stopping_the_only_replica_reaches_the_receiver_and_so_does_its_return(
    tmp_path: Path, httpserver: HTTPServer
) -> None:
    got: list[tuple[str, str, dict[str, str]]] = []

    def take(request: Request) -> Response:
        got.extend(
            (request.path, alert["status"], {**alert["labels"], **alert["annotations"]})
            for alert in request.json["alerts"]
        )
        return Response()

    httpserver.expect_request(re.compile("/.+")).respond_with_handler(take)
    alert = {
        "alertname": "NimNoReplica",
        "job": "nim",
        "severity": "page",
        "summary": "No replica responds",
        "runbook_url": f"{MANUAL}#nimnoreplica",
    }
    with (
        alertmanager(httpserver.url_for(""), tmp_path, times=60) as alerts,
        # A port chosen by the system could be taken by a client first.
        Server(PORT=free_port()) as server,
        prometheus([Watched([server.port])], tmp_path, times=60, alertmanager=alerts) as metrics,
    ):
        wait_until(lambda: up(metrics) == 1)
        server.kill()
        wait_until(lambda: ("/page", "firing", alert) in got)
        with Server(PORT=server.port):
            wait_until(lambda: ("/page", "resolved", alert) in got)


@needs("amtool")
def test_amtool_accepts_the_configuration_of_alertmanager() -> None:
    result = run(["amtool", "check-config", DEPLOY / "alertmanager" / "alertmanager.yml"])
    assert result.returncode == 0, result.stdout + result.stderr


# Alerts that fire at the same time, and those that are delivered.
TOGETHER = [
    ({"NimQueueing", "NimSlow"}, {"NimQueueing"}),
    ({"NimNoReplica", "NimCrashLoop", "NimReplicaDown"}, {"NimNoReplica"}),
    ({"NimNoReplica", "NimUnreachable", "NimProxyFails"}, {"NimNoReplica"}),
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

    # A namespace for each case, so that none holds back the alerts of another.
    posted = [
        {"labels": labels(name, str(number))}
        for number, (names, _) in enumerate(TOGETHER)
        for name in sorted(names)
    ]
    with alertmanager("http://127.0.0.1:9", tmp_path, times=1) as port:
        assert ask(port, "/api/v2/alerts", posted)[0] == 200

        def heard() -> list[set[str]]:
            """The alerts that nothing holds back, by case."""
            alerts = json.loads(ask(port, "/api/v2/alerts?inhibited=false")[1])
            found: list[set[str]] = [set() for _ in TOGETHER]
            for alert in alerts:
                found[int(alert["labels"]["namespace"])].add(alert["labels"]["alertname"])
            return found

        wait_until(lambda: heard() == [left for _, left in TOGETHER])
