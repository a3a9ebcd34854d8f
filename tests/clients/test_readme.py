"""The README's section about clients does what it says."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import ANSWERS
from tests.clients.tools import (
    NODE_MODULES,
    PROGRAMS,
    PYTHON,
    needs_node_tools,
    needs_python_tools,
    node_tool,
    python_tool,
    run,
)
from tests.support.paths import ROOT
from tests.support.servers import Server

SECTION = (ROOT / "README.md").read_text().partition("\n## Clients\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)


def block(language: str, beginning: str, server: Server) -> str:
    """The only block in a language that begins so, for this server."""
    [text] = [text for kind, text in BLOCKS if kind == language and text.startswith(beginning)]
    return str(text).replace("http://localhost:8000", server.url)


@needs_python_tools
def test_the_python_program_prints_the_best_move(
    server: Server, python_client: tuple[Path, str], tmp_path: Path
) -> None:
    project, _ = python_client
    program = tmp_path / "program.py"
    program.write_text(block("python", "from nim_client", server))
    said = run(PYTHON, program, PYTHONPATH=str(project))
    assert said == "Move(pile=0, remove=1, leaves=20, additional_properties={})\n"


@needs_node_tools
def test_the_typescript_program_prints_the_best_move(
    server: Server, typescript_client: tuple[Path, str], tmp_path: Path
) -> None:
    types, _ = typescript_client
    shutil.copy(types / "nim.d.ts", tmp_path)
    shutil.copy(PROGRAMS / "tsconfig.json", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    (tmp_path / "program.ts").write_text(block("ts", "import", server))
    run(node_tool("tsc"), cwd=tmp_path)
    assert run("node", "program.js", cwd=tmp_path) == "{ pile: 0, remove: 1, leaves: 20 }\n"


@needs_python_tools
def test_one_command_gives_an_agent_the_tools(server: Server) -> None:
    uvx, name, *arguments = block("sh", "uvx ", server).split()
    command = [python_tool(name.removesuffix("@latest")), *arguments]
    said: Any = json.loads(
        run(PYTHON, PROGRAMS / "use_agent_command.py", *command).splitlines()[-1]
    )
    assert uvx == "uvx"
    assert said["tools"] == sorted({*ANSWERS} - {"large", "large-sum", "ruled"})
    assert said["result"] == ANSWERS["solvePosition"]


@pytest.mark.parametrize(
    "tool",
    ["openapi-python-client", "openapi-typescript", "@hey-api/openapi-ts", "openapi-generator"],
)
def test_every_generator_that_is_named_has_its_tests(tool: str) -> None:
    locked = "".join(
        path.read_text()
        for path in (ROOT / "tests/clients/package.json", ROOT / "requirements-clients.txt")
    )
    assert tool in SECTION
    assert tool in locked
