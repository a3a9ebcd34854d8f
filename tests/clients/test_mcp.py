"""Programs by other people call `/mcp`: the protocol's official suite, and three agents."""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.tools import (
    HERE,
    NODE_MODULES,
    PAGE_URL,
    PROGRAMS,
    PYTHON,
    needs_node_tools,
    needs_python_tools,
    run,
)
from tests.support.agents import tools
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.servers import Server
from tests.support.service import SOLVED

pytestmark = pytest.mark.serving

PAGE = (ROOT / "docs" / "agents.md").read_text()

WRONG = "piles: must be a list, such as [3, 4, 5], not a string."


def block(language: str) -> str:
    """The only block in a language in docs/agents.md."""
    [text] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


@pytest.fixture(scope="module")
def local() -> Iterator[Server]:
    """A server for this machine, as one starts it."""
    with Server(WEB_CONCURRENCY=1) as server:
        yield server


@needs_node_tools
@pytest.mark.parametrize(
    "scenario",
    [
        "server-stateless",
        "tools-list",
        "caching",
        "http-header-validation",
        "dns-rebinding-protection",
    ],
)
def test_the_official_suite_finds_nothing_unexpected(local: Server, scenario: str) -> None:
    run(
        *("node", "--no-opt", "--import", PROGRAMS / "node-20.mjs"),
        *(NODE_MODULES / ".bin" / "conformance", "server"),
        *("--url", f"http://localhost:{local.port}/mcp", "--spec-version", "2026-07-28"),
        *("--scenario", scenario),
        *("--expected-failures", HERE / "mcp-expected-failures.yaml"),
    )


@needs_python_tools
@pytest.mark.parametrize("program", ["use_mcp_sdk.py", "use_mcp_framework.py"])
def test_an_agent_solves_a_position(server: Server, program: str) -> None:
    output: Any = json.loads(run(PYTHON, PROGRAMS / program, f"{server.url}/mcp").splitlines()[-1])
    assert output["tools"] == [*tools(server)]
    assert output["result"] == SOLVED
    assert output["wrong"] == [True, WRONG]


@needs_node_tools
def test_an_agent_that_begins_with_initialize_solves_a_position(
    server: Server, tmp_path: Path
) -> None:
    """The SDK for TypeScript whose revisions are 2025-11-25 and earlier."""
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    program = shutil.copy(PROGRAMS / "use_mcp_sdk.mjs", tmp_path)
    output: Any = json.loads(run("node", "--no-opt", program, f"{server.url}/mcp/"))
    assert output["tools"] == [*tools(server)]
    assert output["result"] == SOLVED
    assert output["wrong"] == [True, WRONG]


@needs_python_tools
def test_the_python_program_of_the_page_solves_a_position(server: Server, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(block("python").replace(PAGE_URL, server.url))
    assert json.loads(run(PYTHON, program))["to_move_wins"] is True


@needs("curl")
def test_the_command_of_the_page_solves_a_position(server: Server) -> None:
    command = block("sh").replace("localhost:8000", f"127.0.0.1:{server.port}")
    result = subprocess.run(shlex.split(command), capture_output=True, check=True, timeout=60)
    assert json.loads(result.stdout)["result"]["structuredContent"] == SOLVED


def test_the_page_lists_the_tools(server: Server) -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == [*tools(server)]
