"""The GitHub workflows: valid, the same make targets as by hand, nothing published by accident."""

import re
import sys
from typing import Any

import pytest
import yaml

from tests.support.paths import ROOT
from tests.support.programs import run

WORKFLOW: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/ci.yaml").read_text())
AUDIT: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/audit.yaml").read_text())
STEPS: list[dict[str, Any]] = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
TAGGED = "startsWith(github.ref, 'refs/tags/v') && vars.IMAGE_REPOSITORY != ''"


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.github-workflows", ".github/workflows/ci.yaml"),
        ("vendor.github-workflows", ".github/workflows/audit.yaml"),
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
    called = {word for step in STEPS for word in re.findall(r"\bmake (\w+)", step.get("run", ""))}
    assert called == {"lint", "test", "audit", "image", "sbom", "release"}
    assert called <= targets


def test_runs_on_the_oldest_and_the_packed_python() -> None:
    oldest = re.findall(r'requires-python = ">=(.+)"', (ROOT / "pyproject.toml").read_text())
    packed = re.findall(r"python:(\d+\.\d+)", (ROOT / "Dockerfile").read_text())
    tested = WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert (tested[0], tested[-1]) == (oldest[0], packed[0])


def test_publishes_nothing_without_a_tag() -> None:
    publishing = [step for step in STEPS if re.search(r"\b(push|login)\b", step.get("run", ""))]
    assert len(publishing) == 1
    (job,) = [job for job in WORKFLOW["jobs"].values() if publishing[0] in job["steps"]]
    assert job["if"] == TAGGED
    assert WORKFLOW["permissions"] == AUDIT["permissions"] == {"contents": "read"}
    secret = [step for step in STEPS if "secrets." in str(step)]
    assert secret == publishing
    privileged = [job for job in WORKFLOW["jobs"].values() if "permissions" in job]
    assert privileged == [job]


def test_checks_the_version_before_it_publishes() -> None:
    steps = WORKFLOW["jobs"]["publish"]["steps"]
    commands = [step.get("run", "") for step in steps]
    (check,) = [n for n, command in enumerate(commands) if "make release TAG=" in command]
    (push,) = [n for n, command in enumerate(commands) if "manifest push" in command]
    assert check < push


def test_every_action_is_pinned_by_its_commit() -> None:
    texts = [file.read_text() for file in (ROOT / ".github/workflows").glob("*.yaml")]
    used = [line.strip() for text in texts for line in text.splitlines() if "uses:" in line]
    pinned = r"(- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    assert used
    assert [line for line in used if not re.fullmatch(pinned, line)] == []
    # The same version everywhere.
    versions = {tuple(line.split("uses: ")[1].split("@")) for line in used}
    assert len(versions) == len({action for action, _ in versions})


def test_a_missing_program_fails_the_tests_instead_of_skipping_them() -> None:
    assert WORKFLOW["jobs"]["test"]["env"] == {"REQUIRE_PROGRAMS": "1"}


def test_builds_for_both_kinds_of_processor() -> None:
    platforms = WORKFLOW["jobs"]["image"]["strategy"]["matrix"]["platform"]
    names = [platform["name"] for platform in platforms]
    assert names == ["amd64", "arm64"]
    (push,) = [step["run"] for step in STEPS if "manifest push" in step.get("run", "")]
    assert f"for platform in {' '.join(names)}; do" in push


def test_attests_origin_and_contents_of_what_was_pushed() -> None:
    steps = WORKFLOW["jobs"]["publish"]["steps"]
    attested = [step["with"] for step in steps if "actions/attest@" in step.get("uses", "")]
    assert [what.get("sbom-path") for what in attested] == [None, "build/sbom.json"]
    assert {what["subject-digest"] for what in attested} == {"${{ steps.publish.outputs.digest }}"}


def test_looks_for_known_flaws_every_week() -> None:
    # YAML reads the key "on" as true.
    triggers = AUDIT[True]  # type: ignore[index]
    minute, hour, day, month, weekday = triggers["schedule"][0]["cron"].split()
    assert (day, month) == ("*", "*")
    assert all(field.isdigit() for field in (minute, hour, weekday))
    assert "make audit" in [step.get("run") for step in AUDIT["jobs"]["audit"]["steps"]]


def test_dependabot_sees_every_lock() -> None:
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
    (pip,) = [update for update in updates if update["package-ecosystem"] == "pip"]
    seen = {ROOT / directory.lstrip("/") for directory in pip["directories"]}
    listed = run(["git", "ls-files", "*requirements*.txt"]).stdout.split()
    assert {(ROOT / lock).parent for lock in listed} == seen
