"""The memory in /dev/shm that deployments grant is as much as the files of metrics may need."""

import os
import re
import sys
from typing import Any

import pytest

from service.telemetry.processes import MOST
from service.terminal import MEMORY_FILES
from tests.deploy.manifests import Manifests, Pod
from tests.support.any_server import serving
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.yaml_files import read_yaml

MIB = 2**20
MANUAL = (ROOT / "docs/configuration.md").read_text()
PROMISED = re.search(
    r"\*\*Shared memory:\*\* (\d+) MiB for each worker and (?:.|\n)* (\d+) MiB, enough for (\d+)",
    MANUAL,
)


def mounted_at(path: str, pod: Pod) -> dict[str, Any]:
    """The volume that the pod's only container mounts at a path."""
    (container,) = pod["containers"]
    (name,) = [each["name"] for each in container["volumeMounts"] if each["mountPath"] == path]
    (volume,) = [each for each in pod["volumes"] if each["name"] == name]
    return dict(volume)


@needs("kubectl")
def test_a_pod_has_enough(base: Manifests, pod: Pod) -> None:
    granted = mounted_at(MEMORY_FILES, pod)["emptyDir"]
    workers = int(base["ConfigMap"]["data"]["WEB_CONCURRENCY"])
    assert granted["medium"] == "Memory"
    assert int(granted["sizeLimit"].removesuffix("Mi")) * MIB >= MOST * (workers + 1)


def test_a_container_has_enough_for_as_many_workers_as_the_manual_says() -> None:
    assert PROMISED
    each, granted, workers = map(int, PROMISED.groups())
    assert each * MIB == MOST
    assert granted * MIB >= MOST * (workers + 1)
    service = read_yaml(DEPLOY / "compose.yaml")["services"]["nim"]
    assert "shm_size" not in service  # docker's and podman's own, which the manual names


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a file system")
@pytest.mark.parametrize(("mebibytes", "workers"), [(1, 1), (4, 8)])
def test_every_worker_measures_in_little_memory_too(mebibytes: int, workers: int) -> None:
    """Before a client has made every series, a tenth of it is enough."""
    mount = f'mount -t tmpfs -o size={mebibytes}m nim /dev/shm && exec "$@"'
    command = ("unshare", "--mount", "sh", "-c", mount, "sh", sys.executable, "-m", "service")
    with serving(*command, WEB_CONCURRENCY=f"{workers}") as port:
        for _ in range(100):
            assert request(port, "GET", "/move?piles=3,4,5").status == 200
        text = request(port, "GET", "/metrics").body.decode()
    series = r'duration_seconds_count\{.*http_route="/move".*\} (\S+)'
    assert [float(count) for count in re.findall(series, text)] == [100]
