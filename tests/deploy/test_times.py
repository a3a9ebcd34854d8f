"""The times that have to fit each other: drain, grace periods, checks and timeouts."""

import ast
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.programs import run
from tests.support.yaml_files import read_yaml

pytestmark = pytest.mark.serving


def gunicorn(name: str, **settings: str) -> Any:
    """A setting of gunicorn under these settings of the service."""
    program = Path(sys.executable).with_name("gunicorn")
    result = run([program, "--print-config"], environment={**settings, "NIM_METRICS": "off"})
    assert result.returncode == 0, result.stderr
    (value,) = re.findall(rf"^{name} += (.+)$", result.stdout, re.MULTILINE)
    return ast.literal_eval(value)


@pytest.fixture(scope="module")
def manifests() -> dict[str, Any]:
    """The Kubernetes manifests by kind."""
    result = run(["kubectl", "kustomize", "deploy/kubernetes/base"])
    assert result.returncode == 0, result.stderr
    return {m["kind"]: m for m in yaml.safe_load_all(result.stdout)}


@pytest.fixture(scope="module")
def deployment(manifests: dict[str, Any]) -> Any:
    """What the Deployment asks for."""
    return manifests["Deployment"]["spec"]


@pytest.fixture(scope="module")
def pod(manifests: dict[str, Any]) -> dict[str, Any]:
    """The pod of the Kubernetes manifests, and under "settings" those of its config map."""
    pod: dict[str, Any] = manifests["Deployment"]["spec"]["template"]["spec"]
    return {**pod, "settings": manifests["ConfigMap"]["data"]}


def patience(probe: dict[str, Any]) -> int:
    """Seconds without a response after which a probe has failed for good, at the least."""
    waits: int = probe["periodSeconds"] * (probe["failureThreshold"] - 1)
    return waits + int(probe["timeoutSeconds"])


@needs("kubectl")
def test_a_pod_may_drain_and_finish_before_it_is_killed(pod: dict[str, Any]) -> None:
    pause = pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
    stop = gunicorn("graceful_timeout", **pod["settings"])
    assert stop > float(pod["settings"]["NIM_DRAIN_SECONDS"])
    assert pause + stop + 5 <= pod["terminationGracePeriodSeconds"]


def test_a_container_of_compose_may_drain_and_finish_before_it_is_killed() -> None:
    service = read_yaml(DEPLOY / "compose.yaml")["services"]["nim"]
    grace = int(service["stop_grace_period"].removesuffix("s"))
    assert gunicorn("graceful_timeout") + 5 <= grace


@needs("kubectl")
def test_liveness_waits_several_times_as_long_as_gunicorn_does_for_a_worker(
    pod: dict[str, Any],
) -> None:
    liveness = pod["containers"][0]["livenessProbe"]
    assert patience(liveness) >= 3 * gunicorn("timeout", **pod["settings"])


@needs("kubectl")
def test_readiness_gives_up_long_before_liveness(pod: dict[str, Any]) -> None:
    container = pod["containers"][0]
    assert patience(container["readinessProbe"]) * 5 <= patience(container["livenessProbe"])


@needs("kubectl")
def test_a_full_queue_makes_no_pod_unready(pod: dict[str, Any]) -> None:
    # /readyz took up to 2.2 s behind 900 connections, and a pod admits few more.
    probe = pod["containers"][0]["readinessProbe"]
    assert probe["timeoutSeconds"] >= 2 * 2.2
    assert probe["failureThreshold"] > 2


@needs("kubectl")
def test_a_rollout_gives_up_only_after_a_pod_had_time_to_start_and_to_stay(
    deployment: dict[str, Any], pod: dict[str, Any]
) -> None:
    start = pod["containers"][0]["startupProbe"]
    readiness = pod["containers"][0]["readinessProbe"]
    # A new pod must stay ready for longer than one that is not would need to show it.
    assert deployment["minReadySeconds"] >= 2 * readiness["periodSeconds"]
    starting = start["periodSeconds"] * start["failureThreshold"]
    assert deployment["progressDeadlineSeconds"] >= 2 * (starting + deployment["minReadySeconds"])
    assert deployment["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}


@needs("kubectl")
def test_the_pause_before_the_stop_is_longer_than_a_round_of_readiness(
    pod: dict[str, Any],
) -> None:
    container = pod["containers"][0]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pause >= container["readinessProbe"]["periodSeconds"]


def test_the_proxy_notices_a_draining_replica_before_it_stops_listening() -> None:
    config = (DEPLOY / "haproxy" / "haproxy.cfg").read_text()
    (check,) = re.findall(r"default-server check inter (\d+)ms fall (\d+)", config)
    drain = gunicorn("graceful_timeout", NIM_DRAIN_SECONDS="2") - gunicorn(
        "graceful_timeout", NIM_DRAIN_SECONDS="0"
    )
    assert drain == 2
    assert int(check[0]) * int(check[1]) / 1000 <= drain / 2


def test_the_proxy_closes_idle_connections_to_a_replica_no_later_than_the_replica() -> None:
    config = (DEPLOY / "haproxy" / "haproxy.cfg").read_text()
    (server,) = re.findall(r"timeout server (\d+)s", config)
    assert int(server) < gunicorn("keepalive")
