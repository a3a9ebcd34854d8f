"""How the image is built: labelled, the same each time, stripped and compiled."""

import json
import re
from typing import Any

import pytest

from service import __version__
from tests.support.containers import SECOND_IMAGE, needs_image, podman
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


def described(image: str) -> dict[str, Any]:
    """What podman knows of an image but its names: its settings, and digests of all its bytes."""
    (description,) = json.loads(podman("image", "inspect", image))
    names = {"RepoTags", "RepoDigests", "NamesHistory"}
    # Docker's format, and with it these, also names the container in which the image was built.
    names |= {"Id", "Digest"}
    return {name: value for name, value in description.items() if name not in names}


@pytest.mark.soak
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
