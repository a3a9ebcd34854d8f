"""The Prometheus configuration, by Prometheus' own checker and unit tests."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.needs import needs
from tests.support.order import long
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run

PROMETHEUS = DEPLOY / "prometheus"

ALERTS = {
    rule["alert"]: rule
    for group in yaml.safe_load((PROMETHEUS / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
}
CASES: list[dict[str, Any]] = [
    case
    for file in ("alerts_test.yml", "alerts_slow_test.yml")
    for test in yaml.safe_load((PROMETHEUS / file).read_text())["tests"]
    for case in test["alert_rule_test"]
]


@needs("promtool")
@pytest.mark.parametrize(
    "command",
    [
        ["check", "config", "prometheus.yml"],
        ["check", "rules", "rules.yml", "alerts.yml"],
        ["test", "rules", "alerts_test.yml"],
        ["test", "rules", "alerts_slow_test.yml"],
    ],
    ids=" ".join,
)
@long
def test_promtool_finds_no_fault(command: list[str]) -> None:
    said = run(["promtool", *command], cwd=PROMETHEUS)
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize("alert", ALERTS)
def test_each_alert_is_tested_firing_and_not_firing(alert: str) -> None:
    outcomes = {bool(case["exp_alerts"]) for case in CASES if case["alertname"] == alert}
    assert outcomes == {True, False}


@pytest.mark.parametrize("alert", ALERTS)
def test_each_alert_has_its_runbook_and_severity(alert: str) -> None:
    rule = ALERTS[alert]
    runbook = rule["annotations"]["runbook_url"]
    start = '{{ or $externalLabels.manual "docs/operations.md" }}#'
    assert runbook.startswith(start)
    page, anchor = "docs/operations.md", runbook.removeprefix(start)
    headings = re.findall(r"^#+ (.+)$", (ROOT / page).read_text(), re.MULTILINE)
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert anchor == alert.lower()
    assert alert in headings


def test_every_rule_keeps_namespace_and_job() -> None:
    # A staging that lives would otherwise hide a production that is dead.
    text = (PROMETHEUS / "rules.yml").read_text() + (PROMETHEUS / "alerts.yml").read_text()
    groupings = re.findall(r"\bby \(([^)]*)\)", text)
    assert groupings
    assert [by for by in groupings if not by.startswith("namespace, job")] == []
    assert "without (" not in text


def test_the_cluster_configuration_has_the_same_rules_and_receivers() -> None:
    ours = yaml.safe_load((PROMETHEUS / "prometheus.yml").read_text())
    cluster = yaml.safe_load((PROMETHEUS / "kubernetes.yml").read_text())
    (scrape,) = cluster.pop("scrape_configs")
    assert cluster == {key: value for key, value in ours.items() if key != "scrape_configs"}
    assert scrape["job_name"] == ours["scrape_configs"][0]["job_name"] == "nim"


@needs("promtool")
def test_the_cluster_configuration_is_valid_but_for_discovery(tmp_path: Path) -> None:
    # Debian's Prometheus is built without Kubernetes; all but the discovery can be checked.
    config = yaml.safe_load((PROMETHEUS / "kubernetes.yml").read_text())
    (scrape,) = config["scrape_configs"]
    assert scrape.pop("kubernetes_sd_configs") == [{"role": "pod"}]
    config["rule_files"] = [str(PROMETHEUS / name) for name in config["rule_files"]]
    (tmp_path / "kubernetes.yml").write_text(yaml.safe_dump(config))
    said = run(["promtool", "check", "config", "kubernetes.yml"], cwd=tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr
