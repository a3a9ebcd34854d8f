"""The service responds as in the contract's examples, and as recorded in `examples/`.

The contract shows up to three examples per operation. The directory has a file for each game, and
a few others.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.contract import (
    SPEC,
    example_requests,
    operations,
    recorded,
    resolve,
    validator,
)
from tests.support.http_client import Reply
from tests.support.servers import Server
from tests.support.service import Service

JSON, PROBLEM = "application/json", "application/problem+json"

PROVOKED_ELSEWHERE = {
    "malformed-request",
    "target-too-long",
    "head-too-large",
    "unsupported-method",
    "unsupported-transfer-coding",
    "unsupported-version",
    "incomplete-body",
    "request-timeout",
    "internal-error",
    "overloaded",
    "too-many-requests",
}
"""The problems that a single request can't cause; other tests cover them."""


def examples() -> Iterator[Any]:
    """The examples of responses with 200 in the contract, with their requests."""
    for path, method, operation in operations():
        requests = example_requests(path, method, operation)
        content = resolve(operation["responses"]["200"]).get("content", {}).get(JSON, {})
        for name, example in content.get("examples", {}).items():
            if path != "/games":
                value = example["value"]
                yield pytest.param(requests.get(name), value, id=f"{method} {path} {name}")


def send(service: Service, request: dict[str, Any]) -> Reply:
    body: Any = request.get("json")
    if "text" in request:
        body = request["text"].encode()
    elif "blanks" in request:
        body = b" " * request["blanks"]
    return service.request(request["method"], request["path"], body, request.get("headers"))


@pytest.mark.parametrize(("request_", "value"), [*examples()])
def test_an_example_of_the_contract_is_what_the_service_responds(
    service: Service, request_: dict[str, Any] | None, value: Any
) -> None:
    assert request_ is not None, "the example needs a request of the same name"
    reply = send(service, request_)
    assert (reply.status, reply.headers["content-type"], reply.json) == (200, JSON, value)


def test_the_games_are_listed_as_the_contract_says(service: Service) -> None:
    [example] = SPEC["paths"]["/games"]["get"]["responses"]["200"]["content"][JSON][
        "examples"
    ].values()
    [game] = example["value"]["games"]
    listed = service.get("/games").json
    assert game in listed["games"]
    validator("/games", "GET", "200", JSON).validate(listed)


@pytest.mark.parametrize("record", [pytest.param(record, id=name) for name, record in recorded()])
def test_a_recorded_response_is_what_the_service_responds(
    service: Service, record: dict[str, Any]
) -> None:
    sent, status = record["request"], record["status"]
    reply = send(service, sent)
    media_type = record.get("media_type", JSON if status < 400 else PROBLEM)
    is_json = media_type.endswith("json")
    value = reply.json if is_json else reply.body.decode()
    said = (reply.status, reply.headers["content-type"], value)
    assert said == (status, media_type, record["value"])
    path = sent["path"].partition("?")[0]
    if sent["method"].lower() in SPEC["paths"].get(path, {}) and is_json:
        validator(path, sent["method"], str(status), media_type).validate(value)


def test_a_server_gives_what_the_application_gives(server: Server, service: Service) -> None:
    """This is why a test of a response doesn't need a server."""
    for name, record in recorded():
        expected, reply = (send(each, record["request"]) for each in (service, server))
        assert (reply.status, reply.body) == (expected.status, expected.body), name
        headers = {key: value for key, value in expected.headers.items() if key != "x-request-id"}
        assert reply.headers.items() >= headers.items(), name


def test_each_problem_of_the_contract_is_recorded_or_has_a_test_elsewhere() -> None:
    values = [record["value"] for _, record in recorded()]
    for response in SPEC["components"]["responses"].values():
        if content := response.get("content", {}).get(PROBLEM):
            for name, example in content["examples"].items():
                assert name in PROVOKED_ELSEWHERE or example["value"] in values, name
