"""The pydantic models that datamodel-code-generator generates."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.tools import (
    CONTRACT,
    PROGRAMS,
    PYTHON,
    needs_python_tools,
    python_tool,
    run,
)
from tests.support.contract import SPEC, operations, resolve

pytestmark = needs_python_tools


def responses() -> Iterator[tuple[str, Any]]:
    """Every example of a response that has a model, and the model's name."""
    responses = [
        response for _, _, operation in operations() for response in operation["responses"].values()
    ]
    for response in map(resolve, [*responses, *SPEC["components"]["responses"].values()]):
        for content in response.get("content", {}).values():
            model = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            for example in content.get("examples", {}).values() if model else ():
                yield model, example["value"]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the program printed that reads every example into its model."""
    directory = tmp_path_factory.mktemp("models")
    warned = run(
        python_tool("datamodel-codegen"),
        *("--input", CONTRACT, "--input-file-type", "openapi", "--formatters", "builtin"),
        *("--output-model-type", "pydantic_v2.BaseModel", "--output", directory / "models.py"),
    )
    assert warned == ""
    examples: dict[str, list[Any]] = {}
    for name, value in responses():
        examples.setdefault(name, []).append(value)
    (directory / "examples.json").write_text(json.dumps(examples))
    program = PROGRAMS / "use_models.py"
    read = run(PYTHON, program, directory / "examples.json", PYTHONPATH=str(directory))
    return {
        "examples": examples,
        "source": (directory / "models.py").read_text(),
        **json.loads(read),
    }


def without_absent(value: Any) -> Any:
    """The value without the keys that a model holds as None."""
    if isinstance(value, dict):
        return {key: without_absent(inner) for key, inner in value.items() if inner is not None}
    return [*map(without_absent, value)] if isinstance(value, list) else value


def test_models_hold_every_response(output: Any) -> None:
    assert without_absent(output["written"]) == without_absent(output["examples"])


def test_booleans_are_booleans(output: Any) -> None:
    """A model of its own for a boolean would always be true."""
    assert {*map(tuple, output["truths"])} == {(True, True), (False, False)}


def test_no_field_has_a_model_of_its_own_but_those_of_lists(output: Any) -> None:
    """The generator makes one for a list's item where list and item both have limits."""
    roots = [line for line in output["source"].splitlines() if "(RootModel[" in line]
    assert all("conint" in line for line in roots)
    assert not any("bool" in line or "str" in line for line in roots)
