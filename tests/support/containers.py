"""The image, built once for all processes of a run, and containers of it."""

import fcntl
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from tests.support.http_client import free_port
from tests.support.paths import ROOT
from tests.support.programs import make, run

# Other working trees may test their own images at the same time.
IMAGE = f"localhost/nim-move-service-test-{crc32(str(ROOT).encode()):08x}"

SECOND_IMAGE = f"{IMAGE}-again"
OLD_IMAGE = f"{IMAGE}-old"

# Building the image takes long, and so does waiting for it.
needs_image = pytest.mark.timeout(600)

RESTRICTIONS = ["--read-only", "--cap-drop=all", "--security-opt=no-new-privileges"]
RESTRICTIONS += ["--memory=256m", "--pids-limit=2600"]
"""As the manual says."""


class Container(NamedTuple):
    """A container that serves on a port of this machine."""

    name: str
    port: int


def podman(*arguments: str, check: bool = True) -> str:
    """The output of podman. An error shows what is wrong."""
    said = run(["podman", *arguments])
    assert said.returncode == 0 or not check, f"podman {' '.join(arguments)}: {said.stderr}"
    return said.stdout.strip()


def log_of(name: str) -> str:
    """Everything that a container has written, to its standard error too."""
    said = run(["podman", "logs", name])
    return said.stdout + said.stderr


def inspect(name: str) -> dict[str, Any]:
    """Everything podman knows about a container."""
    (description,) = json.loads(podman("container", "inspect", name))
    assert isinstance(description, dict)
    return description


@contextmanager
def running(image: str, *options: str) -> Iterator[Container]:
    """A container that starts."""
    port = free_port()
    name = podman("run", "--detach", f"--publish=127.0.0.1:{port}:8000", *options, image)
    try:
        yield Container(name, port)
    finally:
        podman("rm", "--force", "--time", "0", name)


@pytest.fixture(scope="session")
def shared_directory(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A directory that all processes of this test run share."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


def once(directory: Path, name: str, produce: Callable[[], str]) -> str:
    """The result of `produce`, which only the first process calls; the others wait for it."""
    result = directory / name
    with result.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            result.write_text(produce())
    return result.read_text()


def base_here() -> str:
    """The base to build on: the Dockerfile's, or the image of the newest Python that is here."""
    named: str
    (named,) = {*re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)}
    form = "--format={{.Repository}}:{{.Tag}}"
    here = podman("images", form, named.partition(":")[0]).splitlines()
    if named in here or podman("pull", "--quiet", named, check=False) or not here:
        return named
    return max(here)  # without a registry


@pytest.fixture(scope="session")
def image(shared_directory: Path) -> Iterator[str]:
    """The name of the image. It is built when first needed."""

    def build() -> str:
        podman("rmi", OLD_IMAGE, SECOND_IMAGE, check=False)  # of a run that was killed
        podman("tag", IMAGE, OLD_IMAGE, check=False)
        # One layer per stage, because some storage drivers copy whole layers.
        made = make("image", IMAGE=IMAGE, BASE=base_here(), BUILDAH_LAYERS="false")
        assert made.returncode == 0, made.stderr
        return IMAGE

    with (shared_directory / "users of images").open("w") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        yield once(shared_directory, "image", build)
        # podman can't read one image while it removes another, so the last user removes it.
        with suppress(BlockingIOError):
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            podman("rmi", OLD_IMAGE, SECOND_IMAGE, check=False)
