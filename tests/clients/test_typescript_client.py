"""The TypeScript client: types by openapi-typescript, as `make clients`, used by openapi-fetch."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import LATER, PROBLEMS, RESPONSES, UNPROVOKED
from tests.clients.later import problem_of
from tests.clients.tools import needs_node_tools, run
from tests.support.contract import operations
from tests.support.servers import Server

pytestmark = needs_node_tools


def use(url: str, programs: Path, problems: Any) -> Any:
    """What the program printed that calls every operation."""
    return json.loads(run("node", programs / "use_typescript_client.js", url, json.dumps(problems)))


@pytest.fixture(scope="module")
def output(server: Server, typescript_programs: Path) -> Any:
    """What that program printed."""
    return use(server.url, typescript_programs, UNPROVOKED)


@pytest.fixture(scope="module")
def later_output(later_url: str, typescript_programs: Path) -> Any:
    """What it printed with a later version."""
    problems = {name: problem_of(problem) for name, problem in UNPROVOKED.items()}
    return use(later_url, typescript_programs, problems)


def test_every_operation_is_generated_without_a_warning(
    typescript_client: tuple[Path, str],
) -> None:
    directory, output = typescript_client
    types = (directory / "nim.d.ts").read_text()
    generated = re.findall(r': operations\["(\w+)"\]', types)
    assert {*generated} == {operation["operationId"] for _, _, operation in operations()}
    assert "warn" not in output.lower()


def test_a_key_that_may_be_left_out_need_not_be_sent(typescript_client: tuple[Path, str]) -> None:
    directory, _ = typescript_client
    types = (directory / "nim.d.ts").read_text()
    assert "misere?: boolean" in types
    assert "misere: boolean" not in types


@pytest.mark.parametrize("name", RESPONSES)
def test_it_returns_the_response(output: Any, name: str) -> None:
    assert output["responses"][name] == RESPONSES[name]


def test_it_calls_every_operation(output: Any) -> None:
    assert output["responses"].keys() == RESPONSES.keys()


@pytest.mark.parametrize("name", PROBLEMS)
def test_it_returns_the_problem(output: Any, name: str) -> None:
    assert output["problems"][name] == PROBLEMS[name]


@pytest.mark.parametrize("name", LATER)
def test_it_reads_the_response_of_a_later_version(later_output: Any, name: str) -> None:
    assert later_output["responses"][name] == LATER[name]


@pytest.mark.parametrize("name", PROBLEMS)
def test_it_reads_the_problem_of_a_later_version(later_output: Any, name: str) -> None:
    assert later_output["problems"][name] == problem_of(PROBLEMS[name])
