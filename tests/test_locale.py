"""The service reads its files as UTF-8, whatever the locale is."""

import sys

import pytest

from tests.support.programs import run

pytestmark = pytest.mark.serving

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

SHOW = """
import locale
from service import create_app
assert locale.getpreferredencoding(False) == "ANSI_X3.4-1968", locale.getpreferredencoding(False)
client = create_app(ACCESS_LOG=False).test_client()
for path in ("/", "/theory", "/learn", "/docs", "/play/kayles", "/openapi.json", "/nothing"):
    response = client.get(path, headers={"Accept": "text/html"})
    assert response.status_code in {200, 404}, (path, response.status_code)
assert "\\u2295" in client.get("/theory").text or "\\u00e8" in client.get("/theory").text
"""


def test_pages_are_read_as_utf_8_in_any_locale() -> None:
    said = run([sys.executable, "-c", SHOW], environment=ASCII)
    assert said.returncode == 0, said.stderr


def test_the_command_shows_its_help_in_any_locale() -> None:
    said = run([sys.executable, "-m", "service", "--help"], environment=ASCII)
    assert (said.returncode, said.stderr) == (0, "")
