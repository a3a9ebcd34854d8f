"""docs/clients.md: its programs and commands do what it says."""

from pathlib import Path

import pytest

from tests.clients.tools import (
    CLIENTS_PAGE,
    NODE_MODULES,
    PAGE_URL,
    PYTHON,
    needs_node_tools,
    needs_python_tools,
    page_block,
    run,
)
from tests.support.paths import ROOT
from tests.support.servers import Server


def block(language: str, beginning: str, server: Server) -> str:
    """The only block in a language that begins so, for this server."""
    return page_block(language, beginning).replace(PAGE_URL, server.url)


@needs_python_tools
def test_the_python_program_prints_the_best_move(
    server: Server, python_client: tuple[Path, str], tmp_path: Path
) -> None:
    project, _ = python_client
    program = tmp_path / "program.py"
    program.write_text(block("python", "from nim_client", server))
    output = run(PYTHON, program, PYTHONPATH=str(project))
    assert output == "{'pile': 0, 'remove': 1, 'leaves': 20}\n"


@needs_node_tools
def test_the_typescript_program_prints_the_best_move(
    server: Server, typescript_programs: Path, tmp_path: Path
) -> None:
    program = (typescript_programs / "page.js").read_text().replace(PAGE_URL, server.url)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    (tmp_path / "program.js").write_text(program)
    assert run("node", "program.js", cwd=tmp_path) == "{ pile: 0, remove: 1, leaves: 20 }\n"


@pytest.mark.parametrize(
    "tool",
    ["openapi-python-client", "openapi-typescript", "@hey-api/openapi-ts", "openapi-generator"],
)
def test_every_generator_that_is_named_has_its_tests(tool: str) -> None:
    locked = "".join(
        path.read_text()
        for path in (ROOT / "tests/clients/package.json", ROOT / "requirements/clients.txt")
    )
    assert tool in CLIENTS_PAGE
    assert tool in locked
