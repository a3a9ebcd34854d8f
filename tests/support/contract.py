"""The contract, openapi.yaml, as data."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import jsonschema_rs

from tests.support.paths import ROOT
from tests.support.positions import text_of
from tests.support.wsgi import Request, get, post
from tests.support.yaml_files import read_yaml

SPEC: dict[str, Any] = read_yaml(ROOT / "openapi.yaml")

RECORDED = ROOT / "tests" / "operations" / "examples"

PROBES = "Probes"
"""The tag of operations that clients don't need."""


def resolve(node: dict[str, Any]) -> dict[str, Any]:
    """The target of a reference, or the node itself."""
    if reference := node.get("$ref"):
        node = SPEC
        for key in reference.removeprefix("#/").split("/"):
            node = node[key]
    return node


def closed(node: Any) -> Any:
    """A part of the contract in which objects have only the described keys.

    Texts have only the listed values, though a later version may add some.
    """
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    found = {key: closed(each) for key, each in node.items()}
    if values := node.get("x-extensible-enum"):
        found["enum"] = [*values, None] if "null" in node["type"] else values
    return {"additionalProperties": False, **found} if node.get("type") == "object" else found


COMPONENTS = closed(SPEC["components"])


@cache
def validator(path: str, method: str, status: str, media_type: str) -> Any:
    """The validator of a response by the contract, which rejects all other keys."""
    operation = SPEC["paths"][path][method.lower()]
    schema = resolve(operation["responses"][status])["content"][media_type]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": COMPONENTS})


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The path, method and description of each operation."""
    for path, methods in SPEC["paths"].items():
        for method, operation in methods.items():
            if not method.startswith("x-"):
                yield path, method.upper(), operation


def query_of(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters in the query of an operation."""
    parameters = map(resolve, operation.get("parameters", []))
    return [each for each in parameters if each["in"] == "query"]


def example_requests(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """The example requests of an operation by their names, which the examples of responses share.

    They are in the body or the parameters; an operation without either has one request.
    """
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    found = {
        name: {"path": path, "method": method, "json": example["value"]}
        for name, example in body.get("examples", {}).items()
    }
    queries: dict[str, list[str]] = {}
    for parameter in query_of(operation):
        for name, example in parameter.get("examples", {}).items():
            queries.setdefault(name, []).append(f"{parameter['name']}={text_of(example['value'])}")
    for name, query in queries.items():
        found[name] = {"path": f"{path}?{'&'.join(query)}", "method": method}
    for content in resolve(operation["responses"]["200"]).get("content", {}).values():
        for name in content.get("examples", {}):
            found.setdefault(name, {"path": path, "method": method})
    return found


@cache
def recorded() -> Sequence[tuple[str, dict[str, Any]]]:
    """The recorded requests with their responses, each with a name."""
    return [
        (f"{file.stem}-{number} {sent['method']} {sent['path'].partition('?')[0]}", record)
        for file in sorted(RECORDED.glob("*.yaml"))
        for number, record in enumerate(read_yaml(file), 1)
        for sent in [record["request"]]
    ]


def example_calls() -> Iterator[tuple[str, Request]]:
    """The requests to all operations that have a response with 200, each with a name.

    `/metrics` is left out: its values change from one request to the next.
    """
    for path, method, operation in operations():
        if path != "/metrics":
            for name, example in example_requests(path, method, operation).items():
                yield f"{method} {path} {name}", _call(example)
    for name, record in recorded():
        if record["status"] == 200:
            yield name, _call(record["request"])


def _call(example: dict[str, Any]) -> Request:
    path, _, query = example["path"].partition("?")
    return post(path, example["json"]) if "json" in example else get(path, query)
