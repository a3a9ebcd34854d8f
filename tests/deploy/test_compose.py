"""The service of compose.yaml, run by podman-compose."""

import json
import re
import sys
from functools import partial
from typing import Any

import pytest

from tests.support.containers import LEFT, inspect, needs_image, podman
from tests.support.http_client import ask, free_port, is_ready
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run
from tests.support.waiting import wait_until
from tests.support.yaml_files import read_yaml

SERVICES: dict[str, Any] = read_yaml(DEPLOY / "compose.yaml")["services"]
MANUAL = (ROOT / "docs/operations.md").read_text()
COMMAND = re.findall(r"^docker compose (.+)$", MANUAL, re.MULTILINE)[0]


SCRAPE = f"""
import urllib.request
print(urllib.request.urlopen("http://127.0.0.1:{SERVICES["nim"]["environment"]["NIM_METRICS_PORT"]}/metrics").status)
"""
NOTIFY = """
import json, urllib.request
alert = {"status": "firing", "startsAt": "now", "labels": {"alertname": "A"}, "annotations": {}}
data = json.dumps({"alerts": [alert]}).encode()
print(urllib.request.urlopen("http://127.0.0.1:9099/page", data).status)
"""


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


@pytest.fixture
def project(image: str) -> tuple[str, int]:
    """What the manual's command has started: the name of the project, and the service's port."""
    port = free_port()
    name = f"nim-test-{port}"
    environment = {"IMAGE": image, "PORT": str(port)}

    def compose(*arguments: str) -> None:
        command = [sys.executable, "-m", "podman_compose", "--project-name", name, *arguments]
        result = run(command, environment=environment)
        assert result.returncode == 0, result.stderr

    LEFT.callback(compose, "--file", "deploy/compose.yaml", "down", "--volumes", "--timeout", "0")
    # The image is built already, and the others can't be had on every machine.
    compose(*COMMAND.replace("--build", "--no-build").split(), "nim", "alerts")
    wait_until(partial(is_ready, port))
    return name, port


@needs("podman")
@needs_image
def test_the_command_of_the_manual_runs_the_service(project: tuple[str, int]) -> None:
    """It runs within the restrictions of the manual."""
    name, port = project
    status, body = ask(port, "/move", {"piles": [19, 20, 21]})
    assert status == 200
    assert json.loads(body)["nim_sum"] == 18

    service, receiver = f"{name}_nim_1", f"{name}_alerts_1"
    assert ask(port, "/metrics")[0] == 404
    assert podman("exec", service, "python", "-c", SCRAPE) == "200"

    assert podman("exec", receiver, "python", "-c", NOTIFY) == "204"
    assert json.loads(podman("logs", receiver))["alertname"] == "A"

    description = inspect(service)
    host = description["HostConfig"]
    assert host["ReadonlyRootfs"] is True
    assert not description["EffectiveCaps"]
    assert "no-new-privileges" in str(host["SecurityOpt"])
    assert f"{host['Memory'] // 2**20}m" == SERVICES["nim"]["mem_limit"]
    assert host["PidsLimit"] == 64
    podman("healthcheck", "run", service)  # fails where the container is not healthy
