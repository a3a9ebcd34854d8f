"""The compose file: its images, ports and logs."""

import json
import re
from typing import Any

from tests.support.paths import DEPLOY, ROOT
from tests.support.yaml_files import read_yaml

SERVICES: dict[str, Any] = read_yaml(DEPLOY / "compose.yaml")["services"]


def test_every_image_has_its_registry_and_no_version_is_latest() -> None:
    # podman asks which registry is meant where none is named; docker takes its own.
    images = [service["image"] for service in SERVICES.values()]
    names = [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", image) for image in images]
    assert all("." in name.split("/")[0] or name.startswith("localhost/") for name in names)
    assert not any(name.endswith(":latest") for name in names)


def test_the_service_keeps_its_health_check() -> None:
    # In the file, because podman-compose builds images in a format that drops it.
    written = re.findall(r'CMD (\["python".*healthcheck"\])', (ROOT / "Dockerfile").read_text())
    assert SERVICES["nim"]["healthcheck"]["test"] == ["CMD", *json.loads(written[0])]


def test_the_metrics_port_is_not_published_and_is_what_prometheus_scrapes() -> None:
    port = SERVICES["nim"]["environment"]["NIM_METRICS_PORT"]
    assert [entry.rsplit(":", 1)[1] for entry in SERVICES["nim"]["ports"]] == ["8000"]
    config = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    assert config["scrape_configs"][0]["static_configs"] == [{"targets": [f"nim:{port}"]}]


def test_no_log_fills_the_disk() -> None:
    for service in SERVICES.values():
        assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}
