"""How the image is built: labelled, the same each time, stripped and compiled."""

import json
import re
from pathlib import Path

from service import __version__
from tests.support.containers import needs_image, podman
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import make, run

pytestmark = [needs("podman"), needs_image]

LABEL = "org.opencontainers.image"

BYTECODE = """
import json, pathlib
files = [p for d in ("/opt/nim/lib", "/srv/nim") for p in pathlib.Path(d).rglob("*.py")]
compiled, checked = [], []
for file in files:
    for cached in file.parent.glob(f"__pycache__/{file.stem}.cpython-*.pyc"):
        compiled.append(str(file))
        if int.from_bytes(cached.read_bytes()[4:8], "little") == 0b11:
            checked.append(str(file))
print(json.dumps([len(files), len(compiled), len(checked)]))
"""

SYMBOLS = """
import json, pathlib, struct
unstripped, libraries = [], 0
for file in pathlib.Path("/opt/nim/lib").rglob("*.so*"):
    data = file.read_bytes()
    libraries += 1
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    types = [struct.unpack_from("<I", data, start + n * size + 4)[0] for n in range(count)]
    if 2 in types:  # SHT_SYMTAB, the table that no program needs to run
        unstripped.append(str(file))
print(json.dumps([libraries, unstripped]))
"""


def python(image: str, script: str) -> list[object]:
    """What a script prints in the image, as JSON."""
    command = ["run", "--rm", "--network", "none", "--user", "0", "--entrypoint", "python", image]
    found: list[object] = json.loads(podman(*command, "-c", script))
    return found


def test_labels_name_version_and_commit(image: str) -> None:
    (description,) = json.loads(podman("image", "inspect", image))
    labels = description["Labels"]
    commit = run(["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude", "*"])
    assert labels[f"{LABEL}.version"] == __version__
    assert labels.get(f"{LABEL}.revision", "") == commit.stdout.strip()
    assert labels[f"{LABEL}.licenses"] == "MIT"


def test_source_and_base_are_labelled_where_they_are_given() -> None:
    base = f"docker.io/library/python@sha256:{64 * '0'}"
    source = "https://git.example/nim-move-service"
    said = make("--just-print", "image", BASE=base, SOURCE=source)
    assert f"--label {LABEL}.source={source}" in said.stdout
    assert f"--label {LABEL}.base.name={base}" in said.stdout
    assert f"s|^FROM [^ ]*|FROM {base}|" in said.stdout


def manifest(image: str, directory: Path) -> str:
    """The digest of an image in OCI's format, which covers every byte of it."""
    podman(
        "save",
        "--quiet",
        "--format",
        "oci-dir",
        "--uncompressed",
        "--output",
        str(directory),
        image,
    )
    index = json.loads((directory / "index.json").read_text())
    digest: str = index["manifests"][0]["digest"]
    return digest


def test_a_second_build_differs_in_nothing(image: str, tmp_path: Path) -> None:
    # In OCI's format: Docker's also names the container in which the image was built.
    again = f"{image}-again"
    made = make("image", IMAGE=again, BUILDAH_LAYERS="false")
    assert made.returncode == 0, made.stderr
    try:
        assert manifest(again, tmp_path / "again") == manifest(image, tmp_path / "first")
    finally:
        podman("rmi", again, check=False)


def test_every_module_has_bytecode_that_is_validated_by_hash(image: str) -> None:
    modules, compiled, checked = python(image, BYTECODE)
    assert modules == compiled == checked != 0


def test_the_libraries_are_stripped(image: str) -> None:
    libraries, unstripped = python(image, SYMBOLS)
    assert libraries != 0
    assert unstripped == []


def test_the_health_check_is_in_the_image(image: str) -> None:
    (description,) = json.loads(podman("image", "inspect", image))
    written = re.findall(r'CMD (\["python".*healthcheck"\])', (ROOT / "Dockerfile").read_text())
    assert description["Healthcheck"]["Test"] == ["CMD", *json.loads(written[0])]


def test_nothing_in_the_image_installs_packages(image: str) -> None:
    command = ["run", "--rm", "--network", "none", "--entrypoint", "sh", image, "-c"]
    tries = [
        f"{interpreter} -m {module} --version"
        for interpreter in ("python", "/usr/local/bin/python3")
        for module in ("pip", "ensurepip")
    ]
    said = run(["podman", *command, "; ".join(tries)])
    assert said.stderr.count("No module named") == len(tries)
