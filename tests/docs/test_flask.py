"""docs/flask.md: its examples work, and its lists are complete."""

import re

import pytest

from service import create_app
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "flask.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_works(number: int) -> None:
    assert "assert response.json" in EXAMPLES[number]
    exec(EXAMPLES[number], {})  # noqa: S102  # it is ours


def test_the_commands_are_those_that_are_tried() -> None:
    """test_app.py and test_service_other_servers.py run these."""
    assert COMMANDS == [
        "flask --app service run\nflask --app service routes\ngunicorn 'service:create_app()'\n"
    ]


def test_the_endpoints_that_the_page_names_are_there() -> None:
    (sentence,) = re.findall(
        r"^Endpoints are named after their blueprint: (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL
    )
    named = re.findall(r"`(\w+\.\w+)`", sentence)
    assert len(named) == 4
    assert {*named} <= create_app().view_functions.keys()
