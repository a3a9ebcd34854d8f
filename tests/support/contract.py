"""The contract, openapi.yaml, as data."""

from collections.abc import Iterator
from typing import Any

from tests.support.paths import ROOT
from tests.support.wsgi import Request, get, post
from tests.support.yaml_files import read_yaml

SPEC: dict[str, Any] = read_yaml(ROOT / "openapi.yaml")

PROBES = "Probes"
"""The tag of what is no concern of clients."""


def resolve(node: dict[str, Any]) -> dict[str, Any]:
    """The node that a reference leads to, or the node itself."""
    if reference := node.get("$ref"):
        node = SPEC
        for key in reference.removeprefix("#/").split("/"):
            node = node[key]
    return node


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation of each operation."""
    for path, methods in SPEC["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def example_requests(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """The example requests of an operation by their names, which the examples of responses share.

    The request of an example is in the body or the parameters, or with the response as `x-request`;
    an operation without either has one request.
    """
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    found = {
        name: {"path": path, "method": method, "json": example["value"]}
        for name, example in body.get("examples", {}).items()
    }
    queries: dict[str, list[str]] = {}
    for parameter in map(resolve, operation.get("parameters", [])):
        for name, example in parameter.get("examples", {}).items():
            queries.setdefault(name, []).append(f"{parameter['name']}={_text(example['value'])}")
    for name, query in queries.items():
        found[name] = {"path": f"{path}?{'&'.join(query)}", "method": method}
    for content in resolve(operation["responses"]["200"]).get("content", {}).values():
        for name, example in content.get("examples", {}).items():
            if "x-request" in example:
                found[name] = {"method": method, **example["x-request"]}
            elif name not in found:
                found[name] = {"path": path, "method": method}
    return found


def example_calls() -> Iterator[tuple[str, Request]]:
    """The example requests of all operations, each with a name, but of `/metrics`.

    Its values change from one request to the next.
    """
    for path, method, operation in operations():
        if path != "/metrics":
            for name, example in example_requests(path, method, operation).items():
                query = example["path"].partition("?")[2]
                request = post(path, example["json"]) if "json" in example else get(path, query)
                yield f"{method} {path} {name}", request


def _text(value: Any) -> str:
    """A value as it stands in a query."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value).lower()
