"""Clients, each generated once for all processes of a test run."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.later import later_version
from tests.clients.tools import (
    CONTRACT,
    HERE,
    NODE_MODULES,
    PROGRAMS,
    node_tool,
    page_block,
    python_tool,
    run,
)
from tests.support.containers import once
from tests.support.servers import Server

collect_ignore = ["programs"]
"""They run in the environment of the clients, not in that of the tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give these tests time: whichever comes first generates and compiles a client for all."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def generated(shared_directory: Path) -> Path:
    """The directory of all generated clients."""
    directory = shared_directory / "generated"
    directory.mkdir(exist_ok=True)
    return directory


@pytest.fixture(scope="session")
def later_url(server: Server) -> Iterator[str]:
    """The URL of a later version of the service."""
    with later_version(server.port) as url:
        yield url


@pytest.fixture(scope="session")
def python_client(generated: Path) -> tuple[Path, str]:
    """The client that openapi-python-client generates, and its output."""
    project = generated / "python"

    def generate() -> str:
        return run(
            python_tool("openapi-python-client"),
            *("generate", "--path", CONTRACT, "--output-path", project),
            *("--config", HERE / "openapi-python-client.yaml"),
        )

    return project, once(generated, "python.output", generate)


@pytest.fixture(scope="session")
def typescript_client(generated: Path) -> tuple[Path, str]:
    """The types that openapi-typescript generates, and its output."""
    types = generated / "typescript" / "nim.d.ts"

    def generate() -> str:
        return run(*node_tool("openapi-typescript"), CONTRACT, "--output", types)

    return types.parent, once(generated, "typescript.output", generate)


@pytest.fixture(scope="session")
def typescript_programs(generated: Path, typescript_client: tuple[Path, str]) -> Path:
    """The programs that use those types, checked and compiled together.

    `use_typescript_client.js` calls every operation; `page.js` is that of docs/clients.md.
    """
    directory = generated / "typescript-programs"

    def make() -> str:
        directory.mkdir()
        types, _ = typescript_client
        # Not as it is: declarations, which most are the libraries', are not checked.
        shutil.copy(types / "nim.d.ts", directory / "nim.ts")
        for name in ("use_typescript_client.ts", "tsconfig.json"):
            shutil.copy(PROGRAMS / name, directory)
        (directory / "page.ts").write_text(page_block("ts", "import"))
        (directory / "package.json").write_text('{"type": "module"}')
        (directory / "node_modules").symlink_to(NODE_MODULES)
        return run(*node_tool("tsc"), cwd=directory)

    once(generated, "typescript-programs.output", make)
    return directory
