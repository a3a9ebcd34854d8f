"""The contract is written so that every generator of clients understands it."""

from collections.abc import Iterator
from typing import Any

import yaml

from service.api import cors
from service.api.responses import SECURITY_HEADERS
from tests.support.contract import PROBES, SPEC, example_requests, operations, resolve
from tests.support.paths import ROOT
from tests.support.rows import rows
from tests.support.service import Service
from tests.support.yaml_files import LOADER

BYTES_OF_A_TARGET = 8_190

OPERATIONS = [*operations()]

IGNORE_A_QUERY = {PROBES, "/metrics", "/openapi.yaml", "/openapi.json"}
"""Tags and paths of the operations that ignore a query."""

# Every response has these; the info says so.
COMMON = {
    *("content-type", "content-length", "date", "server", "connection"),
    *(name.lower() for name, _ in SECURITY_HEADERS),
    *("access-control-allow-origin", "access-control-expose-headers"),
    *("vary", "content-encoding"),
}


def nodes(node: Any = SPEC, *path: str) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every object of the contract outside examples, with the keys that lead to it."""
    if isinstance(node, dict):
        yield path, node
        for key, inner in node.items():
            if key not in {"example", "examples"}:
                yield from nodes(inner, *path, key)
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield from nodes(inner, *path, str(index))


def schemas() -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every schema."""
    for path, node in nodes():
        if "type" in node and path[-1] != "properties":
            yield path, node


def test_no_reference_leads_into_properties() -> None:
    references = [node["$ref"] for _, node in nodes() if "$ref" in node]
    assert len(references) > 100
    assert [reference for reference in references if reference.count("/") != 3] == []


def test_nothing_is_composed_but_what_may_be_null() -> None:
    composed = [
        (path, key) for path, node in nodes() for key in ("allOf", "anyOf", "not") if key in node
    ]
    assert composed == []
    choices = [node["oneOf"] for _, node in nodes() if "oneOf" in node]
    assert all(len(choice) == 2 and choice[1] == {"type": "null"} for choice in choices)


def test_every_object_has_a_name() -> None:
    named = [
        path
        for path, node in schemas()
        if node["type"] == "object"
        and "properties" in node
        and path[:2] != ("components", "schemas")
    ]
    inner = [
        path
        for path, node in schemas()
        if "properties" in node and path[:2] == ("components", "schemas") and len(path) > 3
    ]
    assert named + inner == []


def test_a_component_is_an_object_or_an_enumeration() -> None:
    """Generators make a class from a named number or list, which never equals a plain one."""
    for name, schema in SPEC["components"]["schemas"].items():
        assert schema["type"] == "object" or "enum" in schema, name


def test_every_integer_has_as_many_bits_as_it_needs() -> None:
    for path, node in schemas():
        if "integer" in node["type"]:
            small = node.get("maximum", 2**31) < 2**31
            assert node["format"] == ("int32" if small else "int64"), path


def reached(node: Any) -> set[str]:
    """The names of all schemas that a node of the contract refers to, directly or not."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        for _, inner in nodes(waiting.pop()):
            if (reference := inner.get("$ref", "")) and reference not in found:
                found.add(reference)
                waiting.append(resolve(inner))
    return {reference.rpartition("/")[2] for reference in found}


def received() -> set[str]:
    """The names of all schemas of responses."""
    found = reached([operation["responses"] for _, _, operation in operations()])
    return {name for name in found if name in SPEC["components"]["schemas"]}


def test_requests_are_closed_and_responses_are_open() -> None:
    sent = reached([operation.get("requestBody", {}) for _, _, operation in operations()])
    closed = {
        name
        for name, schema in SPEC["components"]["schemas"].items()
        if schema.get("additionalProperties") is False
    }
    objects = {name for name in sent if SPEC["components"]["schemas"][name]["type"] == "object"}
    assert closed == objects
    assert sent & received() == set()


def test_words_of_responses_may_grow() -> None:
    """No schema closes a list of words, so that today's clients won't break."""
    closed = [
        (name, path)
        for name in received()
        for path, node in nodes(SPEC["components"]["schemas"][name])
        if path[-1:] != ("properties",) and ("enum" in node or "const" in node)
    ]
    assert closed == []


def test_no_parser_finds_too_many_aliases() -> None:
    """SnakeYAML allows 50 for objects and lists, and doesn't count those for texts."""
    events = [*yaml.parse((ROOT / "openapi.yaml").read_text(), LOADER)]
    shared = {event.anchor for event in events if isinstance(event, yaml.CollectionStartEvent)}
    aliases = [event.anchor for event in events if isinstance(event, yaml.AliasEvent)]
    assert 0 < sum(anchor in shared for anchor in aliases) <= 50


