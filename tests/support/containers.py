"""The image, built once for all tests of a run, containers of it, and clients for them."""

import fcntl
import http.client
import json
import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

ROOT = Path(__file__).parent.parent.parent
# Work trees beside this one may test their own images at the same time.
IMAGE = f"localhost/nim-move-service-test-{crc32(str(ROOT).encode()):08x}"

# The test that happens to build the image, and those that wait for it, take their time.
needs_image = pytest.mark.timeout(600)


def podman(*arguments: str, check: bool = True) -> str:
    """What podman says; an error shows what it complained of."""
    run = subprocess.run(["podman", *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 0 or not check, f"podman {' '.join(arguments)}: {run.stderr}"
    return run.stdout.strip()


def make(target: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`make target` with variables, which programs that it starts see, too."""
    # Another make may be running these tests, with options of its own.
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    settings = [f"{name}={value}" for name, value in variables.items()]
    return subprocess.run(
        ["make", "--silent", target, *settings],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


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


def once(directory: Path, name: str, make: Callable[[], str]) -> str:
    """What `make` returns, called by the first process only; the others wait for it."""
    result = directory / name
    with result.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            result.write_text(make())
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
            podman("rmi", before, check=False)  # nobody will need it again
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
    run = ["run", "--rm", "--network", "none", "--user", "0", "--entrypoint", "python", image]
    listing = once(shared_directory, "contents", lambda: podman(*run, "-c", LOOK_INSIDE))
    found: dict[str, Any] = json.loads(listing)
    return found


def free_port() -> int:
    """A port on which nobody listens just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def ask(port: int, path: str, body: object = None) -> tuple[int, bytes]:
    """Status and body of an answer on a connection of its own; 0 if there is none to be had."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        if body is None:
            connection.request("GET", path)
        else:
            headers = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def is_ready(port: int) -> bool:
    """Whether a service on that port wants requests."""
    return ask(port, "/readyz")[0] == 200
