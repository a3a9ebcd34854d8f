"""The service keeps its contract, openapi.yaml, and the contract is complete."""

import json
from typing import Any
from urllib.parse import urlsplit

from openapi_spec_validator import validate

from service import __version__
from service.api.errors import CODES
from service.api.problems import PROBLEMS, TYPE_PREFIX
from service.api.responses import PROBLEM
from service.app import create_app
from service.web.pages import ADDRESSES, ROOT_FILES
from service.web.played import PATHS
from tests.support.contract import SPEC, operations, resolve
from tests.support.paths import ROOT
from tests.support.rows import rows
from tests.support.service import Service

SCHEMAS = SPEC["components"]["schemas"]

OF_PROXIES = {"too-many-requests"}
"""The problems that only a proxy in front of the service responds with."""

PAGES = {
    *("/static/<path:name>", "/sitemap.xml"),
    *(f"{path}<path:position>" for path in PATHS),
    *ADDRESSES,
    *ROOT_FILES,
}
"""Paths outside the contract, for people."""

FOR_AGENTS = ("/mcp", "POST")
"""Paths that the Model Context Protocol describes."""


def test_the_contract_is_valid_openapi() -> None:
    validate(SPEC)


def test_the_contract_has_the_version_of_the_service() -> None:
    assert SPEC["info"]["version"] == __version__


def test_the_routes_are_those_of_the_contract_and_the_pages() -> None:
    routes = {
        (rule.rule, method)
        for rule in create_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    pages = {(path, "GET") for path in PAGES}
    queries = {(path, "QUERY") for path, methods in SPEC["paths"].items() if "x-query" in methods}
    described = {(path, method) for path, method, _ in operations()}
    assert routes - {FOR_AGENTS} == pages | queries | described


def test_query_is_described_as_post_is() -> None:
    described = {
        path: methods["x-query"]["$ref"]
        for path, methods in SPEC["paths"].items()
        if "post" in methods
    }
    assert described == {path: f"#/paths/~1{path[1:]}/post" for path in described}


@rows(("path", "method", "operation"), [*operations()])
def test_every_json_response_has_an_example(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    assert operation["summary"], (path, method)
    for response in operation["responses"].values():
        for media_type, content in resolve(response).get("content", {}).items():
            # The contract is its own example.
            if media_type.endswith("json") and path != "/openapi.json":
                assert content["examples"]


def test_the_contract_lists_every_problem_type() -> None:
    """Types, titles and statuses are the same as the service's."""
    documented = {
        example["value"]["type"].removeprefix(TYPE_PREFIX): example["value"]
        for response in SPEC["components"]["responses"].values()
        for example in response.get("content", {}).get(PROBLEM, {}).get("examples", {}).values()
    }
    served = {kind.name: kind for kind in PROBLEMS.values()}
    assert documented.keys() == served.keys() | OF_PROXIES
    for name, kind in served.items():
        said = documented[name]["title"], documented[name]["status"]
        assert said == (kind.title, kind.status)
    listed = SCHEMAS["Problem"]["properties"]["type"]["x-extensible-enum"]
    assert {*listed} == {TYPE_PREFIX + name for name in documented}


def test_the_contract_lists_every_code_with_its_meaning() -> None:
    code = SCHEMAS["RequestError"]["properties"]["code"]
    lines = [line for line in code["description"].splitlines() if line.startswith("- ")]
    assert code["x-extensible-enum"] == [*CODES]
    assert lines == [f"- `{name}`: {meaning}" for name, meaning in CODES.items()]


def test_the_served_contract_is_the_file(service: Service) -> None:
    reply = service.get("/openapi.yaml")
    assert (reply.status, reply.headers["content-type"], reply.body) == (
        200,
        "application/yaml",
        (ROOT / "openapi.yaml").read_bytes(),
    )


def test_paths_are_relative_to_the_server() -> None:
    assert all(not urlsplit(path).netloc for path in SPEC["paths"])
    assert json.dumps(SPEC["servers"]) == '[{"url": "/"}]'


def test_the_contract_is_served_as_json_too(service: Service) -> None:
    reply = service.get("/openapi.json")
    assert (reply.status, reply.headers["content-type"], reply.json) == (
        200,
        "application/json",
        SPEC,
    )
