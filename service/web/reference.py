"""The contract as data for docs.html: each operation with its keys, responses and samples.

Common viewers of OpenAPI are up to 1 MB of scripts. They evaluate code or write style elements,
which the Content-Security-Policy forbids, and show nothing without scripts.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from ..api.responses import JSON
from ..codec import encode

Schema = Mapping[str, Any]
Data = dict[str, Any]

WIDEST = 76
"""Characters of the longest JSON on one line."""


class Reference:
    """The contents of the page for a contract, which is an OpenAPI document."""

    def __init__(self, contract: Schema) -> None:
        self._contract = contract
        self.introduction: str = contract["info"]["description"]

    @property
    def chapters(self) -> list[str]:
        """The headings of the introduction."""
        lines = self.introduction.splitlines()
        return [line.removeprefix("## ") for line in lines if line.startswith("## ")]

    @cached_property
    def tags(self) -> list[tuple[str, str, list[Data]]]:
        """The groups of operations: each name, description and operations."""
        operations = [
            (operation["tags"], self._operation(path, method, operation))
            for path, methods in self._contract["paths"].items()
            for method, operation in methods.items()
            if not method.startswith("x-")
        ]
        return [
            (name, tag["description"], [one for tags, one in operations if name in tags])
            for tag in self._contract["tags"]
            for name in [tag["name"]]
        ]

    @property
    def problems(self) -> list[Data]:
        """All problems of the contract, by status."""
        found = [
            {**value, "anchor": _anchor(value), "text": response["description"]}
            for response in self._contract["components"]["responses"].values()
            for value in _problems_of(response)
        ]
        return sorted(found, key=itemgetter("status"))

    def _operation(self, path: str, method: str, operation: Schema) -> Data:
        body = operation.get("requestBody", {}).get("content", {}).get(JSON)
        resolved = map(self._resolved, operation.get("parameters", []))
        parameters = [each for each in resolved if each["in"] == "query"]
        sent = _bodies(body) if body else _queries(parameters)
        success = self._resolved(operation["responses"]["200"])
        media = success.get("content", {}).get(JSON, {})
        examples = [each["value"] for each in media.get("examples", {}).values()]
        first = sent[0][1] if sent else None
        return {
            "id": operation["operationId"],
            "method": method,
            "path": path,
            "summary": operation["summary"],
            "description": operation["description"],
            "sent_by": "Keys of the body" if body else "Parameters",
            "sent": self._keys(body["schema"]) if body else self._parameters(parameters),
            "response": success["description"],
            "response_keys": self._keys(media["schema"]) if "schema" in media else [],
            "response_example": pretty(examples[0]) if examples else None,
            "errors": [*self._errors(operation["responses"])],
            "samples": {
                "curl": _curl(method, path, first),
                "Python": _python(method, path, first),
                "JavaScript": _javascript(method, path, first),
            },
            "examples": [
                (name, value if isinstance(value, str) else encode(value).decode())
                for name, value in sent
            ],
        }

    def _errors(self, responses: Schema) -> Iterator[tuple[str, str]]:
        """Each error status, with a link to the description of its first problem."""
        for status, response in responses.items():
            for problem in _problems_of(self._resolved(response))[:1]:
                yield status, f"#{_anchor(problem)}"

    def _parameters(self, parameters: list[Schema]) -> list[Data]:
        usual = {"required": False, "description": ""}
        return [{**usual, **each, "type": self._type(each["schema"])} for each in parameters]

    def _keys(self, schema: Schema) -> list[Data]:
        schema = self._resolved(schema)
        required = schema.get("required", [])
        return [
            {
                "name": name,
                "type": self._type(each),
                "description": each.get("description")
                or self._resolved(each).get("description", ""),
                "required": name in required,
            }
            for name, each in schema.get("properties", {}).items()
        ]

    def _type(self, schema: Schema) -> str:
        """The type of a value in a few words."""
        if "$ref" in schema:
            return self._type(self._resolved(schema))
        if "oneOf" in schema:
            return " or ".join(self._type(each) for each in schema["oneOf"])
        if words := schema.get("enum") or schema.get("x-extensible-enum"):
            return " | ".join(map(str, words))
        kinds = schema.get("type", "object")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        names = [
            f"array of {self._type(schema['items'])}"
            if kind == "array" and "items" in schema
            else kind
            for kind in kinds
        ]
        return " or ".join(names) + _bounds(schema)

    def _resolved(self, value: Schema) -> Schema:
        while "$ref" in value:
            target: Any = self._contract
            for part in value["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            value = target
        return value


def pretty(value: Any) -> str:
    """Format JSON for people, on several lines if it is long.

    >>> pretty({"piles": [3, 4, 5]})
    '{"piles": [3, 4, 5]}'
    """
    short = json.dumps(value, ensure_ascii=False)
    if len(short) <= WIDEST or not isinstance(value, dict | list):
        return short
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {pretty(each)}" for key, each in value.items()]
        start, end = "{}"
    else:
        parts = [pretty(each) for each in value]
        start, end = "[]"
    inner = ",\n".join(parts).replace("\n", "\n  ")
    return f"{start}\n  {inner}\n{end}"


def _problems_of(response: Schema) -> list[Schema]:
    """The examples of problems in a response."""
    return [
        example["value"]
        for media in response.get("content", {}).values()
        for example in media.get("examples", {}).values()
        if isinstance(example["value"], dict) and "type" in example["value"]
    ]


def _anchor(problem: Schema) -> str:
    anchor: str = problem["type"].removeprefix("/docs#")
    return anchor


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None or high is None:
        return "" if low is None else f", {low} or more"
    return f", {low} to {high:,}"


# --- Requests to try ------------------------------------------------------------------------------


def _bodies(media: Schema) -> list[tuple[str, Any]]:
    return [
        (example.get("summary", name), example["value"])
        for name, example in media.get("examples", {}).items()
    ]


def _queries(parameters: list[Schema]) -> list[tuple[str, Any]]:
    """Example queries: the examples of all parameters that have the same name."""
    required = [each for each in parameters if each.get("required")]
    of_piles = [each for each in parameters if each["name"] == "piles"]  # or a board
    names = {name: None for each in required or of_piles for name in each.get("examples", {})}
    return [(name, _query(name, parameters)) for name in names]


def _query(name: str, parameters: list[Schema]) -> str:
    parts = []
    for each in parameters:
        examples = each.get("examples", {})
        if name in examples:
            example = examples[name]
        elif each.get("required") and examples:
            example = next(iter(examples.values()))
        else:
            continue
        parts.append(f"{each['name']}={_in_query(example['value'])}")
    return "&".join(parts)


def _in_query(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_in_query, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(str(value), safe="!.")


# --- A request as a person writes it: with curl, in Python and in JavaScript ----------------------

ROOT = "{root}"
"""The placeholder for the service's address."""


