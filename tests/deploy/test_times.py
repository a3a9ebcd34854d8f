"""Times that must fit each other: drain, grace periods, checks and timeouts."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from service.settings import Config
from tests.deploy.manifests import Manifests, Pod
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run
from tests.support.yaml_files import read_yaml

pytestmark = [pytest.mark.serving, needs("kubectl")]

DRAIN = Config().drain_seconds
COMPOSE = read_yaml(DEPLOY / "compose.yaml")["services"]["nim"]
HAPROXY = (DEPLOY / "haproxy" / "haproxy.cfg").read_text()


@cache
def gunicorn() -> dict[str, str]:
    """gunicorn's settings in the service, as text."""
    program = Path(sys.executable).with_name("gunicorn")
    result = run([program, "--print-config"], environment={"NIM_METRICS": "off"})
    assert result.returncode == 0, result.stderr
    return dict(re.findall(r"^(\w+) += (.+)$", result.stdout, re.MULTILINE))


def seconds(setting: str) -> int:
    return int(ast.literal_eval(gunicorn()[setting]))


def patience(probe: dict[str, Any]) -> int:
    """The minimum seconds without a response until a probe finally fails."""
    waits: int = probe["periodSeconds"] * (probe["failureThreshold"] - 1)
    return waits + int(probe["timeoutSeconds"])


def test_a_container_may_drain_and_finish_before_it_is_killed(base: Manifests, pod: Pod) -> None:
    assert float(base["ConfigMap"]["data"]["NIM_DRAIN_SECONDS"]) == DRAIN
    assert "NIM_DRAIN_SECONDS" not in COMPOSE["environment"]
    stop = seconds("graceful_timeout")
    assert stop > DRAIN
    pause = pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pause + stop + 5 <= pod["terminationGracePeriodSeconds"]
    assert COMPOSE["stop_grace_period"] == f"{pod['terminationGracePeriodSeconds']}s"
    # It is long enough for readiness to notice.
    assert pause >= pod["containers"][0]["readinessProbe"]["periodSeconds"]


def test_liveness_waits_far_longer_than_gunicorn_and_than_readiness(pod: Pod) -> None:
    container = pod["containers"][0]
    liveness = patience(container["livenessProbe"])
    assert liveness >= 3 * seconds("timeout")
    assert liveness >= 5 * patience(container["readinessProbe"])


def test_a_full_queue_makes_no_pod_unready(pod: Pod) -> None:
    # /readyz took up to 2.2 s behind 900 connections, and a pod admits only a few more.
    probe = pod["containers"][0]["readinessProbe"]
    assert probe["timeoutSeconds"] >= 2 * 2.2
    assert probe["failureThreshold"] > 2


def test_a_rollout_gives_up_only_after_a_pod_had_time_to_start_and_to_stay(
    base: Manifests, pod: Pod
) -> None:
    deployment = base["Deployment"]["spec"]
    start, readiness = (pod["containers"][0][f"{kind}Probe"] for kind in ("startup", "readiness"))
    # A new pod must stay ready for longer than an unready one needs to show it.
    assert deployment["minReadySeconds"] >= 2 * readiness["periodSeconds"]
    starting = start["periodSeconds"] * start["failureThreshold"]
    assert deployment["progressDeadlineSeconds"] >= 2 * (starting + deployment["minReadySeconds"])
    assert deployment["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}


def test_the_proxy_notices_a_draining_replica_and_closes_idle_connections_in_time() -> None:
    ((interval, fall),) = re.findall(r"default-server check inter (\d+)ms fall (\d+)", HAPROXY)
    assert int(interval) * int(fall) / 1000 <= DRAIN / 2
    (idle,) = re.findall(r"timeout server (\d+)s", HAPROXY)
    assert int(idle) < seconds("keepalive")


def test_common_proxies_close_idle_connections_first() -> None:
    """By default. The longest of those that have a limit under an hour is Google's."""
    idle = {"nginx": 60, "Traefik": 90, "Caddy": 120, "Google's load balancers": 600}
    assert max(idle.values()) < seconds("keepalive")
    manual = (ROOT / "docs/deploy.md").read_text()
    assert f"which is after {seconds('keepalive')} s:" in manual


def test_the_manual_names_these_times(pod: Pod) -> None:
    page = (ROOT / "docs/configuration.md").read_text()
    named = dict(re.findall(r"^\| [^|]* \| ([^|]*) \| (\d+) s \|", page, re.MULTILINE))
    container = pod["containers"][0]
    expected = {
        "`preStop` sleep": container["lifecycle"]["preStop"]["sleep"]["seconds"],
        "`NIM_DRAIN_SECONDS`": f"{DRAIN:g}",
        "drain + 8 s": seconds("graceful_timeout"),
        "`terminationGracePeriodSeconds`, `stop_grace_period`": pod[
            "terminationGracePeriodSeconds"
        ],
        "`timeout`": seconds("timeout"),
        "liveness probe": patience(container["livenessProbe"]),
        "readiness probe": patience(container["readinessProbe"]),
    }
    for name, value in expected.items():
        assert named[name] == str(value), name
