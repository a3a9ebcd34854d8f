"""The Prometheus configuration, by Prometheus' own checker and unit tests."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import Config
from service.web.played import PATHS
from tests.support.needs import needs
from tests.support.operations import all_operations
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run
from tests.support.requests import APP
from tests.support.yaml_files import read_yaml

PROMETHEUS = DEPLOY / "prometheus"

ALERTS = {
    rule["alert"]: rule
    for group in read_yaml(PROMETHEUS / "alerts.yml")["groups"]
    for rule in group["rules"]
}
TESTS = sorted(PROMETHEUS.glob("*_test.yml"))
CASES: list[dict[str, Any]] = [
    case for file in TESTS for test in read_yaml(file)["tests"] for case in test["alert_rule_test"]
]


@needs("promtool")
@pytest.mark.parametrize(
    "command",
    [
        ["check", "config", "prometheus.yml"],
        ["check", "rules", "rules.yml", "alerts.yml"],
        *(["test", "rules", file.name] for file in TESTS),
    ],
    ids=" ".join,
)
@pytest.mark.long
def test_promtool_finds_no_error(command: list[str]) -> None:
    # A fifth of the work would be looking for memory to free.
    result = run(["promtool", *command], cwd=PROMETHEUS, environment={"GOGC": "400"})
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("alert", ALERTS)
def test_each_alert_is_tested_firing_and_not_firing(alert: str) -> None:
    outcomes = {bool(case["exp_alerts"]) for case in CASES if case["alertname"] == alert}
    assert outcomes == {True, False}


@pytest.mark.parametrize("alert", ALERTS)
def test_each_alert_has_its_runbook_and_severity(alert: str) -> None:
    rule = ALERTS[alert]
    runbook = rule["annotations"]["runbook_url"]
    start = '{{ or $externalLabels.manual "https://wiki.example/nim-runbook" }}#'
    assert runbook.startswith(start)
    anchor = runbook.removeprefix(start)
    headings = re.findall(r"^#+ (.+)$", (ROOT / "docs/runbook.md").read_text(), re.MULTILINE)
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert anchor == alert.lower()
    assert alert in headings


def test_every_rule_keeps_namespace_and_job() -> None:
    # Otherwise a healthy staging environment would hide a dead production.
    text = (PROMETHEUS / "rules.yml").read_text() + (PROMETHEUS / "alerts.yml").read_text()
    groupings = re.findall(r"\bby \(([^)]*)\)", text)
    assert groupings
    assert [by for by in groupings if not by.startswith("namespace, job")] == []
    assert "without (" not in text


def test_the_routes_that_have_a_second_are_those_that_may_need_it() -> None:
    """Those that read bodies, which may be large or need a search, and the pages of positions."""
    may = {each.path for each in all_operations(Config()).all if "POST" in each.methods}
    text = (PROMETHEUS / "rules.yml").read_text()
    slow, quick = (
        {*re.findall(rf'http_route{sign}"([^"]*)"', text)} - {"/healthz|/readyz|/metrics"}
        for sign in ("=~", "!~")
    )
    (routes,) = slow
    assert quick == {f"/healthz|/readyz|/metrics|{routes}"}
    paths = {rule.rule for rule in APP.url_map.iter_rules()}
    assert {path for path in paths if re.fullmatch(routes, path)} == may | {
        f"{path}<path:position>" for path in PATHS
    }


def test_the_cluster_configuration_has_the_same_rules_receivers_and_probe() -> None:
    ours = read_yaml(PROMETHEUS / "prometheus.yml")
    cluster = read_yaml(PROMETHEUS / "kubernetes.yml")
    scrape, probe = cluster.pop("scrape_configs")
    our_scrape, our_probe = ours.pop("scrape_configs")
    assert cluster == ours
    assert scrape["job_name"] == our_scrape["job_name"] == "nim"
    (found,) = probe.pop("static_configs")
    assert found == {"targets": ["https://nim.example/move"], "labels": {"namespace": "nim"}}
    del our_probe["file_sd_configs"]  # compose writes it
    assert probe == our_probe


@needs("promtool")
def test_the_cluster_configuration_is_valid_but_for_discovery(tmp_path: Path) -> None:
    # Debian's Prometheus is built without Kubernetes. Everything except discovery can be checked.
    config = read_yaml(PROMETHEUS / "kubernetes.yml")
    scrape = config["scrape_configs"][0]
    assert scrape.pop("kubernetes_sd_configs") == [{"role": "pod"}]
    config["rule_files"] = [str(PROMETHEUS / name) for name in config["rule_files"]]
    (tmp_path / "kubernetes.yml").write_text(yaml.safe_dump(config))
    result = run(["promtool", "check", "config", "kubernetes.yml"], cwd=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr
