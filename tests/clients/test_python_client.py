"""The Python client that openapi-python-client generates, as `make clients` does."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import LATER, PROBLEMS, RESPONSES, UNPROVOKED
from tests.clients.later import problem_of
from tests.clients.tools import PROGRAMS, PYTHON, mypy, needs_python_tools, run
from tests.support.contract import operations
from tests.support.servers import Server

pytestmark = needs_python_tools


def use(url: str, python_client: tuple[Path, str], examples: Path, **problems: Any) -> Any:
    """What the program that calls every operation printed; examples of problems go to a file."""
    examples.write_text(json.dumps(problems))
    program = PROGRAMS / "use_python_client.py"
    project, _ = python_client
    return json.loads(run(PYTHON, program, url, examples, PYTHONPATH=str(project)))


@pytest.fixture(scope="module")
def output(server: Server, python_client: tuple[Path, str], tmp_path_factory: Any) -> Any:
    """What that program printed."""
    examples = tmp_path_factory.mktemp("examples") / "problems.json"
    return use(server.url, python_client, examples, **UNPROVOKED)


@pytest.fixture(scope="module")
def later_output(later_url: str, python_client: tuple[Path, str], tmp_path_factory: Any) -> Any:
    """What it printed with a later version."""
    examples = tmp_path_factory.mktemp("examples") / "problems.json"
    problems = {name: problem_of(problem) for name, problem in UNPROVOKED.items()}
    return use(later_url, python_client, examples, **problems)


def test_every_operation_is_generated(python_client: tuple[Path, str]) -> None:
    project, _ = python_client
    generated = {path.stem for path in project.glob("nim_client/api/*/*.py")} - {"__init__"}
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert generated == {re.sub("(?=[A-Z])", "_", name).lower() for name in ids}


def test_it_is_generated_without_a_warning(python_client: tuple[Path, str]) -> None:
    _, output = python_client
    assert not {"warning", "warning(s)", "error"} & {*output.lower().split()}


def test_it_and_a_program_that_uses_it_are_typed_strictly(
    python_client: tuple[Path, str], tmp_path: Path
) -> None:
    project, _ = python_client
    shutil.copytree(project / "nim_client", tmp_path / "nim_client")
    shutil.copy(PROGRAMS / "use_python_client.py", tmp_path)
    assert mypy(Path("nim_client"), Path("use_python_client.py"), cwd=tmp_path).startswith(
        "Success: no issues found"
    )


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
