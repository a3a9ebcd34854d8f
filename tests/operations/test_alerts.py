"""The Prometheus configuration, by Prometheus' own checker and unit tests."""

import re
from typing import Any

import pytest
import yaml

from tests.support.needs import needs
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
    for test in yaml.safe_load((PROMETHEUS / "alerts_test.yml").read_text())["tests"]
    for case in test["alert_rule_test"]
]


@needs("promtool")
@pytest.mark.parametrize(
    "command",
    [
        ["check", "config", "prometheus.yml"],
        ["check", "rules", "rules.yml", "alerts.yml"],
        ["test", "rules", "alerts_test.yml"],
    ],
    ids=" ".join,
)
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
    page, _, anchor = rule["annotations"]["runbook"].partition("#")
    headings = re.findall(r"^#+ (.+)$", (ROOT / page).read_text(), re.MULTILINE)
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert anchor == alert.lower()
    assert alert in headings
