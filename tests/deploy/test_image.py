"""How the image is built, and its contents."""

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service import __version__
from tests.support.containers import (
    SECOND_IMAGE,
    Container,
    base_here,
    needs_image,
    once,
    podman,
)
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import make, run

pytestmark = [needs("podman"), needs_image]

LABEL = "org.opencontainers.image"

UNWANTED = {
    "compiler": r"/(cc|gcc|g\+\+|c\+\+|clang|cpp|tcc|ld|as|make|rustc|go)(-[\d.]+)?$",
    "pip": r"/pip/__init__\.py$|/ensurepip/|/pip-[^/]*\.(whl$|dist-info/)|/bin/pip[\d.]*$",
    "cache of pip": r"/\.cache/|/pip/(http|wheels|selfcheck)",
    "cache of apt": r"\.deb$|^/var/cache/apt/.*\.bin$|^/var/lib/apt/lists/.*Packages",
    "test": r"/tests/(.*/)?(test_|conftest)|/(pytest|hypothesis|mypy)/",
    "shell history": r"/\.[a-z_]*hist(ory)?$",
    "version control": r"/\.git/",
    "private key": r"/id_(rsa|ed25519|ecdsa)$",
}


class Contents(NamedTuple):
    """The facts about a container's file system that the tests check."""

    files: list[str]
    bytecode: dict[str, int]
    """How the bytecode of each module and library is validated, by source file."""
    libraries: dict[str, bool]
    """Whether each compiled library has a symbol table, which no program needs to run."""


def contents_of(container: str) -> Contents:
    """The contents of a container, including files below its mounts."""
    found = Contents([], {}, {})
    with (
        subprocess.Popen(["podman", "export", container], stdout=subprocess.PIPE) as export,
        tarfile.open(fileobj=export.stdout, mode="r|") as members,
    ):
        for member in members:
            if member.isdir():
                continue
            found.files.append(f"/{member.name}")
            file = members.extractfile(member) if member.isfile() else None
            if file and member.name.startswith(("opt/nim/lib/", "srv/nim/")):
                directory, cache, name = member.name.rpartition("/__pycache__/")
                if cache:
                    source = f"/{directory}/{name.partition('.cpython-')[0]}.py"
                    found.bytecode[source] = int.from_bytes(file.read(8)[4:], "little")
                elif ".so" in member.name:
                    found.libraries[member.name] = b"\0.symtab\0" in file.read()
    return found


@pytest.fixture(scope="session")
def contents(containers: tuple[Container, Container], shared_directory: Path) -> Contents:
    """The contents of the image."""

    def look() -> str:
        return json.dumps(contents_of(containers[0].name))

    return Contents(*json.loads(once(shared_directory, "contents", look)))


@needs("git")
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
    result = make("--just-print", "image", BASE=base, SOURCE=source)
    assert f"--label {LABEL}.source={source}" in result.stdout
    assert f"--label {LABEL}.base.name={base}" in result.stdout
    assert f"s|^FROM [^ ]*|FROM {base}|" in result.stdout


def described(image: str) -> dict[str, Any]:
    """Everything podman knows about an image except names: settings, and digests of all bytes."""
    (description,) = json.loads(podman("image", "inspect", image))
    names = {"RepoTags", "RepoDigests", "NamesHistory"}
    # Docker's format includes the container in which the image was built.
    names |= {"Id", "Digest"}
    return {name: value for name, value in description.items() if name not in names}


@pytest.mark.soak
def test_a_second_build_differs_in_nothing(image: str) -> None:
    made = make("image", IMAGE=SECOND_IMAGE, BASE=base_here(), BUILDAH_LAYERS="false")
    assert made.returncode == 0, made.stderr
    first = described(image)
    assert len(first["RootFS"]["Layers"]) == 2
    assert described(SECOND_IMAGE) == first


def test_the_health_check_is_in_the_image(image: str) -> None:
    (description,) = json.loads(podman("image", "inspect", image))
    written = re.findall(r'CMD (\["python".*healthcheck"\])', (ROOT / "Dockerfile").read_text())
    assert description["Healthcheck"]["Test"] == ["CMD", *json.loads(written[0])]


@pytest.mark.parametrize("what", UNWANTED)
def test_the_image_holds_no(what: str, contents: Contents) -> None:
    assert [file for file in contents.files if re.search(UNWANTED[what], file)] == []


def test_every_module_has_bytecode_that_is_validated_by_hash(contents: Contents) -> None:
    ours = {f"/srv/nim/{file.relative_to(ROOT)}" for file in ROOT.glob("service/**/*.py")}
    libraries = {file for file in contents.files if re.match(r"/opt/nim/lib/.*\.py$", file)}
    assert contents.bytecode.keys() >= ours | libraries
    assert {*contents.bytecode.values()} == {0b11}


def test_the_libraries_are_stripped(contents: Contents) -> None:
    assert contents.libraries
    assert not any(contents.libraries.values())


@needs("hadolint")
def test_the_dockerfile_is_lint_free() -> None:
    result = run([Path(sys.executable).with_name("hadolint"), "Dockerfile"])
    assert (result.returncode, result.stdout + result.stderr) == (0, "")
