"""The unit for systemd."""

import re
from pathlib import Path

from service.server.limits import GRACE
from service.settings import Config
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


def test_a_stop_has_the_time_that_draining_takes() -> None:
    assert int(value("TimeoutStopSec")) > Config().drain_seconds + GRACE + 3


@needs("systemd-analyze")
def test_systemd_finds_no_error(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace(value("ExecStart"), "/bin/true"))
    result = run(["systemd-analyze", "verify", unit])
    assert (result.returncode, result.stdout + result.stderr) == (0, "")
