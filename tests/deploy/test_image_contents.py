"""What the image contains and what it must not, and that it is built properly."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.containers import needs_image
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import run

pytestmark = pytest.mark.serving

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


@needs("podman")
@needs_image
@pytest.mark.parametrize("what", UNWANTED)
def test_the_image_holds_no(what: str, contents: dict[str, Any]) -> None:
    assert [file for file in contents["files"] if re.search(UNWANTED[what], file)] == []


@needs("podman")
@needs_image
def test_the_image_holds_the_service(contents: dict[str, Any]) -> None:
    ours = {file.name for file in (ROOT / "service").rglob("*.py")}
    held = {Path(file).name for file in contents["files"] if "/service/" in file}
    assert ours <= held


@needs("hadolint")
def test_the_dockerfile_is_lint_free() -> None:
    result = run([Path(sys.executable).with_name("hadolint"), "Dockerfile"])
    assert (result.returncode, result.stdout + result.stderr) == (0, "")