def test_no_schema_has_a_default() -> None:
    assert [path for path, node in nodes() if "default" in node] == []


@rows(("path", "method", "operation"), OPERATIONS)
def test_an_operation_lists_its_statuses(path: str, method: str, operation: dict[str, Any]) -> None:
    statuses = {int(status) for status in operation["responses"]}
    expected = {200, 400, 405, 408, 413, 414, 431, 500, 501, 503, 505}
    if method == "POST":
        expected |= {415, 422}
    elif not {path, *operation["tags"]} & IGNORE_A_QUERY:
        expected |= {422}
    if PROBES not in operation["tags"]:
        expected |= {429}
    if "ETag" in resolve(operation["responses"]["200"])["headers"]:
        expected |= {304, 412}
        assert {"$ref": "#/components/parameters/IfNoneMatch"} in operation["parameters"]
    if path == "/metrics":
        expected |= {404}
    assert statuses == expected


def test_the_introduction_names_the_security_headers() -> None:
    text = SPEC["info"]["description"]
    assert [name for name, _ in SECURITY_HEADERS if f"`{name}`" not in text] == []


def test_the_longest_list_in_a_query_fits_into_a_target(service: Service) -> None:
    """Each item needs a digit and, except for the last, a comma."""
    parameters = map(resolve, SPEC["paths"]["/move"]["get"]["parameters"])
    [piles] = [each for each in parameters if each["name"] == "piles"]
    longest = piles["schema"]["maxItems"]
    target = "/move?piles=" + ",".join("1" * longest)
    assert len(target) <= BYTES_OF_A_TARGET < len(target) + len(",1")
    assert service.get(target).status == 200


@rows(("path", "method", "operation"), OPERATIONS)
def test_every_header_of_a_response_is_declared(
    service: Service, path: str, method: str, operation: dict[str, Any]
) -> None:
    requests = example_requests(path, method, operation)
    sent = next(iter(requests.values()), {"path": path})
    trace = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
    replies = [service.request(method, sent["path"], sent.get("json"), trace)]
    replies.append(service.request("DELETE", path, None, trace))
    if method == "POST":
        text = {**trace, "Content-Type": "text/plain"}
        replies.append(service.request(method, path, b"", text))
    if etag := replies[0].headers.get("etag"):
        replies.append(service.get(sent["path"], **{**trace, "If-None-Match": etag}))
    for reply in replies:
        declared = resolve(operation["responses"][str(reply.status)])["headers"]
        names = {name.lower() for name in declared}
        assert {*reply.headers} - COMMON - names == set(), reply.status


def test_the_headers_of_the_contract_are_exposed_to_other_origins() -> None:
    """Browsers let every script read the others."""
    declared = {
        name
        for response in SPEC["components"]["responses"].values()
        for name in response.get("headers", {})
    }
    readable = {"Cache-Control", "Content-Encoding", "Content-Security-Policy", "Vary"}
    of_deprecation = {"Deprecation", "Sunset", "Link"}
    assert {*cors.EXPOSED} - of_deprecation == declared - readable
