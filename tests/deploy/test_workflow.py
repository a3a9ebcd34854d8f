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
JOBS: list[dict[str, Any]] = [job for each in WORKFLOWS.values() for job in each["jobs"].values()]
STEPS: list[dict[str, Any]] = [step for job in JOBS for step in job.get("steps", [])]


@pytest.mark.serving
@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", FILES),
        ("dependabot", [ROOT / ".github/dependabot.yml"]),
        ("compose-spec", [ROOT / "deploy/compose.yaml"]),
    ],
)
def test_is_valid_by_its_schema(schema: str, files: list[Path]) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    result = run([*check, *files])
    assert result.returncode == 0, result.stdout + result.stderr


def test_runs_make_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    called = {word for step in STEPS for word in re.findall(r"\bmake (\w+)", step.get("run", ""))}
    assert {"lint", "test"} < called <= targets


@pytest.mark.serving
def test_zizmor_finds_nothing() -> None:
    """No action without its commit, no more permissions than needed, and no injection."""
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
    ci, rebuild = WORKFLOWS["ci"]["jobs"]["publish"], WORKFLOWS["rebuild"]["jobs"]["publish"]
    publish = WORKFLOWS["publish"]["jobs"]["publish"]
    assert [job for job in JOBS if "/publish.yaml" in job.get("uses", "")] == [ci, rebuild]
    assert ci["if"] == "startsWith(github.ref, 'refs/tags/v') && vars.IMAGE_REPOSITORY != ''"
    # The other job needs the one that this condition skips.
    needed = WORKFLOWS["rebuild"]["jobs"]["image"]["if"]
    assert needed == "needs.find.outputs.tag != '' && vars.IMAGE_REPOSITORY != ''"
    assert "image" in rebuild["needs"]
    # Nothing else has a secret, or more than read permission.
    secretive = [step for step in STEPS if "secrets." in str(step)]
    assert secretive == [step for step in publish["steps"] if step.get("id") == "publish"]
    index, release = (WORKFLOWS["ci"]["jobs"][name] for name in ("index", "release"))
    assert (index["needs"], release["needs"]) == (["package", "publish"], "index")
    assert [job for job in JOBS if "permissions" in job] == [ci, index, release, publish, rebuild]
    for workflow in WORKFLOWS.values():
        assert workflow["permissions"] == {"contents": "read"}


def step(job: str, name: str) -> str:
    """The command of a step in the job that runs for a tag."""
    steps = WORKFLOWS["ci"]["jobs"][job]["steps"]
    [found] = [each["run"] for each in steps if each.get("name") == name]
    return str(found)


@pytest.mark.serving
def test_the_notes_of_a_release_are_its_section_of_the_changelog(tmp_path: Path) -> None:
    changelog = (
        "# Changelog\n\n## 1.2.3 (2026-01-31)\n\n### Clients\n\n- New.\n\n## 1.2.2 (2026-01-01)\n"
    )
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    command = step("release", "Take the notes from the changelog")
    result = run(["bash", "-e", "-c", command], cwd=tmp_path, environment={"TAG": "v1.2.3"})
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "notes.md").read_text().strip() == "### Clients\n\n- New."


@pytest.mark.serving
def test_only_the_publisher_is_installed_where_the_package_is_published() -> None:
    [lock] = re.findall(r"^sed .*$", step("index", "Publish the package"), re.MULTILINE)
    result = run(["bash", "-e", "-c", lock.partition(" >")[0]])
    assert result.stdout.startswith("uv==")
    assert result.stdout.count("==") == 1
    assert "--hash=sha256:" in result.stdout


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


def test_scheduled_workflows_run_one_at_a_time() -> None:
    scheduled = [read_yaml(file) for file in FILES if "  schedule:" in file.read_text()]
    assert len(scheduled) == 3
    assert {each["concurrency"]["group"] for each in scheduled} == {"${{ github.workflow }}"}


def test_the_audit_blocks_a_release_but_not_its_rebuild() -> None:
    audit = WORKFLOWS["image"]["jobs"]["audit"]
    assert audit["continue-on-error"] == "${{ !inputs.audit-blocks }}"
    assert WORKFLOWS["rebuild"]["jobs"]["image"]["with"]["audit-blocks"] is False
    assert "audit-blocks" not in WORKFLOWS["ci"]["jobs"]["image"]["with"]
