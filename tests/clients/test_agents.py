"""Tools for AI agents, made from the contract by FastMCP."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import RESPONSES
from tests.clients.tools import (
    CONTRACT,
    PROGRAMS,
    PYTHON,
    needs_python_tools,
    run,
)
from tests.support.contract import PROBES, operations, resolve
from tests.support.servers import Server

pytestmark = needs_python_tools

API = {
    operation["operationId"]: operation
    for _, _, operation in operations()
    if PROBES not in operation["tags"]
}


def first_arguments(operation: dict[str, Any]) -> Any:
    """The arguments of a tool that are the operation's first example."""
    if body := operation.get("requestBody"):
        examples = body["content"]["application/json"]["examples"]
        return next(iter(examples.values()))["value"]
    parameters = [resolve(parameter) for parameter in operation.get("parameters", [])]
    first = next(iter(parameters[0]["examples"])) if parameters else None
    return {
        parameter["name"]: parameter["examples"][first]["value"]
        for parameter in parameters
        if first in parameter.get("examples", {})
    }


@pytest.fixture(scope="module")
def output(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What an agent's program got from FastMCP's tools."""
    calls: Path = tmp_path_factory.mktemp("calls") / "calls.json"
    calls.write_text(json.dumps({name: first_arguments(op) for name, op in API.items()}))
    program = PROGRAMS / "use_agent_tools.py"
    return json.loads(run(PYTHON, program, CONTRACT, server.url, calls).splitlines()[-1])


def test_there_is_a_tool_for_each_operation_and_no_other(output: Any) -> None:
    assert output["tools"].keys() == API.keys()


@pytest.mark.parametrize("name", API)
def test_a_tool_is_described_for_a_reader_who_has_nothing_else(output: Any, name: str) -> None:
    description = output["tools"][name]
    assert description.startswith(API[name]["description"].rstrip()[:60])
    assert "Nim" in description


@pytest.mark.parametrize("name", API)
def test_a_tool_returns_the_response_of_its_example(output: Any, name: str) -> None:
    assert output["results"][name] == RESPONSES[name]


def test_a_wrong_call_gets_the_message_of_the_service(output: Any) -> None:
    assert "piles: must be a list, such as [3, 4, 5], not a string." in output["message"]
