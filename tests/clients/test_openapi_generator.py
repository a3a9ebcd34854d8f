"""The clients that openapi-generator generates, in Python and in Go."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.clients.expected import LATER, PROBLEMS, RESPONSES, invalid
from tests.clients.later import problem_of
from tests.clients.tools import (
    CONTRACT,
    PROGRAMS,
    PYTHON,
    needs_python_tools,
    page_block,
    python_tool,
    run,
)
from tests.support.containers import once
from tests.support.contract import operations
from tests.support.needs import needs
from tests.support.servers import Server

pytestmark = needs_python_tools
needs_go = needs("go")

# The generator says both of any contract; how often it says the second varies from run to run.
EXPECTED = ("OpenAPI 3.1 support is still in beta", "Failed to get the schema name: null")

OPEN = tuple(page_block("sh", "openapi-generator-cli").split()[-2:])
"""The option without which a client in Go rejects keys that it doesn't know."""


def generate(directory: Path, language: str, *options: str) -> tuple[Path, str]:
    client = directory / f"openapi-generator-{language}"

    def make() -> str:
        return run(
            python_tool("openapi-generator-cli"),
            *("generate", "-i", str(CONTRACT), "-g", language, "-o", str(client), *options),
            # Better machine code would take longer to make than it saves in so short a run.
            JAVA_TOOL_OPTIONS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        )

    return client, once(directory, f"{client.name}.output", make)


@pytest.fixture(scope="module")
def in_python(generated: Path) -> tuple[Path, str]:
    """The Python client, and the output of the generator."""
    return generate(generated, "python", "--package-name", "nim_client", *OPEN)


@pytest.fixture(scope="module")
def in_go(generated: Path) -> tuple[Path, str]:
    """The Go client, and the output of the generator."""
    no_module = ("--additional-properties", "withGoMod=false")
    return generate(generated, "go", "--package-name", "nim", *no_module, *OPEN)


def use_python(url: str, client: Path) -> Any:
    """What the program printed that calls every operation with the Python client."""
    program = PROGRAMS / "use_openapi_generator.py"
    return json.loads(run(PYTHON, program, url, PYTHONPATH=str(client)))


@pytest.fixture(scope="module")
def python_output(server: Server, in_python: tuple[Path, str]) -> Any:
    """What that program printed."""
    return use_python(server.url, in_python[0])


@pytest.fixture(scope="module")
def python_later(later_url: str, in_python: tuple[Path, str]) -> Any:
    """What it printed with a later version."""
    return use_python(later_url, in_python[0])


@pytest.fixture(scope="module")
def go_program(in_go: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that calls every operation with the Go client."""
    directory = tmp_path_factory.mktemp("go")
    client = directory / "nim"
    client.mkdir()
    for source in in_go[0].glob("*.go"):
        (client / source.name).write_text(source.read_text())
    (client / "go.mod").write_text("module example.org/nim\n\ngo 1.19\n")
    (directory / "main.go").write_text((PROGRAMS / "main.go").read_text())
    (directory / "go.mod").write_text(
        "module example.org/use\n\ngo 1.19\n\nrequire example.org/nim v0.0.0\n\n"
        "replace example.org/nim => ./nim\n"
    )
    run("go", "build", "-o", "use", ".", cwd=directory, GOFLAGS="-mod=mod", GOPROXY="off")
    return directory / "use"


@pytest.fixture(scope="module")
def go_output(server: Server, go_program: Path) -> Any:
    """What that program printed."""
    return json.loads(run(go_program, server.url))


@pytest.fixture(scope="module")
def go_later(later_url: str, go_program: Path) -> Any:
    """What it printed with a later version."""
    return json.loads(run(go_program, later_url))


@pytest.mark.parametrize("language", ["in_python", "in_go"])
def test_it_is_generated_without_a_warning_of_this_contract(
    request: pytest.FixtureRequest, language: str
) -> None:
    _, output = request.getfixturevalue(language)
    warnings = [line for line in output.splitlines() if " WARN " in line or " ERROR " in line]
    assert [line for line in warnings if not any(text in line for text in EXPECTED)] == []


@pytest.mark.parametrize("language", ["in_python", "in_go"])
def test_every_operation_is_generated(request: pytest.FixtureRequest, language: str) -> None:
    client, _ = request.getfixturevalue(language)
    sources = "".join(
        path.read_text() for path in client.rglob("api_*.go" if "go" in language else "*_api.py")
    )
    for _, _, operation in operations():
        name = operation["operationId"]
        if language == "in_python":
            assert f"def {re.sub('(?=[A-Z])', '_', name).lower()}(" in sources
        else:
            assert f") {name[0].upper()}{name[1:]}(ctx" in sources


@pytest.mark.parametrize("name", RESPONSES)
def test_the_python_client_returns_the_response(python_output: Any, name: str) -> None:
    assert python_output["responses"][name] == RESPONSES[name]


def test_the_python_client_raises_the_problem(python_output: Any) -> None:
    assert python_output["problems"] == {
        "too-long": PROBLEMS["target-too-long"],
        "unknown-pile": invalid(
            "moves[0].pile",
            "illegal-move",
            "There is no pile with the index 0.",
            pointer="#/moves/0/pile",
        ),
    }


@needs_go
@pytest.mark.parametrize("name", RESPONSES)
def test_the_go_client_returns_the_response(go_output: Any, name: str) -> None:
    assert go_output["responses"][name] == RESPONSES[name]


@needs_go
def test_the_go_client_returns_the_problem(go_output: Any) -> None:
    assert go_output["problems"] == {"invalid-body": PROBLEMS["invalid-body"]}


@pytest.mark.parametrize("name", LATER)
def test_the_python_client_reads_the_response_of_a_later_version(
    python_later: Any, name: str
) -> None:
    assert python_later["responses"][name] == LATER[name]


@needs_go
@pytest.mark.parametrize("name", LATER)
def test_the_go_client_reads_the_response_of_a_later_version(go_later: Any, name: str) -> None:
    assert go_later["responses"][name] == LATER[name]


def test_the_python_client_raises_the_problem_of_a_later_version(
    python_output: Any, python_later: Any
) -> None:
    problems = python_output["problems"]
    assert python_later["problems"] == {name: problem_of(problems[name]) for name in problems}


@needs_go
def test_the_go_client_returns_the_problem_of_a_later_version(go_later: Any) -> None:
    assert go_later["problems"] == {"invalid-body": problem_of(PROBLEMS["invalid-body"])}
