"""Imports between the rooms of the service point one way; pyproject.toml has the contract."""

import pytest

from tests.support.programs import run
from tests.support.servers import program

pytestmark = pytest.mark.serving


def test_imports_point_down() -> None:
    said = run([program("lint-imports"), "--no-cache"])
    assert said.returncode == 0, said.stdout
