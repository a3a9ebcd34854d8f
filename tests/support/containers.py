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

SECOND_IMAGE = f"{IMAGE}-again"

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
        # What an earlier run has left is removed now: podman can't read one image while it removes
        # another.
        podman("rmi", SECOND_IMAGE, check=False)
        before = podman("images", "--quiet", "--no-trunc", IMAGE)
        # One layer a stage: where layers are copied whole, that is most of the time.
        made = make("image", IMAGE=IMAGE, BUILDAH_LAYERS="false")
        assert made.returncode == 0, made.stderr
        if before and before != podman("images", "--quiet", "--no-trunc", IMAGE):
            podman("rmi", before, check=False)  # no test needs it again
        return IMAGE

    return once(shared_directory, "image", build)


LOOK_INSIDE = """
import json, os
from importlib.metadata import distributions
files = []
for directory, subdirectories, names in os.walk("/"):
    subdirectories[:] = [d for d in subdirectories if not os.path.ismount(f"{directory}/{d}")]
    files += [os.path.join(directory, name) for name in names]
packages = {d.name.lower().replace("_", "-"): d.version for d in distributions()}
print(json.dumps({"files": files, "packages": packages}))
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


@pytest.fixture(scope="session")
def contents(image: str, shared_directory: Path) -> dict[str, Any]:
    """The image's files, its Python packages with their versions, and what its modules are.

    `installers` are those of its own interpreter, then those of the base's. All of it comes from
    one container, since starting one can mean copying the whole image.
    """
    command = ["run", "--rm", "--network", "none", "--user", "0", "--entrypoint", "sh", image, "-c"]
    scripts = [("python", script) for script in (LOOK_INSIDE, LOOK_AT_MODULES, LOOK_FOR_INSTALLERS)]
    scripts.append(("/usr/local/bin/python3", LOOK_FOR_INSTALLERS))
    script = "; ".join(f"{python} -c '{text}'" for python, text in scripts)
    listing = once(shared_directory, "contents", lambda: podman(*command, script))
    files, modules, *installers = map(json.loads, listing.splitlines())
    return {**files, **modules, "installers": installers}