def _curl(method: str, path: str, sent: Any) -> str:
    if method == "get":
        return f"curl '{_address(path, sent)}'"
    body = json.dumps(sent).replace("'", r"'\''")
    return f"curl {_address(path)} \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'"


def _python(method: str, path: str, sent: Any) -> str:
    if method == "get":
        call = f'requests.get("{_address(path, sent)}")'
    else:
        call = f'requests.post("{_address(path)}", json={sent!r})'
    result = "json()" if _is_json(path) else "text"
    return f"import requests\n\nresponse = {call}\nprint(response.{result})"


def _javascript(method: str, path: str, sent: Any) -> str:
    result = "json()" if _is_json(path) else "text()"
    if method == "get":
        call = f'fetch("{_address(path, sent)}")'
    else:
        call = (
            f'fetch("{_address(path)}", {{\n'
            '  method: "POST",\n'
            '  headers: { "Content-Type": "application/json" },\n'
            f"  body: JSON.stringify({json.dumps(sent)}),\n"
            "})"
        )
    return f"const response = await {call};\nconsole.log(await response.{result});"


def _address(path: str, query: str | None = None) -> str:
    return ROOT + path[1:] + (f"?{query}" if query else "")


def _is_json(path: str) -> bool:
    return path not in {"/metrics", "/openapi.yaml"}
