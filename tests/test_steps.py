"""The dearest answers leave steps to spare: python -m bench.steps holds steps to the clock."""

from typing import Any

import pytest

from service.app import create_app
from service.game.meter import MAX_STEPS
from tests.support.dearest import DEAREST
from tests.support.rows import rows
from tests.support.steps import counted
from tests.support.wsgi import post

SPARE = 0.85
"""The share of all steps that an answer may need, so that the next change takes no answer away."""


@pytest.mark.long
@rows(("path", "body"), DEAREST)
def test_the_dearest_answers_leave_steps_to_spare(path: str, body: dict[str, Any]) -> None:
    found = counted(create_app(ACCESS_LOG=False), post(path, body))
    assert found.status == 200
    assert found.steps < SPARE * MAX_STEPS
