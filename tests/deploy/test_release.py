"""`make release` succeeds only if tag, code, changelog and manifests agree."""

import shutil
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.programs import make
from tests.support.rows import rows

pytestmark = pytest.mark.serving

MANIFEST = "deploy/kubernetes/base/kustomization.yaml"


FILES = {
    "service/__init__.py": '__version__ = "1.2.3"\n',
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-01-31)\n\n- New.\n",
    MANIFEST: "images:\n  - name: nim-move-service\n    newTag: 1.2.3\n",
}
"""The files that the check reads, ready for the release of version 1.2.3."""


def release(checkout: Path, tag: str, **changed: str) -> tuple[int, str]:
    """The exit status of the check, and its first line."""
    shutil.copy(ROOT / "Makefile", checkout)
    for path, text in {**FILES, **changed}.items():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).write_text(text)
    result = make("--directory", str(checkout), "release", TAG=tag)
    return result.returncode, (result.stdout + result.stderr).splitlines()[0]


def test_agreement_passes(tmp_path: Path) -> None:
    passed = "Version 1.2.3 can be released: git push origin v1.2.3"
    assert release(tmp_path, "v1.2.3") == (0, passed)


@rows("tag", ["v1.2.4", "1.2.3", "v1.2.3-rc1", ""])
def test_another_tag_is_rejected(tmp_path: Path, tag: str) -> None:
    said = f'make: TAG is "{tag}", but service/__init__.py says 1.2.3'
    assert release(tmp_path, tag) == (2, said)


@rows("heading", ["## 1.2.3", "## 1.2.30 (2026-01-31)", "## 1x2.3 (2026-01-31)"])
def test_a_changelog_without_the_version_and_its_date_is_rejected(
    tmp_path: Path, heading: str
) -> None:
    changed = {"CHANGELOG.md": f"# Changelog\n\n{heading}\n"}
    said = 'make: CHANGELOG.md has no line "## 1.2.3 (YYYY-MM-DD)"'
    assert release(tmp_path, "v1.2.3", **changed) == (2, said)


def test_a_changelog_with_unreleased_changes_is_rejected(tmp_path: Path) -> None:
    changed = {"CHANGELOG.md": f"{FILES['CHANGELOG.md']}\n## Unreleased\n"}
    said = 'make: CHANGELOG.md still has a section "Unreleased"'
    assert release(tmp_path, "v1.2.3", **changed) == (2, said)


@rows("tag", ["1.2.2", "latest", "1.2.30"])
def test_manifests_with_another_tag_are_rejected(tmp_path: Path, tag: str) -> None:
    changed = {MANIFEST: FILES[MANIFEST].replace("1.2.3", tag)}
    said = f"make: {MANIFEST} does not have newTag: 1.2.3"
    assert release(tmp_path, "v1.2.3", **changed) == (2, said)
