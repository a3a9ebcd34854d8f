"""The Grafana dashboard and its provisioning, by Grafana's own model of a dashboard."""

import json
from typing import Any

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

from tests.support.paths import DEPLOY
from tests.support.yaml_files import read_yaml

GRAFANA = DEPLOY / "grafana"
DASHBOARD: dict[str, Any] = json.loads((GRAFANA / "dashboards" / "nim.json").read_text())
COMPOSE: dict[str, Any] = read_yaml(DEPLOY / "compose.yaml")


def contains(whole: object, part: object) -> bool:
    """Whether everything in `part` is in `whole`, which may have more keys (defaults)."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and contains(whole[key], value) for key, value in part.items()
        )
    if isinstance(part, list):
        return (
            isinstance(whole, list) and len(whole) == len(part) and all(map(contains, whole, part))
        )
    return whole == part


def test_grafanas_model_knows_every_key() -> None:
    register_default_plugins()
    # The model drops what it does not know, so a misspelt key would not come back.
    known = json.loads(JSONEncoder().encode(Dashboard.from_json(DASHBOARD)))
    assert contains(known, DASHBOARD)


def test_panels_use_the_chosen_data_source() -> None:
    panels = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    chosen = {"type": "prometheus", "uid": "${datasource}"}
    assert [panel["datasource"] for panel in panels] == [chosen] * len(panels)
    assert DASHBOARD["templating"]["list"][0]["name"] == "datasource"


def mounts(service: str) -> dict[str, str]:
    """Where in its container a service of compose.yaml sees which directory of deploy/."""
    return {
        inside: outside
        for outside, inside, *_ in (
            volume.split(":") for volume in COMPOSE["services"][service]["volumes"]
        )
    }


def test_compose_mounts_the_dashboard() -> None:
    """It is mounted where the provisioning looks for it."""
    provider = read_yaml(GRAFANA / "provisioning" / "dashboards" / "nim.yml")
    directory = provider["providers"][0]["options"]["path"]
    settings = COMPOSE["services"]["grafana"]["environment"]
    mounted = mounts("grafana")
    assert (DEPLOY / mounted[directory] / "nim.json").is_file()
    assert settings["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] == f"{directory}/nim.json"
    assert mounted["/etc/grafana/provisioning"] == "./grafana/provisioning"


def test_the_data_source_is_the_prometheus_of_compose() -> None:
    sources = read_yaml(GRAFANA / "provisioning" / "datasources" / "prometheus.yml")
    config = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    source, alerts = sources["datasources"]
    assert source["url"] == "http://prometheus:9090"
    assert alerts["url"] == "http://alertmanager:9093"
    assert "alertmanager" in COMPOSE["services"]
    assert "prometheus" in COMPOSE["services"]
    assert source["jsonData"]["timeInterval"] == config["global"]["scrape_interval"]
    assert mounts("prometheus")["/etc/prometheus"] == "./prometheus"
