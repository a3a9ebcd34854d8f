"""The service keeps its contract, openapi.yaml, and the contract is complete."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from openapi_spec_validator import validate

from service import __version__
from service.app import create_app
from service.http.problems import PROBLEMS, TYPE_PREFIX
from service.limits import MAX_ERRORS, MAX_PILE
from service.operations import all_operations
from service.settings import Config
from service.telemetry.metrics import Metrics
from tests.support.contract import SPEC, example_requests, operations, resolve
from tests.support.http_client import Reply
from tests.support.paths import ROOT
from tests.support.problems import PROBLEM
from tests.support.service import Service

SCHEMAS = SPEC["components"]["schemas"]

# A single request can't cause these; they have tests of their own.
PROVOKED_ELSEWHERE = {
    "malformed-request",
    "target-too-long",
    "head-too-large",
    "unsupported-transfer-coding",
    "incomplete-body",
    "request-timeout",
    "internal-error",
    "overloaded",
    "stopping",
}


def answers() -> Iterator[Any]:
    """Every example of an answer, with the request that it answers."""
    for path, method, operation in operations():
        requests = example_requests(path, method, operation)
        for status, response in operation["responses"].items():
            for media_type, content in resolve(response).get("content", {}).items():
                for name, example in content.get("examples", {}).items():
                    if name in PROVOKED_ELSEWHERE:
                        continue
                    request = example.get("x-request") or requests.get(name)
                    if request is None and method == "GET" and "parameters" not in operation:
                        request = {"path": path}
                    identity = f"{method} {path} {status} {name}"
                    yield pytest.param(request, int(status), media_type, example, id=identity)


def send(service: Service, request: dict[str, Any]) -> Reply:
    body: Any = request.get("json")
    if "text" in request:
        body = request["text"].encode()
    elif "blanks" in request:
        body = b" " * request["blanks"]
    method = request.get("method") or ("GET" if body is None else "POST")
    return service.request(method, request["path"], body, request.get("headers"))


def test_the_contract_is_valid_openapi() -> None:
    validate(SPEC)


def test_the_contract_has_the_version_of_the_service() -> None:
    assert SPEC["info"]["version"] == __version__


def test_routes_and_contract_name_the_same_operations() -> None:
    routes = {
        (rule.rule.replace("<path:name>", "{name}"), method)
        for rule in create_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method) for path, method, _ in operations()}


def test_each_operation_takes_the_keys_and_parameters_of_the_contract() -> None:
    """In both directions, whether they are required or not."""
    declared = {(path, method): operation for path, method, operation in operations()}
    for operation in all_operations(Config(), Metrics()):
        if operation.shape is None:
            continue
        documented = declared[operation.path, operation.method]
        names = {resolve(parameter)["name"] for parameter in documented.get("parameters", [])}
        if "requestBody" in documented:
            body = documented["requestBody"]["content"]["application/json"]["schema"]
            names = resolve(body)["properties"].keys()
        assert operation.shape.fields.keys() == names, operation.name


@pytest.mark.parametrize(("request_", "status", "media_type", "example"), [*answers()])
def test_an_example_is_what_the_service_answers(
    service: Service,
    request_: dict[str, Any] | None,
    status: int,
    media_type: str,
    example: dict[str, Any],
) -> None:
    assert request_ is not None, "the example needs a request of the same name or an x-request"
    reply = send(service, request_)
    value = reply.json if media_type.endswith("json") else reply.body.decode()
    assert (reply.status, reply.headers["content-type"], value) == (
        status,
        media_type,
        example["value"],
    )


@pytest.mark.parametrize(
    ("path", "method", "operation"), [*operations()], ids=lambda value: str(value)[:20]
)
def test_every_json_answer_has_an_example(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    assert operation["summary"], (path, method)
    for response in operation["responses"].values():
        for media_type, content in resolve(response).get("content", {}).items():
            # The contract is its own example.
            if media_type.endswith("json") and path != "/openapi.json":
                assert content["examples"]


def test_the_contract_lists_every_problem_type() -> None:
    """Types, titles and statuses are those of the service."""
    documented = {
        example["value"]["type"].removeprefix(TYPE_PREFIX): example["value"]
        for response in SPEC["components"]["responses"].values()
        for example in response.get("content", {}).get(PROBLEM, {}).get("examples", {}).values()
    }
    served = {kind.name: kind for kind in PROBLEMS.values()}
    assert documented.keys() == served.keys()
    for name, value in documented.items():
        assert (value["title"], value["status"]) == (served[name].title, served[name].status)
    assert [*SCHEMAS["ProblemType"]["enum"]] == [TYPE_PREFIX + name for name in served]


def test_the_contract_has_the_limits_of_the_code() -> None:
    piles = SCHEMAS["Position"]["properties"]["piles"]
    documented = {
        "piles": piles["maxItems"],
        "objects": piles["items"]["maximum"],
        "errors": SCHEMAS["Problem"]["properties"]["errors"]["maxItems"],
    }
    assert documented == {"piles": Config().max_piles, "objects": MAX_PILE, "errors": MAX_ERRORS}
    too_large = SPEC["components"]["responses"]["TooLarge"]["description"]
    assert f"{Config().max_body_bytes:,} bytes" in too_large
    too_slow = SPEC["components"]["responses"]["TooSlow"]["description"]
    assert f"within {Config().request_timeout:g} seconds" in too_slow


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
