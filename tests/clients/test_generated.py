"""Every call gets its recorded response through the client of each of four generators."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.calls import CALLS, OPERATIONS
from tests.clients.generators import (
    Generator,
    OpenAPIGeneratorGo,
    OpenAPIGeneratorPython,
    OpenAPIPythonClient,
    OpenAPITypeScript,
)
from tests.clients.tools import mypy, needs_node_tools, needs_python_tools
from tests.support.needs import needs
from tests.support.servers import Server

pytestmark = pytest.mark.long

GENERATORS = [
    pytest.param(OpenAPIPythonClient, marks=needs_python_tools),
    pytest.param(OpenAPITypeScript, marks=needs_node_tools),
    pytest.param(OpenAPIGeneratorPython, marks=needs_python_tools),
    pytest.param(OpenAPIGeneratorGo, marks=[needs_python_tools, needs("go")]),
]

PRINTED = {
    None,
    "{'pile': 0, 'remove': 1, 'leaves': 20}\n",
    "Take 1 from pile 1.\n",
}

# openapi-generator prints both for any contract, the second a varying number of times.
EXPECTED = ("OpenAPI 3.1 support is still in beta", "Failed to get the schema name: null")


def results(client: Generator, url: str, directory: Path) -> Any:
    """The results of the calls, by name."""
    file = directory / "calls.json"
    file.write_text(json.dumps([call._asdict() for call in CALLS.values()]))
    return json.loads(client.make_calls(url, file))


@pytest.mark.parametrize("generator", GENERATORS)
def test_each_call_returns_its_recorded_response_today_and_from_a_later_version(
    generator: type[Generator], server: Server, later_url: str, tmp_path: Path
) -> None:
    """The contract gives the generator no reason to warn, and its client ignores what is new.

    The program in docs/clients.md prints the best move, or reads its keys as numbers.
    """
    client = generator(tmp_path / "client")
    output = client.generate([*CALLS.values()])
    warnings = [line for line in output.splitlines() if {"warn", "error"} & words(line)]
    assert [line for line in warnings if not any(text in line for text in EXPECTED)] == []
    found = results(client, server.url, tmp_path)
    for name, call in CALLS.items():
        assert comparable(client, found[name]) == comparable(client, call.value), name
    found = results(client, later_url, tmp_path)
    for name, call in CALLS.items():
        assert comparable(client, found[name]) == comparable(client, call.later), name
    assert client.run_page(server.url) in PRINTED
    if isinstance(client, OpenAPIPythonClient):
        said = mypy(client.directory / "nim_client", cwd=tmp_path)
        assert said.startswith("Success: no issues found")


def comparable(client: Generator, value: Any) -> Any:
    """A value, without null keys if a client can't distinguish them from missing ones."""
    return value if client.knows_absence else without_null(value)


def without_null(value: Any) -> Any:
    """A value without the keys that are null."""
    if isinstance(value, dict):
        return {key: without_null(inner) for key, inner in value.items() if inner is not None}
    return [*map(without_null, value)] if isinstance(value, list) else value


def words(line: str) -> set[str]:
    """The words of a line in lower case; a warning counts as "warn"."""
    return {word.strip(":()[]s").replace("warning", "warn") for word in line.lower().split()}


def test_every_operation_is_called() -> None:
    """None is without an example or a recorded request that a client can send."""
    assert {call.operation for call in CALLS.values()} == {
        operation["operationId"] for operation in OPERATIONS.values()
    }
