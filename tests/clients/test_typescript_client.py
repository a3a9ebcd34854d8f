"""The TypeScript client: types by openapi-typescript, as `make clients`, used by openapi-fetch."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import ANSWERS, LATER, PROBLEMS, UNPROVOKED
from tests.clients.later import problem_of
from tests.clients.tools import needs_node_tools, run
from tests.support.contract import operations
from tests.support.servers import Server

pytestmark = needs_node_tools


def use(url: str, programs: Path, problems: Any) -> Any:
    """What the program printed that calls every operation."""
    return json.loads(run("node", programs / "use_typescript_client.js", url, json.dumps(problems)))


@pytest.fixture(scope="module")
def said(server: Server, typescript_programs: Path) -> Any:
    """What that program printed."""
    return use(server.url, typescript_programs, UNPROVOKED)


@pytest.fixture(scope="module")
def said_later(later_url: str, typescript_programs: Path) -> Any:
    """What it printed with a later version."""
    problems = {name: problem_of(problem) for name, problem in UNPROVOKED.items()}
    return use(later_url, typescript_programs, problems)


def test_every_operation_is_generated_without_a_warning(
    typescript_client: tuple[Path, str],
) -> None:
    directory, said = typescript_client
    types = (directory / "nim.d.ts").read_text()
    generated = re.findall(r': operations\["(\w+)"\]', types)
    assert {*generated} == {operation["operationId"] for _, _, operation in operations()}
    assert "warn" not in said.lower()


def test_a_key_that_may_be_left_out_need_not_be_sent(typescript_client: tuple[Path, str]) -> None:
    directory, _ = typescript_client
    types = (directory / "nim.d.ts").read_text()
    assert "misere?: boolean" in types
    assert "misere: boolean" not in types


@pytest.mark.parametrize("name", ANSWERS)
def test_it_returns_the_answer(said: Any, name: str) -> None:
    assert said["answers"][name] == ANSWERS[name]


def test_it_calls_every_operation(said: Any) -> None:
    assert said["answers"].keys() == ANSWERS.keys()


@pytest.mark.parametrize("name", PROBLEMS)
def test_it_returns_the_problem(said: Any, name: str) -> None:
    assert said["problems"][name] == PROBLEMS[name]


@pytest.mark.parametrize("name", LATER)
def test_it_reads_the_answer_of_a_later_version(said_later: Any, name: str) -> None:
    assert said_later["answers"][name] == LATER[name]


@pytest.mark.parametrize("name", PROBLEMS)
def test_it_reads_the_problem_of_a_later_version(said_later: Any, name: str) -> None:
    assert said_later["problems"][name] == problem_of(PROBLEMS[name])
