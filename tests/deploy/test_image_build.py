"""How the image is built: labelled, the same each time, stripped and compiled."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from service.version import __version__
from tests.support.containers import LEFT, SECOND_IMAGE, needs_image, podman
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import make, run

pytestmark = [needs("podman"), needs_image]

LABEL = "org.opencontainers.image"


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


CHECKED_OUT = {
    "a branch of packed refs": [["pack-refs", "--all"]],
    "a branch with a slash": [["checkout", "--quiet", "-b", "fix/it"]],
    "a commit": [["checkout", "--quiet", "--detach"]],
}


@needs("git")
@pytest.mark.parametrize("what", CHECKED_OUT)
def test_a_plain_build_knows_the_commit_that_is_checked_out(what: str, tmp_path: Path) -> None:
    def git(*arguments: str | Path) -> str:
        result = run(["git", "-C", tmp_path, *arguments])
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()

    for file in ("Dockerfile", ".dockerignore", "LICENSE"):
        shutil.copy(ROOT / file, tmp_path)
    git("init", "--quiet")
    git("add", ".")
    git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "All")
    for command in CHECKED_OUT[what]:
        git(*command)
    assert built_revision(tmp_path) == git("rev-parse", "HEAD")


def test_a_build_has_the_commit_of_its_argument_or_none(tmp_path: Path) -> None:
    for file in ("Dockerfile", ".dockerignore", "LICENSE"):
        shutil.copy(ROOT / file, tmp_path)
    assert built_revision(tmp_path) == ""
    assert built_revision(tmp_path, "--build-arg", "REVISION=4f5d2c8-dirty") == "4f5d2c8-dirty"


def built_revision(directory: Path, *options: str) -> str:
    """What the first stage of the Dockerfile finds."""
    built = podman("build", "--quiet", "--target", "revision", *options, str(directory))
    LEFT.callback(podman, "rmi", "--force", built, check=False)
    return podman("run", "--rm", built, "cat", "/revision")


def described(image: str) -> dict[str, Any]:
    """What podman knows of an image but its names: its settings, and digests of all its bytes."""
    (description,) = json.loads(podman("image", "inspect", image))
    names = {"RepoTags", "RepoDigests", "NamesHistory"}
    # Docker's format, and with it these, also names the container in which the image was built.
    names |= {"Id", "Digest"}
    return {name: value for name, value in description.items() if name not in names}


def test_a_second_build_differs_in_nothing(image: str) -> None:
    made = make("image", IMAGE=SECOND_IMAGE, BUILDAH_LAYERS="false")
    assert made.returncode == 0, made.stderr
    first = described(image)
    assert len(first["RootFS"]["Layers"]) == 2
    assert described(SECOND_IMAGE) == first


def test_every_module_has_bytecode_that_is_validated_by_hash(contents: dict[str, Any]) -> None:
    assert contents["modules"] > 0
    assert contents["bytecode"] == [0b11] * contents["modules"]


def test_the_libraries_are_stripped(contents: dict[str, Any]) -> None:
    assert contents["libraries"] > 0
    assert contents["unstripped"] == []


def test_nothing_in_the_image_installs_packages(contents: dict[str, Any]) -> None:
    assert contents["installers"] == [[], []]


def test_the_health_check_is_in_the_image(image: str) -> None:
    (description,) = json.loads(podman("image", "inspect", image))
    written = re.findall(r'CMD (\["python".*healthcheck"\])', (ROOT / "Dockerfile").read_text())
    assert description["Healthcheck"]["Test"] == ["CMD", *json.loads(written[0])]
