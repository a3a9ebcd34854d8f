"""The image under the manual's restrictions: a read-only root, no capability, 256 MiB."""

import json
from functools import partial
from typing import Any

import pytest

from tests.support.containers import Container, inspect, needs_image, podman
from tests.support.http_client import ask, is_ready
from tests.support.needs import needs
from tests.support.programs import run
from tests.support.waiting import wait_until

pytestmark = [needs("podman"), needs_image]


@pytest.fixture
def container(containers: tuple[Container, Container]) -> Container:
    return containers[0]


def state(name: str) -> dict[str, Any]:
    found: dict[str, Any] = inspect(name)["State"]
    return found


def test_the_service_is_process_1_without_rights(container: Container) -> None:
    status = podman("exec", container.name, "cat", "/proc/1/status", "/proc/1/cmdline")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert status.rsplit("\n", 1)[-1] == "python\0-m\0service\0"
    assert fields["Uid"].split() == ["65532"] * 4
    assert (fields["CapEff"], fields["NoNewPrivs"]) == ("0" * 16, "1")


@needs("git")
def test_it_says_from_which_commit_it_was_built(container: Container) -> None:
    commit = run(["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*"])
    status, body = ask(container.port, "/readyz")
    assert (status, json.loads(body).get("revision", "")) == (200, commit.stdout.strip())


def test_its_root_is_read_only(container: Container) -> None:
    message = podman("exec", container.name, "sh", "-c", "touch /srv/nim/x 2>&1 || true")
    assert "Read-only file system" in message


def test_the_health_check_succeeds_and_fails(container: Container) -> None:
    """It succeeds for a healthy service, and fails where none listens."""
    podman("healthcheck", "run", container.name)
    elsewhere = "import service.healthcheck as h; raise SystemExit(h.main() != 1)"
    podman("exec", "--env", "PORT=1", container.name, "python", "-c", elsewhere)


def test_the_container_serves_and_stops_cleanly(container: Container) -> None:
    """Its largest requests fit into its memory."""
    status, body = ask(container.port, "/move", {"piles": [19, 20, 21]})
    assert (status, json.loads(body)["nim_sum"]) == (200, 18)

    for _ in range(20):
        status, _ = ask(container.port, "/move", {"piles": list(range(10_000))})
        assert status == 200
    assert ask(container.port, "/metrics")[0] == 200

    podman("stop", "--time", "20", container.name)
    ended = state(container.name)
    podman("start", container.name)
    wait_until(partial(is_ready, container.port))
    assert (ended["ExitCode"], ended["OOMKilled"]) == (0, False)
