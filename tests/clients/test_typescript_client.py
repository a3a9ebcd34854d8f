"""The TypeScript client: types by openapi-typescript, as `make clients`, used by openapi-fetch."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import ANSWERS, PROBLEMS, UNPROVOKED
from tests.clients.tools import NODE_MODULES, PROGRAMS, needs_node_tools, node_tool, run
from tests.support.containers import once
from tests.support.contract import operations
from tests.support.servers import Server

pytestmark = needs_node_tools


@pytest.fixture(scope="module")
def program(generated: Path, typescript_client: tuple[Path, str]) -> Path:
    """The program that calls every operation, type-checked and compiled."""
    directory = generated / "typescript-program"

    def make() -> str:
        directory.mkdir()
        types, _ = typescript_client
        shutil.copy(types / "nim.d.ts", directory)
        for name in ("use_typescript_client.ts", "tsconfig.json"):
            shutil.copy(PROGRAMS / name, directory)
        (directory / "package.json").write_text('{"type": "module"}')
        (directory / "node_modules").symlink_to(NODE_MODULES)
        return run(node_tool("tsc"), cwd=directory)

    once(generated, "typescript-program.said", make)
    return directory / "use_typescript_client.js"


@pytest.fixture(scope="module")
def said(server: Server, program: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What that program printed."""
    examples = tmp_path_factory.mktemp("examples") / "problems.json"
    examples.write_text(json.dumps(UNPROVOKED))
    return json.loads(run("node", program, server.url, examples))


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
