"""The TypeScript client that @hey-api/openapi-ts generates."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import LATER, PROBLEMS, RESPONSES
from tests.clients.later import problem_of
from tests.clients.tools import (
    CONTRACT,
    NODE_MODULES,
    PROGRAMS,
    needs_node_tools,
    node_tool,
    run,
)
from tests.support.containers import once
from tests.support.servers import Server

pytestmark = needs_node_tools


@pytest.fixture(scope="module")
def program(generated: Path) -> tuple[Path, str]:
    """The compiled program that calls every operation, and the output of the generator."""
    directory = generated / "hey-api"

    def make() -> str:
        directory.mkdir()
        (directory / "node_modules").symlink_to(NODE_MODULES)
        for name in ("use_hey_api.ts", "tsconfig.json"):
            shutil.copy(PROGRAMS / name, directory)
        output = run(*node_tool("openapi-ts"), "-i", CONTRACT, "-o", "client", cwd=directory)
        run(*node_tool("tsc"), "--exactOptionalPropertyTypes", "false", cwd=directory)
        return output

    return directory / "use_hey_api.js", once(generated, "hey-api.output", make)


@pytest.fixture(scope="module")
def output(server: Server, program: tuple[Path, str]) -> Any:
    """What that program printed."""
    return json.loads(run("node", program[0], server.url))


@pytest.fixture(scope="module")
def later_output(later_url: str, program: tuple[Path, str]) -> Any:
    """What it printed with a later version."""
    return json.loads(run("node", program[0], later_url))


def test_it_is_generated_without_a_warning(program: tuple[Path, str]) -> None:
    assert not {"warn", "error"} & set(program[1].lower().split())


@pytest.mark.parametrize("name", RESPONSES)
def test_it_returns_the_response(output: Any, name: str) -> None:
    assert output["responses"][name] == RESPONSES[name]


@pytest.mark.parametrize("name", ["invalid-body", "invalid-query"])
def test_it_returns_the_problem(output: Any, name: str) -> None:
    assert output["problems"][name] == PROBLEMS[name]


@pytest.mark.parametrize("name", LATER)
def test_it_reads_the_response_of_a_later_version(later_output: Any, name: str) -> None:
    assert later_output["responses"][name] == LATER[name]


@pytest.mark.parametrize("name", ["invalid-body", "invalid-query"])
def test_it_reads_the_problem_of_a_later_version(later_output: Any, name: str) -> None:
    assert later_output["problems"][name] == problem_of(PROBLEMS[name])
