"""`nim-move-service`: its help and version, and what it passes on to gunicorn."""

import re
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
        assert written.startswith("usage: nim-move-service [-h] [-v] [--host HOST] [--port PORT]\n")
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
@pytest.mark.parametrize(
    "arguments", [("--port", "8123", "--host", "::1"), ("--port=8123", "--host=::1")]
)
def test_port_and_host_are_options_too(arguments: tuple[str, ...]) -> None:
    result = start("--print-config", *arguments)
    assert re.search(r"^bind += \['\[::1\]:8123'\]$", result.stdout, re.MULTILINE)


@pytest.mark.serving
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("help",), "nim: 'help' is not an option. "),
        (("8080",), "nim: '8080' is not an option. "),
        (("--workers", "1", "serve"), "nim: 'serve' is not an option. "),
        (("--nonsense",), "nim: unrecognized arguments: --nonsense. All options: "),
        (("--port",), "nim: argument --port: expected one argument. "),
        (("--workers", "x"), "nim: argument -w/--workers: invalid int value: 'x'. "),
        (("--port", "http"), "nim: PORT is 'http', but must be an integer from 0 to 65,535"),
        (("--host", "no.such.host.invalid"), "nim: HOST is 'no.such.host.invalid', which does not"),
    ],
)
def test_what_is_no_option_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    result = start(*arguments)
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)
    assert result.stderr.startswith(said)


@pytest.mark.serving
@pytest.mark.parametrize("option", ["--certfile", "--keyfile", "--ca-certs"])
def test_a_file_of_tls_that_is_missing_is_named(option: str) -> None:
    result = start("--port", "0", option, "no.pem")
    assert (result.returncode, "Traceback" in result.stderr) == (1, False)
    assert result.stderr.endswith(f"nim: {option} is 'no.pem', which is not a file\n")


@pytest.mark.serving
def test_the_proxy_protocol_is_refused_by_the_worker_that_does_not_read_it() -> None:
    result = start("--proxy-protocol", "auto", "--port", "0")
    assert result.returncode == 1
    assert result.stderr.endswith("X-Forwarded-For, and set NIM_TRUSTED_PROXIES\n")
