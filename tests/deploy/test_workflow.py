"""The GitHub workflows: valid, the same make targets as by hand, nothing published by accident."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import run
from tests.support.yaml_files import read_yaml

FILES = sorted((ROOT / ".github/workflows").glob("*.yaml"))
WORKFLOWS: dict[str, dict[str, Any]] = {f.stem: read_yaml(f) for f in FILES}
STEPS: list[dict[str, Any]] = [
    step
    for workflow in WORKFLOWS.values()
    for job in workflow["jobs"].values()
    for step in job.get("steps", [])
]
PUBLISH: list[dict[str, Any]] = WORKFLOWS["publish"]["jobs"]["publish"]["steps"]
CALLED = "./.github/workflows/"


@pytest.mark.serving
@pytest.mark.parametrize(
    ("schema", "file"),
    [
        *(("vendor.github-workflows", f".github/workflows/{file.name}") for file in FILES),
        ("vendor.dependabot", ".github/dependabot.yml"),
        ("vendor.compose-spec", "deploy/compose.yaml"),
    ],
)
def test_is_valid_by_its_schema(schema: str, file: str) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file]
    result = run(check)
    assert result.returncode == 0, result.stdout + result.stderr


def test_runs_make_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    called = {word for step in STEPS for word in re.findall(r"\bmake (\w+)", step.get("run", ""))}
    assert called == {"lint", "test", "soak", "audit", "image", "release"}
    assert called <= targets


@pytest.mark.serving
def test_zizmor_finds_nothing() -> None:
    """Neither an action without its commit, nor more rights than needed, nor an injection."""
    zizmor = Path(sys.executable).with_name("zizmor")
    result = run([zizmor, "--offline", "--min-severity=medium", "--no-progress", ".github"])
    assert result.returncode == 0, result.stdout


def test_runs_on_each_supported_python_and_on_the_packed_one() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    oldest = re.findall(r'requires-python = ">=(.+)"', project)
    supported = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    packed = re.findall(r"python:(\d+\.\d+)", (ROOT / "Dockerfile").read_text())
    tested = WORKFLOWS["ci"]["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert (tested, tested[0]) == (supported, oldest[0])
    assert packed[0] in tested


def test_publishes_nothing_without_a_tag() -> None:
    publishing = [step for step in STEPS if re.search(r"\b(push|login)\b", step.get("run", ""))]
    assert len(publishing) == 1
    assert publishing[0] in PUBLISH
    assert [step for step in STEPS if "secrets." in str(step)] == publishing
    jobs = [job for workflow in WORKFLOWS.values() for job in workflow["jobs"].values()]
    calling = [job for job in jobs if job.get("uses") == f"{CALLED}publish.yaml"]
    ci, rebuild = WORKFLOWS["ci"]["jobs"]["publish"], WORKFLOWS["rebuild"]["jobs"]["publish"]
    assert calling == [ci, rebuild]
    assert ci["if"] == "startsWith(github.ref, 'refs/tags/v') && vars.IMAGE_REPOSITORY != ''"
    # The other one needs what this condition skips.
    needed = WORKFLOWS["rebuild"]["jobs"]["image"]["if"]
    assert needed == "needs.find.outputs.tag != '' && vars.IMAGE_REPOSITORY != ''"
    assert "image" in rebuild["needs"]
    # And nothing else may more than read.
    assert [job for job in jobs if "permissions" in job] == [
        ci, WORKFLOWS["publish"]["jobs"]["publish"], rebuild,
    ]  # fmt: skip
    for workflow in WORKFLOWS.values():
        assert workflow["permissions"] == {"contents": "read"}


@needs("git")
def test_a_rebuild_finds_the_last_release(tmp_path: Path) -> None:
    (find,) = [s for s in WORKFLOWS["rebuild"]["jobs"]["find"]["steps"] if s.get("id") == "find"]
    git = ["git", "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=n@nim.example"]
    assert run([*git, "init", "--quiet"]).returncode == 0
    assert run([*git, "commit", "--quiet", "--allow-empty", "-m", "One"]).returncode == 0
    for tag in ("v1.9.0", "v1.10.0", "v1.10.1-rc.1", "v2", "other"):
        assert run([*git, "tag", tag]).returncode == 0
    output = tmp_path / "output"
    result = run(
        ["bash", "-e", "-c", find["run"]], cwd=tmp_path, environment={"GITHUB_OUTPUT": str(output)}
    )
    assert result.returncode == 0, result.stderr
    assert re.fullmatch(r"tag=v1\.10\.0\ndate=20\d{6}\n", output.read_text())
