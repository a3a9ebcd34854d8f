"""The compose file: its images and logs, and how its services find each other."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import DEPLOY, ROOT
from tests.support.servers import Server
from tests.support.yaml_files import read_yaml

SERVICES: dict[str, Any] = read_yaml(DEPLOY / "compose.yaml")["services"]
PROMETHEUS = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
PROVISIONING = DEPLOY / "grafana" / "provisioning"

THREADS = 5
"""Threads of a worker, which count as processes for the kernel's limit."""


def mounts(service: str) -> dict[str, str]:
    """The directories of deploy/ that a service mounts, by their paths in the container."""
    volumes = [volume.split(":") for volume in SERVICES[service]["volumes"]]
    return {inside: outside for outside, inside, *_ in volumes}


def test_every_image_has_its_registry_and_no_version_is_latest() -> None:
    # Without a registry in the name, podman asks for one, and docker uses its own.
    images = [service["image"] for service in SERVICES.values()]
    names = [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", image) for image in images]
    assert all("." in name.split("/")[0] or name.startswith("localhost/") for name in names)
    assert not any(name.endswith(":latest") for name in names)


def test_the_service_keeps_its_health_check() -> None:
    # In the file, because podman-compose builds images in a format that drops it.
    written = re.findall(r'CMD (\["python".*healthcheck"\])', (ROOT / "Dockerfile").read_text())
    assert SERVICES["nim"]["healthcheck"]["test"] == ["CMD", *json.loads(written[0])]


@pytest.mark.serving
def test_a_worker_has_all_its_threads_from_its_start() -> None:
    """As many as test_grants.py counts."""
    with Server(WEB_CONCURRENCY=1) as server:
        (worker,) = server.workers
        threads = len([*Path(f"/proc/{worker}/task").iterdir()])
        assert threads == THREADS
        server.post("/moves", {"positions": [{"piles": [3]}] * 5_000})
        server.get("/metrics")
        assert len([*Path(f"/proc/{worker}/task").iterdir()]) == threads


def test_no_log_fills_the_disk() -> None:
    for service in SERVICES.values():
        assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}


def test_prometheus_finds_alertmanager_the_exporter_and_the_manual() -> None:
    assert mounts("prometheus")["/etc/prometheus"] == "./prometheus"
    (target,) = PROMETHEUS["alerting"]["alertmanagers"][0]["static_configs"][0]["targets"]
    name, port = target.split(":")
    assert SERVICES[name]["ports"][0].endswith(f":{port}")
    probe = PROMETHEUS["scrape_configs"][1]
    name, port = probe["relabel_configs"][-1]["replacement"].split(":")
    assert port == "9115"  # the exporter's own default
    assert mounts(name)["/etc/blackbox"] == "./blackbox"
    assert SERVICES[name]["command"] == ["--config.file=/etc/blackbox/blackbox.yml"]
    modules = read_yaml(DEPLOY / "blackbox" / "blackbox.yml")["modules"]
    assert probe["params"]["module"] == list(modules)
    assert PROMETHEUS["global"]["external_labels"] == {"manual": "${MANUAL_URL}"}
    address = SERVICES["prometheus"]["environment"]["MANUAL_URL"]
    assert address.startswith("${MANUAL_URL:-https://")


def test_grafana_finds_the_dashboard_and_its_data() -> None:
    mounted = mounts("grafana")
    assert mounted["/etc/grafana/provisioning"] == "./grafana/provisioning"
    (provider,) = read_yaml(PROVISIONING / "dashboards" / "nim.yml")["providers"]
    directory = provider["options"]["path"]
    assert (DEPLOY / mounted[directory] / "nim.json").is_file()
    home = SERVICES["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home == f"{directory}/nim.json"
    source, alerts = read_yaml(PROVISIONING / "datasources" / "prometheus.yml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    assert alerts["url"] == "http://alertmanager:9093"
    assert source["jsonData"]["timeInterval"] == PROMETHEUS["global"]["scrape_interval"]
