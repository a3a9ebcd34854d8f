"""`make release` lets a version out only if tag, code, changelog and manifests agree."""

import shutil
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.programs import make

pytestmark = pytest.mark.serving

MANIFEST = Path("deploy/kubernetes/base/kustomization.yaml")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the check reads, as it is when version 1.2.3 is about to be released."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    files = {
        Path("service/__init__.py"): '__version__ = "1.2.3"\n',
        Path("CHANGELOG.md"): "# Changelog\n\n## 1.2.3 (2026-01-31)\n\n- New.\n",
        MANIFEST: "images:\n  - name: nim-move-service\n    newTag: 1.2.3\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def release(checkout: Path, tag: str) -> tuple[int, str]:
    """The exit status of the check, and its first line."""
    result = make("--directory", str(checkout), "release", TAG=tag)
    return result.returncode, (result.stdout + result.stderr).splitlines()[0]


def test_agreement_passes(checkout: Path) -> None:
    assert release(checkout, "v1.2.3") == (
        0,
        "Version 1.2.3 can be released: git push origin v1.2.3",
    )


@pytest.mark.parametrize("tag", ["v1.2.4", "1.2.3", "v1.2.3-rc1", ""])
def test_another_tag_is_rejected(checkout: Path, tag: str) -> None:
    assert release(checkout, tag) == (
        2,
        f'make: TAG is "{tag}", but service/__init__.py says 1.2.3',
    )


@pytest.mark.parametrize("heading", ["## 1.2.3", "## 1.2.30 (2026-01-31)", "## 1x2.3 (2026-01-31)"])
def test_a_changelog_without_the_version_and_its_date_is_rejected(
    checkout: Path, heading: str
) -> None:
    (checkout / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n")
    assert release(checkout, "v1.2.3") == (
        2,
        'make: CHANGELOG.md has no line "## 1.2.3 (YYYY-MM-DD)"',
    )


def test_a_changelog_with_unreleased_changes_is_rejected(checkout: Path) -> None:
    with (checkout / "CHANGELOG.md").open("a") as changelog:
        changelog.write("\n## Unreleased\n")
    assert release(checkout, "v1.2.3") == (
        2,
        'make: CHANGELOG.md still has a section "Unreleased"',
    )


@pytest.mark.parametrize("tag", ["1.2.2", "latest", "1.2.30"])
def test_manifests_with_another_tag_are_rejected(checkout: Path, tag: str) -> None:
    (checkout / MANIFEST).write_text(f"images:\n  - name: nim-move-service\n    newTag: {tag}\n")
    assert release(checkout, "v1.2.3") == (2, f"make: {MANIFEST} does not have newTag: 1.2.3")
