"""The server reads the same under the system's Python, which may be an older patch of this one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SYSTEM = "/usr/bin/python3"  # Debian 12: 3.11.2

SHOW = r"""
import re, sys
sys.dont_write_bytecode = True
from service.server import body, request_head

TEXTS = [";", "; ", ";;", ";a;", ";a=", ';a="', ';a="b', " ;", ";a =", ";a=b", ';a="b\\c";d']
LINES = [f"17{text}\r\n".encode() for text in TEXTS]
HEADS = [b"a:b\r\n", b"a:b\r\nc", b"a:b\r\nc:d\r\n", b"\r\n\r", b"\r\n\r\n", b"GET / HTTP/1.1"]
for module in (body, request_head):
    for name, found in sorted(vars(module).items()):
        if isinstance(found, re.Pattern):
            for text in LINES + HEADS:
                text = text if isinstance(found.pattern, bytes) else text.decode()
                for match in (found.match(text), found.fullmatch(text)):
                    print(name, text, match and (match.span(), match.groups()))
"""


def shown(python: str) -> str:
    command = [python, "-c", SHOW]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def version(python: str) -> tuple[int, ...]:
    command = [python, "-c", "import sys; print(*sys.version_info[:3])"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return tuple(map(int, said.split()))


@pytest.mark.serving
def test_every_pattern_matches_the_same() -> None:
    """Python 3.11.0 to 3.11.4 keeps half a match of a group that is repeated possessively."""
    if not Path(SYSTEM).exists() or version(SYSTEM) < (3, 11):
        pytest.skip("the system has no Python that the service promises to run on")
    ours = shown(sys.executable)
    assert ours.count("\n") > 200
    assert shown(SYSTEM) == ours
