"""`nim-move-service`: its help and version, and what it passes on to gunicorn."""

import subprocess
import sys
from collections.abc import Mapping

import pytest

from service import __version__
from service.settings import SETTINGS, Setting
from tests.support.paths import ROOT
from tests.support.rows import rows

pytestmark = pytest.mark.serving


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_of_this_service(option: str) -> None:
    result = run(option)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Usage: nim-move-service [OPTION]...\n")
    assert "gunicorn --help" in result.stdout


@pytest.fixture(scope="module")
def lines() -> Mapping[str, str]:
    """The lines of the help by their first words."""
    return {line.split()[0]: line for line in run("--help").stdout.splitlines() if line.strip()}


@rows("setting", SETTINGS.values())
def test_help_has_each_setting_with_its_meaning(lines: Mapping[str, str], setting: Setting) -> None:
    assert setting.meaning.replace("`", "") in lines[setting.name]


def test_help_has_the_defaults(lines: Mapping[str, str]) -> None:
    names = ("PORT", "NIM_PAGES", "NIM_CORS_ORIGINS")
    shown = {name: lines[name].rpartition("[")[2] for name in names}
    assert shown == {"PORT": "8000]", "NIM_PAGES": "on]", "NIM_CORS_ORIGINS": "*]"}


@pytest.mark.parametrize("option", ["--version", "-v"])
def test_the_version_is_of_this_service(option: str) -> None:
    result = run(option)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"nim-move-service {__version__} (gunicorn ")


def test_help_is_given_where_the_settings_are_wrong() -> None:
    result = run("--help", PORT="http")
    assert (result.returncode, result.stderr) == (0, "")


def test_other_options_are_gunicorn_s() -> None:
    result = run("--print-config", "--bind", "127.0.0.1:8123", "--keep-alive", "7")
    assert result.returncode == 0
    pairs = (line.partition("=") for line in result.stdout.splitlines())
    values = {name.strip(): value.strip() for name, _, value in pairs}
    assert (values["bind"], values["keepalive"]) == ("['127.0.0.1:8123']", "7")
    assert values["worker_class"] == "service.server.worker.Worker"


def test_an_option_that_nobody_has_is_rejected() -> None:
    result = run("--nonsense")
    assert result.returncode == 2
    assert "unrecognized arguments: --nonsense" in result.stderr
