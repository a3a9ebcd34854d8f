"""The calls that every generated client makes, and the results that it must return.

They are the contract's examples and the recorded requests, so that no program lists any.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import jsonschema_rs

from tests.clients.later import problem_of, response_of
from tests.support.contract import PROBES, SPEC, example_requests, operations, recorded, resolve
from tests.support.requests import ask

JSON = "application/json"

LARGEST = 2**53 - 1
"""The largest integer that every client sends as it is."""

OPERATIONS = {
    (method, path): operation
    for path, method, operation in operations()
    if PROBES not in operation["tags"]
}


class Call(NamedTuple):
    """A call of an operation."""

    name: str
    operation: str
    """Its operationId."""
    tag: str
    method: str
    path: str
    query: dict[str, Any]
    body: Any
    status: int
    value: Any
    """The result that a client must return: the response, or a problem."""

    @property
    def later(self) -> Any:
        """The result that it must return with a later version of the service."""
        if self.status != 200:
            return problem_of(self.value)
        return response_of(OPERATIONS[self.method, self.path], self.value)


def calls() -> Iterator[Call]:
    """All calls. Calls that get a problem are valid by the schemas, so that clients send them."""
    count: Counter[str] = Counter()
    for sent, status, value in exchanges():
        path, _, query = sent["path"].partition("?")
        operation = OPERATIONS.get((sent["method"], path))
        if operation is None or "headers" in sent or "text" in sent or "blanks" in sent:
            continue
        if status == 200 or (
            status == 422 and "json" in sent and is_valid(operation, sent["json"])
        ):
            name = operation["operationId"]
            count[name] += 1
            yield Call(
                f"{name}-{count[name]}",
                name,
                operation["tags"][0],
                sent["method"],
                path,
                typed_query(operation, query),
                sent.get("json"),
                status,
                value,
            )


def exchanges() -> Iterator[tuple[Any, int, Any]]:
    """Requests with the status and the value of their responses."""
    for (method, path), operation in OPERATIONS.items():
        examples = resolve(operation["responses"]["200"])["content"][JSON]["examples"]
        for name, sent in example_requests(path, method, operation).items():
            # The example of /games shows one game of those that the service lists.
            listed = json.loads(ask("GET", path, {}).body) if path == "/games" else None
            yield sent, 200, listed or examples[name]["value"]
    for _, record in recorded():
        if "media_type" not in record:
            yield record["request"], record["status"], record["value"]


def is_valid(operation: Any, body: Any) -> bool:
    """Whether a body is valid by the contract's schema."""
    schema = operation["requestBody"]["content"][JSON]["schema"]
    whole = {**schema, "components": SPEC["components"]}
    return bool(jsonschema_rs.validator_for(whole).is_valid(body))


def typed_query(operation: Any, query: str) -> dict[str, Any]:
    """The values of a query, with the types in the contract."""
    schemas = {
        each["name"]: each["schema"] for each in map(resolve, operation.get("parameters", []))
    }
    texts = parse_qs(query, keep_blank_values=True)
    return {key: typed(schemas[key]["type"], text) for key, [text] in texts.items()}


def typed(kind: str, text: str) -> Any:
    if kind == "array":
        return [int(item) for item in text.split(",") if item]
    return json.loads(text) if kind in {"integer", "boolean"} else text


def can_be_sent(query: dict[str, Any]) -> bool:
    """Whether each client can send a query.

    None sends an empty list as the service expects it, and numbers of TypeScript are exact to
    2^53 - 1 only.
    """
    return not any(
        value == [] or (type(value) is int and value > LARGEST) for value in query.values()
    )


CALLS = {call.name: call for call in calls() if can_be_sent(call.query)}
