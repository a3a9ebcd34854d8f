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
    assert called == {"lint", "test", "audit", "image", "sbom", "release"}
    assert called <= targets


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


def test_a_rebuild_never_replaces_a_published_version() -> None:
    (push,) = [step for step in PUBLISH if "manifest push" in step.get("run", "")]
    assert 'target="$IMAGE_REPOSITORY:${TAG#v}$SUFFIX"' in push["run"]
    assert "suffix" not in WORKFLOWS["ci"]["jobs"]["publish"]["with"]
    given = WORKFLOWS["rebuild"]["jobs"]["publish"]["with"]
    assert given["suffix"] == "-${{ needs.find.outputs.date }}"
    minute, hour, day, month, weekday = WORKFLOWS["rebuild"][True]["schedule"][0]["cron"].split()  # type: ignore[index]
    assert (month, weekday) == ("*", "*")
    assert all(field.isdigit() for field in (minute, hour, day))


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


def test_checks_the_version_before_it_publishes() -> None:
    commands = [step.get("run", "") for step in PUBLISH]
    (check,) = [n for n, command in enumerate(commands) if "make release TAG=" in command]
    (push,) = [n for n, command in enumerate(commands) if "manifest push" in command]
    assert check < push


def test_every_action_is_pinned_by_its_commit() -> None:
    texts = [file.read_text() for file in FILES]
    used = [
        line.strip()
        for text in texts
        for line in text.splitlines()
        if "uses:" in line and CALLED not in line
    ]
    pinned = r"(- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    assert used
    assert [line for line in used if not re.fullmatch(pinned, line)] == []
    # The same version everywhere.
    versions = {tuple(line.split("uses: ")[1].split("@")) for line in used}
    assert len(versions) == len({action for action, _ in versions})


def test_a_missing_program_fails_the_tests_instead_of_skipping_them() -> None:
    assert WORKFLOWS["ci"]["jobs"]["test"]["env"] == {"REQUIRE_PROGRAMS": "1"}


def test_builds_for_both_kinds_of_processor() -> None:
    platforms = WORKFLOWS["image"]["jobs"]["build"]["strategy"]["matrix"]["platform"]
    names = [platform["name"] for platform in platforms]
    assert names == ["amd64", "arm64"]
    (push,) = [step["run"] for step in STEPS if "manifest push" in step.get("run", "")]
    assert f"for platform in {' '.join(names)}; do" in push


def test_attests_origin_and_contents_of_what_was_pushed() -> None:
    attested = [step["with"] for step in PUBLISH if "actions/attest@" in step.get("uses", "")]
    assert [what.get("sbom-path") for what in attested] == [None, "build/sbom.json"]
    assert {what["subject-digest"] for what in attested} == {"${{ steps.publish.outputs.digest }}"}


def test_looks_for_known_flaws_every_week() -> None:
    # YAML reads the key "on" as true.
    triggers = WORKFLOWS["audit"][True]  # type: ignore[index]
    minute, hour, day, month, weekday = triggers["schedule"][0]["cron"].split()
    assert (day, month) == ("*", "*")
    assert all(field.isdigit() for field in (minute, hour, weekday))
    assert "make audit" in [
        step.get("run") for step in WORKFLOWS["audit"]["jobs"]["audit"]["steps"]
    ]


def test_dependabot_sees_every_lock() -> None:
    updates = read_yaml(ROOT / ".github/dependabot.yml")["updates"]
    (pip,) = [update for update in updates if update["package-ecosystem"] == "pip"]
    seen = {ROOT / directory.lstrip("/") for directory in pip["directories"]}
    # Not by git, which need not be there; "build" and what begins with a dot are generated.
    kept = [entry for entry in ROOT.iterdir() if not entry.name.startswith((".", "build"))]
    locks = [lock for entry in kept for lock in [entry, *entry.rglob("requirements*.txt")]]
    assert {lock.parent for lock in locks if lock.match("requirements*.txt")} == seen
    (npm,) = [update for update in updates if update["package-ecosystem"] == "npm"]
    (lock,) = [lock for entry in kept for lock in entry.rglob("package-lock.json")]
    assert ROOT / npm["directory"].lstrip("/") == lock.parent
