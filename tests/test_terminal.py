"""A person at a terminal reads one line: the address of the service, or why it did not start."""

import contextlib
import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import NoReturn

import pytest

from service import terminal
from service.settings import Config
from tests.support.paths import ROOT


@contextlib.contextmanager
def listening() -> Iterator[int]:
    """A port of this machine that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as used:
        yield used.getsockname()[1]


def start_at_a_terminal(port: int) -> tuple[subprocess.Popen[bytes], str]:
    """The service started at a terminal, with its output up to the end of the first line."""
    ours, its = pty.openpty()
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port)}
    process = subprocess.Popen(
        [sys.executable, "-m", "service"], cwd=ROOT, env=environment,
        stdin=its, stdout=its, stderr=its,
    )  # fmt: skip
    os.close(its)
    with open(ours, encoding="utf-8", closefd=True) as screen:  # noqa: PTH123  # a descriptor
        return process, screen.readline()


@pytest.mark.serving
def test_the_start_says_in_one_line_where_the_service_is() -> None:
    process, line = start_at_a_terminal(0)
    process.send_signal(signal.SIGTERM)
    process.wait()
    assert line.startswith("Open http://127.0.0.1:")
    assert "/docs for the API" in line


@pytest.mark.serving
def test_a_taken_port_ends_the_start_with_one_sentence() -> None:
    with listening() as port:
        process, line = start_at_a_terminal(port)
        assert process.wait() == 1
    assert line.startswith(f"nim: Port {port} is already in use.")


def test_a_port_of_which_nothing_is_known_is_no_mistake() -> None:
    """gunicorn reports an address that this machine does not have."""
    terminal.check_ports([("192.0.2.1", 80), "/run/nim.sock", 3])


def test_a_taken_port_is_found_before_gunicorn_tries_it() -> None:
    with listening() as port, pytest.raises(SystemExit, match=f"Port {port} is already in use"):
        terminal.check_ports([("127.0.0.1", port)])


def test_the_address_of_a_service_below_a_path_has_that_path() -> None:
    config = Config(path_prefix="/games/nim")
    assert "http://localhost:8000/games/nim/docs" in terminal.greeting(
        "http://0.0.0.0:8000", config
    )


@pytest.mark.parametrize("in_memory", [True, False])
def test_a_system_without_a_directory_for_temporary_files_ends_the_start(
    monkeypatch: pytest.MonkeyPatch, *, in_memory: bool
) -> None:
    def fail() -> NoReturn:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", fail)
    monkeypatch.setattr(os, "access", lambda *_: in_memory)
    if in_memory:
        terminal.check_directory()
    else:
        with pytest.raises(SystemExit, match="No directory for temporary files is writable"):
            terminal.check_directory()
