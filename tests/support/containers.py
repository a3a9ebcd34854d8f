"""The image, built once for all tests of a run, and containers of it."""

import contextlib
import fcntl
import json
import subprocess
import tarfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from tests.support.http_client import free_port, is_ready
from tests.support.paths import ROOT
from tests.support.programs import make, run
from tests.support.waiting import wait_until

# Other work trees may test their own images at the same time.
IMAGE = f"localhost/nim-move-service-test-{crc32(str(ROOT).encode()):08x}"

SECOND_IMAGE = f"{IMAGE}-again"
OLD_IMAGE = f"{IMAGE}-old"

# The test that happens to build the image, and those that wait for it, take their time.
needs_image = pytest.mark.timeout(600)

LEFT = contextlib.ExitStack()
"""How to remove the images and containers that the tests of this process leave.

None is removed while a test that needs the image is still to come: without a journal, ext4 looks at
every file that was removed in the last minutes whenever it makes a new one.
"""


def uses_image(item: pytest.Item) -> bool:
    """Whether a test needs the image."""
    return "image" in getattr(item, "fixturenames", ())


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

    def remove_left_ones() -> None:
        podman("rmi", OLD_IMAGE, SECOND_IMAGE, check=False)

    def remove_by_last_user() -> None:
        # podman can't read one image while it removes another.
        with users, contextlib.suppress(BlockingIOError):
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove_left_ones()

    def build() -> str:
        remove_left_ones()  # by a run that was killed
        podman("tag", IMAGE, OLD_IMAGE, check=False)
        # One layer a stage: where layers are copied whole, that is most of the time.
        made = make("image", IMAGE=IMAGE, BUILDAH_LAYERS="false")
        assert made.returncode == 0, made.stderr
        return IMAGE

    users = (shared_directory / "users of images").open("w")  # closed by LEFT
    fcntl.flock(users, fcntl.LOCK_SH)
    LEFT.callback(remove_by_last_user)
    return once(shared_directory, "image", build)


class Container(NamedTuple):
    """A container that serves on a port of this machine."""

    name: str
    port: int


RESTRICTIONS = ["--read-only", "--cap-drop=all", "--security-opt=no-new-privileges"]
RESTRICTIONS += ["--memory=256m", "--pids-limit=64"]


@cache
def two_containers(image: str) -> tuple[Container, Container]:
    """Two containers that serve, restricted as the manual says; what stops one starts it again."""
    LEFT.callback(two_containers.cache_clear)
    one, other = (run_container(image, *RESTRICTIONS) for _ in range(2))
    wait_until(partial(is_ready, one.port))
    wait_until(partial(is_ready, other.port))
    return one, other


def run_container(image: str, *options: str) -> Container:
    """A container that starts."""
    port = free_port()
    name = podman("run", "--detach", f"--publish=127.0.0.1:{port}:8000", *options, image)
    LEFT.callback(podman, "rm", "--force", "--time", "0", name, check=False)
    return Container(name, port)


@pytest.fixture
def containers(image: str) -> tuple[Container, Container]:
    """Two containers, which the tests of this process share."""
    return two_containers(image)


LOOK_AT_PACKAGES = """
import json
from importlib.metadata import distributions
print(json.dumps({d.name.lower().replace("_", "-"): d.version for d in distributions()}))
"""

LOOK_AT_MODULES = """
import json, pathlib, struct

modules, kinds = 0, []
for directory in ("/opt/nim/lib", "/srv/nim"):
    modules += sum(1 for _ in pathlib.Path(directory).rglob("*.py"))
    for cached in pathlib.Path(directory).rglob("__pycache__/*.pyc"):
        if cached.parent.with_name(cached.name.split(".cpython-")[0] + ".py").exists():
            kinds.append(int.from_bytes(cached.read_bytes()[4:8], "little"))

libraries, unstripped = 0, []
for file in pathlib.Path("/opt/nim/lib").rglob("*.so*"):
    data = file.read_bytes()
    libraries += 1
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    types = [struct.unpack_from("<I", data, start + n * size + 4)[0] for n in range(count)]
    if 2 in types:  # SHT_SYMTAB, the table that no program needs to run
        unstripped.append(str(file))

print(json.dumps({
    "modules": modules, "bytecode": kinds, "libraries": libraries, "unstripped": unstripped,
}))
"""

LOOK_FOR_INSTALLERS = """
import importlib.util, json

print(json.dumps([name for name in ("pip", "ensurepip") if importlib.util.find_spec(name)]))
"""


def files_of(container: str) -> list[str]:
    """All files of a container, those below its mounts included."""
    with (
        subprocess.Popen(["podman", "export", container], stdout=subprocess.PIPE) as export,
        tarfile.open(fileobj=export.stdout, mode="r|") as members,
    ):
        return [f"/{member.name}" for member in members if not member.isdir()]


@pytest.fixture(scope="session")
def contents(image: str, shared_directory: Path) -> dict[str, Any]:
    """The image's files, its Python packages with their versions, and what its modules are.

    `installers` are those of its own interpreter, then those of the base's.
    """

    def look() -> str:
        container, _ = two_containers(image)
        scripts = [("python", LOOK_AT_PACKAGES), ("python", LOOK_AT_MODULES)]
        scripts += [
            (python, LOOK_FOR_INSTALLERS) for python in ("python", "/usr/local/bin/python3")
        ]
        script = "; ".join(f"{python} -c '{text}'" for python, text in scripts)
        packages, modules, *installers = map(
            json.loads, podman("exec", container.name, "sh", "-c", script).splitlines()
        )
        found = {"packages": packages, "installers": installers, "files": files_of(container.name)}
        return json.dumps({**found, **modules})

    found: dict[str, Any] = json.loads(once(shared_directory, "contents", look))
    return found
