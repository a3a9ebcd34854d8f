"""A real Prometheus with the configuration of deploy/, scraping a real server under load."""

import json
import math
import re
from pathlib import Path

import pytest

from tests.support.load import Load, Request
from tests.support.monitoring import Watched, blackbox_exporter, get, prometheus
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.proxies import haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until
from tests.support.yaml_files import read_yaml

pytestmark = needs("prometheus", "prometheus-blackbox-exporter", "haproxy")

RULES = [
    rule
    for file in ("rules.yml", "alerts.yml")
    for group in read_yaml(DEPLOY / "prometheus" / file)["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((DEPLOY / "grafana" / "dashboards" / "nim.json").read_text())

REQUESTS = [
    Request("/move", {"piles": [3, 4, 5]}),
    Request("/move", {"piles": [1, 2, 3]}),
    Request("/move", {"piles": [5, 1], "misere": True}),
    Request("/move", {"piles": [1], "misere": True}),
    Request("/move?piles=3,4,5"),
    Request("/moves", {"positions": [{"piles": [3, 4, 5]}]}),
    Request("/move", {"piles": "3,4,5"}, status=422),
    Request("/nowhere", status=404),
]


def queries() -> set[str]:
    """Every query that must find something: the dashboard's, and the series of the alerts."""
    panels = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    expressions = {target["expr"] for panel in panels for target in panel["targets"]}
    expressions |= {rule["record"] for rule in RULES if "record" in rule}
    expressions |= set(
        re.findall(r"label_values\((\w+\{[^}]*\}), \w+\)", str(DASHBOARD["templating"]))
    )
    for rule in RULES:
        if "alert" in rule:
            names = r"\b[a-z_]+:[\w:]+\b|\b(?:nim|scrape|process|http|haproxy|probe)_\w+\b|\bup\b"
            found = re.findall(names, rule["expr"])
            assert found, rule
            expressions |= set(found)
    return {
        query.replace("$__rate_interval", "1m")
        .replace("$instance", ".+")
        .replace("$namespace", ".*")
        for query in expressions
    }


def has_numbers(port: int, query: str) -> bool:
    result = get(port, "query", query=query)["result"]
    return bool(result) and not any(math.isnan(float(series["value"][1])) for series in result)


@pytest.mark.long
def test_every_query_finds_data(tmp_path: Path) -> None:
    """The queries are the dashboard's and the series of the alerts."""
    with (
        Server() as server,
        haproxy(tmp_path, server.port, server.port) as proxy,
        Load(proxy.port, clients=2, requests=REQUESTS, pause=0.05) as load,
        blackbox_exporter(tmp_path) as blackbox,
        prometheus(
            [Watched([server.port], proxy.metrics_port, proxy.port)],
            tmp_path,
            times=5,
            blackbox=blackbox,
        ) as port,
    ):
        missing = queries()

        def all_found() -> bool:
            missing.difference_update({query for query in missing if has_numbers(port, query)})
            return not missing

        wait_until(all_found)

        evaluated = [rule for group in get(port, "rules")["groups"] for rule in group["rules"]]
        assert [rule["health"] for rule in evaluated] == ["ok"] * len(RULES)
        # On a busy machine requests wait for a moment, so this alert may be pending.
        may_be_pending = {("NimQueueing", "pending")}
        alerts = get(port, "alerts")["alerts"]
        found = {(each["labels"]["alertname"], each["state"]) for each in alerts}
        assert found <= may_be_pending
    assert load.failures == []
