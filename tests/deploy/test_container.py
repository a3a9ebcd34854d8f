"""The image under its restrictions, as started by podman, by compose and from the manifests."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests.deploy.manifests import KUBERNETES, rendered
from tests.support.containers import Container, inspect, needs_image, podman
from tests.support.http_client import ask, free_port, is_ready
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run
from tests.support.waiting import wait_until
from tests.support.yaml_files import read_yaml

pytestmark = [needs("podman"), needs_image]

MEASURED = r'request_duration_seconds_count\{.*http_route="/move".*\} (\S+)'
MANUAL = (ROOT / "docs/deploy.md").read_text()


class Started(NamedTuple):
    """A running container."""

    name: str
    port: int
    metrics: Callable[[], str]
    """The metrics; they are on their own port if there is one."""


@contextmanager
def by_podman(_: Path, containers: tuple[Container, Container], __: str) -> Iterator[Started]:
    """One that several tests share, run as in the manual."""
    name, port = containers[0]
    yield Started(name, port, lambda: str(ask(port, "/metrics")[1], "utf-8"))


@contextmanager
def by_compose(_: Path, __: object, image: str) -> Iterator[Started]:
    """With the manual's command, without services whose images are not available everywhere."""
    port = free_port()
    name = f"nim-test-{port}"

    def compose(*arguments: str) -> None:
        command = [sys.executable, "-m", "podman_compose", "--project-name", name, *arguments]
        result = run(command, environment={"IMAGE": image, "PORT": str(port)})
        assert result.returncode == 0, result.stderr

    service = f"{name}_nim_1"
    scraped = read_yaml(DEPLOY / "compose.yaml")["services"]["nim"]["environment"]
    address = f"http://127.0.0.1:{scraped['NIM_METRICS_PORT']}/metrics"
    scrape = f"import urllib.request as u; print(u.urlopen('{address}').read().decode())"

    def metrics() -> str:
        assert ask(port, "/metrics")[0] == 404
        return podman("exec", service, "python", "-c", scrape)

    up = re.findall(r"^docker compose (.+)$", MANUAL, re.MULTILINE)[0]
    try:
        compose(*up.replace("--build", "--no-build").split(), "nim")
        yield Started(service, port, metrics)
    finally:
        compose("--file", "deploy/compose.yaml", "down", "--volumes", "--timeout", "0")


@contextmanager
def by_manifests(directory: Path, _: object, image: str) -> Iterator[Started]:
    """From the base's Deployment, run by `podman kube play`."""
    port, metrics_port = free_port(), free_port()
    manifests = rendered(KUBERNETES / "base")
    deployment = manifests["Deployment"]
    deployment["metadata"]["name"] = f"nim-test-{port}"
    # The only differences from a cluster: an image that is already here, and published ports.
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    container |= {"image": image, "imagePullPolicy": "Never"}
    for opened, outside in zip(container["ports"], (port, metrics_port), strict=True):
        opened |= {"hostPort": outside, "hostIP": "127.0.0.1"}
    file = directory / "pod.yaml"
    file.write_text(yaml.safe_dump_all([manifests["ConfigMap"], deployment]))
    pod = f"nim-test-{port}-pod-0"

    def metrics() -> str:
        assert ask(port, "/metrics")[0] == 404
        return ask(metrics_port, "/metrics")[1].decode()

    try:
        podman("kube", "play", str(file))
        yield Started(f"{pod}-nim", port, metrics)
    finally:
        podman("pod", "rm", "--force", "--time", "0", pod)


def measured(started: Started) -> float:
    """The number of positions that have been solved. Workers update it once a second."""
    return sum(map(float, re.findall(MEASURED, started.metrics())))


@pytest.mark.parametrize(
    "start",
    [by_podman, by_compose, pytest.param(by_manifests, marks=needs("kubectl"))],
    ids=lambda start: start.__name__,
)
def test_a_container_serves_within_its_restrictions(
    start: Callable[[Path, tuple[Container, Container], str], AbstractContextManager[Started]],
    tmp_path: Path,
    containers: tuple[Container, Container],
    image: str,
) -> None:
    """It is process 1 without privileges, on a read-only root, and measures within its memory."""
    with start(tmp_path, containers, image) as started:
        wait_until(partial(is_ready, started.port))
        before = measured(started)
        for _ in range(300):
            status, body = ask(started.port, "/move", {"piles": [19, 20, 21]})
            assert (status, json.loads(body)["nim_sum"]) == (200, 18)
        wait_until(lambda: measured(started) == before + 300)
        host = inspect(started.name)["HostConfig"]
        assert (host["ReadonlyRootfs"], host["Memory"]) == (True, 256 * 2**20)
        written = podman("exec", started.name, "sh", "-c", "touch /srv/nim/x 2>&1 || true")
        assert "Read-only file system" in written
        process = podman("exec", started.name, "cat", "/proc/1/status", "/proc/1/cmdline")
    fields = dict(line.split(":\t", 1) for line in process.splitlines() if ":\t" in line)
    assert process.rsplit("\n", 1)[-1] == "python\0-m\0service\0"
    assert fields["Uid"].split() == ["65532"] * 4
    assert (fields["CapEff"], fields["NoNewPrivs"]) == ("0" * 16, "1")


@pytest.fixture
def container(containers: tuple[Container, Container]) -> Container:
    """A container that several tests share."""
    return containers[0]


@needs("git")
def test_it_says_from_which_commit_it_was_built(container: Container) -> None:
    commit = run(["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*"])
    status, body = ask(container.port, "/readyz")
    assert (status, json.loads(body).get("revision", "")) == (200, commit.stdout.strip())


def test_the_health_check_succeeds_and_fails(container: Container) -> None:
    """It succeeds for a healthy service, and fails if none is listening."""
    podman("healthcheck", "run", container.name)
    elsewhere = "import service.healthcheck as h; raise SystemExit(h.main() != 1)"
    podman("exec", "--env", "PORT=1", container.name, "python", "-c", elsewhere)


def test_its_largest_requests_fit_into_memory_and_it_stops_cleanly(
    container: Container,
) -> None:
    for _ in range(20):
        assert ask(container.port, "/move", {"piles": list(range(10_000))})[0] == 200
    podman("stop", "--time", "20", container.name)
    ended = inspect(container.name)["State"]
    podman("start", container.name)
    wait_until(partial(is_ready, container.port))
    assert (ended["ExitCode"], ended["OOMKilled"]) == (0, False)
