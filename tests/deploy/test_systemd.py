"""The unit for systemd."""

import re
import sys
from pathlib import Path

import pytest

from tests.support.any_server import serving
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run

UNIT = DEPLOY / "systemd" / "nim.service"


def value(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)
    return str(found)


def test_the_unit_starts_the_command_that_the_package_installs() -> None:
    command = Path(value("ExecStart"))
    assert f'\n{command.name} = "' in (ROOT / "pyproject.toml").read_text()
    manual = (ROOT / "docs/deploy.md").read_text()
    assert f"python3 -m venv {command.parent.parent}\n" in manual


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, for a program that exists."""
    made = tmp_path / UNIT.name
    made.write_text(UNIT.read_text().replace(value("ExecStart"), "/bin/true"))
    return made


@needs("systemd-analyze")
def test_systemd_finds_no_error(unit: Path) -> None:
    result = run(["systemd-analyze", "verify", unit])
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


@needs("systemd-analyze")
def test_the_service_is_exposed_to_little(unit: Path) -> None:
    """At most 2 of systemd's 10 points: it needs no kernel, devices, files or privileges."""
    result = run(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit])
    assert result.returncode == 0, result.stdout[-200:]


@needs("systemd-analyze", "strace")
def test_the_unit_allows_every_call_that_the_service_makes(tmp_path: Path) -> None:
    sets = re.findall(r"^SystemCallFilter=~?(.*)$", UNIT.read_text(), re.MULTILINE)
    allowed, *denied = map(calls_of, sets)
    trace = tmp_path / "trace"
    with serving("strace", "-D", "-f", "-o", trace, sys.executable, "-m", "service") as port:
        for path in ("/move?piles=3,4,5", "/docs", "/metrics"):
            assert request(port, "GET", path).status == 200
        assert (
            request(port, "POST", "/moves", {"positions": [{"piles": [3]}] * 5_000}).status == 200
        )
    made = {*re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE)}
    assert len(made) > 40
    assert made <= allowed
    assert not any(made & each for each in denied)
    assert "PROT_WRITE|PROT_EXEC" not in trace.read_text()  # MemoryDenyWriteExecute


def calls_of(sets: str) -> set[str]:
    """The calls of the kernel in systemd's sets of these names."""
    found: set[str] = set()
    for name in sets.split():
        result = run(["systemd-analyze", "syscall-filter", "--no-pager", name])
        for line in map(str.strip, result.stdout.splitlines()[1:]):
            found |= calls_of(line) if line.startswith("@") else {line}
    return found
