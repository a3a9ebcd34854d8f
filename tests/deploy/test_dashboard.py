"""The Grafana dashboard, checked with Grafana's own model."""

import json
from typing import Any

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

from tests.support.paths import DEPLOY

DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana/dashboards/nim.json").read_text())


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
    # The model drops unknown keys, so a misspelled key would not come back.
    known = json.loads(JSONEncoder().encode(Dashboard.from_json(DASHBOARD)))
    assert contains(known, DASHBOARD)


def test_panels_use_the_chosen_data_source() -> None:
    panels = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    chosen = {"type": "prometheus", "uid": "${datasource}"}
    assert [panel["datasource"] for panel in panels] == [chosen] * len(panels)
    assert DASHBOARD["templating"]["list"][0]["name"] == "datasource"
