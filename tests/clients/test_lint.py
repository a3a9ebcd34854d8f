"""The usual linters find no error in the contract."""

import pytest

from tests.clients.tools import CONTRACT, HERE, needs_node_tools, node_tool, run

pytestmark = needs_node_tools


@pytest.mark.serving
def test_redocly_finds_nothing() -> None:
    output = run(*node_tool("redocly"), "lint", "--extends=recommended", "--format=json", CONTRACT)
    assert '"totals": {\n    "errors": 0,\n    "warnings": 0,\n    "ignored": 0\n  }' in output


@pytest.mark.serving
def test_spectral_finds_nothing() -> None:
    ruleset = HERE / "spectral.yaml"
    output = run(
        *node_tool("spectral"), "lint", "--ruleset", ruleset, "--fail-severity=hint", CONTRACT
    )
    assert output == "No results with a severity of 'hint' or higher found!\n"
