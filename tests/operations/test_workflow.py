"""The GitHub workflow: valid, the same make targets as by hand, nothing published by accident."""

import re
import sys
from typing import Any

import pytest
import yaml

from tests.support.paths import ROOT
from tests.support.programs import run

WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yaml").read_text())
STEPS: list[dict[str, Any]] = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.github-workflows", ".github/workflows/ci.yaml"),
        ("vendor.dependabot", ".github/dependabot.yml"),
        ("vendor.compose-spec", "deploy/compose.yaml"),
    ],
)
def test_is_valid_by_its_schema(schema: str, file: str) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file]
    said = run(check)
    assert said.returncode == 0, said.stdout + said.stderr


def test_runs_make_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    called = {word for step in STEPS for word in re.findall(r"^make (\w+)", step.get("run", ""))}
    assert called == {"lint", "test", "audit", "image", "sbom"}
    assert called <= targets


def test_runs_on_the_oldest_and_the_packed_python() -> None:
    oldest = re.findall(r'requires-python = ">=(.+)"', (ROOT / "pyproject.toml").read_text())
    packed = re.findall(r"python:(\d+\.\d+)", (ROOT / "Dockerfile").read_text())
    tested = WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert (tested[0], tested[-1]) == (oldest[0], packed[0])


def test_publishes_nothing_without_a_tag() -> None:
    publishing = [step for step in STEPS if re.search(r"\b(push|login)\b", step.get("run", ""))]
    assert len(publishing) == 1
    assert publishing[0]["if"].startswith("startsWith(github.ref, 'refs/tags/v') && ")
    assert WORKFLOW["permissions"] == {"contents": "read"}
    secret = [step for step in STEPS if "secrets." in str(step)]
    assert secret == publishing
