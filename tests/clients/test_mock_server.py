"""The contract as a mock server: prism responds with the first example of an operation."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.tools import CONTRACT, needs_node_tools, node_tool
from tests.support.any_server import serving
from tests.support.contract import PROBES, example_requests, operations, resolve
from tests.support.http_client import request

pytestmark = needs_node_tools


@pytest.fixture(scope="module")
def mock() -> Iterator[int]:
    """The port of a mock server."""
    options = ["--port", "PORT", "--host", "127.0.0.1"]
    with serving(*node_tool("prism"), "mock", *options, CONTRACT) as port:
        yield port


def first_examples() -> Iterator[Any]:
    """Each operation's first example of a request, with the first of its response."""
    for path, method, operation in operations():
        if PROBES in operation["tags"]:
            continue
        sent = next(iter(example_requests(path, method, operation).values()))
        content = resolve(operation["responses"]["200"])["content"]["application/json"]
        name, example = next(iter(content["examples"].items()))
        yield pytest.param(sent, example["value"], id=f"{operation['operationId']} {name}")


@pytest.mark.parametrize(("sent", "response"), [*first_examples()])
def test_the_first_example_gets_its_own_response(mock: int, sent: Any, response: Any) -> None:
    reply = request(mock, sent["method"], sent["path"], sent.get("json"))
    assert (reply.status, reply.json) == (200, response)


def test_a_request_that_is_not_valid_gets_a_problem_of_the_contract(mock: int) -> None:
    reply = request(mock, "POST", "/move", {"piles": "3,4,5"})
    assert (reply.status, reply.json["type"]) == (
        422,
        "/docs#error-invalid-request",
    )
