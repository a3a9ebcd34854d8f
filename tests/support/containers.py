"""The image, built once for all tests of a run, and containers of it."""

import fcntl
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.support.paths import ROOT
from tests.support.programs import make, run

# Work trees beside this one may test their own images at the same time.
IMAGE = f"localhost/nim-move-service-test-{crc32(str(ROOT).encode()):08x}"

# The test that happens to build the image, and those that wait for it, take their time.
needs_image = pytest.mark.timeout(600)


def podman(*arguments: str, check: bool = True) -> str:
    """What podman says; an error shows what is wrong."""
    said = run(["podman", *arguments])
    assert said.returncode == 0 or not check, f"podman {' '.join(arguments)}: {said.stderr}"
    return said.stdout.strip()


def inspect(name: str) -> dict[str, Any]:
    """All that podman knows of a container."""
    (description,) = json.loads(podman("container", "inspect", name))
    assert isinstance(description, dict)
    return description


@pytest.fixture(scope="session")
def shared_directory(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A directory that all processes of this run of the tests have in common."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


def once(directory: Path, name: str, produce: Callable[[], str]) -> str:
    """What `produce` returns, called by the first process only; the others wait for it."""
    result = directory / name
    with result.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            result.write_text(produce())
    return result.read_text()


@pytest.fixture(scope="session")
def image(shared_directory: Path) -> str:
    """The name of the image, which is built when first needed."""

    def build() -> str:
        before = podman("images", "--quiet", "--no-trunc", IMAGE)
        # One layer a stage: where layers are copied whole, that is most of the time.
        made = make("image", IMAGE=IMAGE, BUILDAH_LAYERS="false")
        assert made.returncode == 0, made.stderr
        if before and before != podman("images", "--quiet", "--no-trunc", IMAGE):
            podman("rmi", before, check=False)  # no test needs it again
        return IMAGE

    return once(shared_directory, "image", build)


LOOK_INSIDE = """
import json, os, sys
from importlib.metadata import distributions
files = []
for directory, subdirectories, names in os.walk("/"):
    subdirectories[:] = [d for d in subdirectories if not os.path.ismount(f"{directory}/{d}")]
    files += [os.path.join(directory, name) for name in names]
packages = {d.name.lower().replace("_", "-"): d.version for d in distributions()}
json.dump({"files": files, "packages": packages}, sys.stdout)
"""


@pytest.fixture(scope="session")
def contents(image: str, shared_directory: Path) -> dict[str, Any]:
    """The image's files, and its Python packages with their versions."""
    command = ["run", "--rm", "--network", "none", "--user", "0", "--entrypoint", "python", image]
    listing = once(shared_directory, "contents", lambda: podman(*command, "-c", LOOK_INSIDE))
    found: dict[str, Any] = json.loads(listing)
    return found
