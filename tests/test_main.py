"""`nim-move-service`: its help and version, and what it passes on to gunicorn."""

import sys
from subprocess import CompletedProcess

import pytest

from service import __main__ as command
from service import __version__
from service.settings import SETTINGS
from tests.support.programs import run


@pytest.mark.parametrize("option", ["--help", "-h", "--version", "-v"])
def test_help_and_version_are_of_this_service(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    """Even if the settings are wrong."""
    monkeypatch.setenv("PORT", "http")
    monkeypatch.setattr(sys, "argv", ["nim-move-service", option])
    with pytest.raises(SystemExit, match="0"):
        command.main()
    written = capsys.readouterr().out
    if option in {"--help", "-h"}:
        assert written.startswith("usage: nim-move-service [-h] [-v]\n")
        assert "gunicorn --help" in written
    else:
        assert written.startswith(f"nim-move-service {__version__} (gunicorn ")


def test_help_has_each_setting_with_its_meaning_and_its_default() -> None:
    text = command.parser().format_help()
    lines = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    for setting in SETTINGS.values():
        assert setting.meaning.replace("`", "") in lines[setting.name]
    names = ("PORT", "NIM_PAGES", "NIM_CORS_ORIGINS")
    shown = {name: lines[name].rpartition("[")[2] for name in names}
    assert shown == {"PORT": "8000]", "NIM_PAGES": "on]", "NIM_CORS_ORIGINS": "*]"}


def start(*arguments: str) -> "CompletedProcess[str]":
    return run([sys.executable, "-m", "service", *arguments])


@pytest.mark.serving
def test_other_options_are_gunicorn_s() -> None:
    result = start("--print-config", "--bind", "127.0.0.1:8123", "--keep-alive", "7")
    assert result.returncode == 0
    pairs = (line.partition("=") for line in result.stdout.splitlines())
    values = {name.strip(): value.strip() for name, _, value in pairs}
    assert (values["bind"], values["keepalive"]) == ("['127.0.0.1:8123']", "7")
    assert values["worker_class"] == "service.server.worker.Worker"


@pytest.mark.serving
def test_an_option_that_nobody_has_is_rejected() -> None:
    result = start("--nonsense")
    assert result.returncode == 2
    assert "unrecognized arguments: --nonsense" in result.stderr
