"""What the page of the contract says of each operation, and whether its samples work."""

import json
import re
import shlex
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from service.web.reference import WIDEST, Reference, pretty
from tests.support.contract import SPEC, example_requests, operations
from tests.support.rows import rows
from tests.support.service import Service

PAGE = Reference(SPEC)

OPERATIONS: dict[str, Any] = {
    operation["id"]: operation for _, _, shown in PAGE.tags for operation in shown
}

ROOT = "http://nim.example/games/"

ARTICLE = r'<article id="(.+)">\s*<h3>(\d+): (.+)</h3>\s*<p>'


def test_each_type_of_problem_has_its_status_and_title_where_it_leads(service: Service) -> None:
    reply = service.get("/docs")
    described = re.findall(ARTICLE, reply.body.decode())
    documented = {
        (value["type"].removeprefix("/docs#"), str(value["status"]), value["title"])
        for response in SPEC["components"]["responses"].values()
        for content in response.get("content", {}).values()
        for value in (example["value"] for example in content["examples"].values())
    }
    assert sorted(described) == sorted(documented)


def test_each_operation_is_shown_once_among_those_of_its_tag() -> None:
    shown = [(name, each["id"]) for name, _, listed in PAGE.tags for each in listed]
    described = [(each["tags"][0], each["operationId"]) for *_, each in operations()]
    assert sorted(shown) == sorted(described)
    assert [name for name, *_ in PAGE.tags] == [tag["name"] for tag in SPEC["tags"]]
    chapters = [line[3:] for line in SPEC["info"]["description"].splitlines() if line[:3] == "## "]
    assert PAGE.chapters == chapters
    assert len(chapters) > 3


def described_as(name: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The path, the method and the description of an operation in the contract."""
    return [each for each in operations() if each[2]["operationId"] == name]


# --- Samples --------------------------------------------------------------------------------------


def sample(name: str, language: str) -> str:
    """What the page shows at an address of the service."""
    text: str = OPERATIONS[name]["samples"][language]
    return text.replace("{root}", ROOT)


def sent_by_curl(command: str) -> tuple[str, Any]:
    """The address and the body that a command sends."""
    program, address, *options = shlex.split(command.replace("\\\n", " "))
    assert program == "curl"
    if not options:
        return address, None
    header, content_type, data, body = options
    assert (header, content_type, data) == ("-H", "Content-Type: application/json", "-d")
    return address, json.loads(body)


def sent_by_python(program: str) -> tuple[str, Any]:
    """The address and the body that a program sends, which prints what it gets."""
    sent: list[tuple[str, Any]] = []
    response = SimpleNamespace(json=lambda: "data", text="text")

    def note(address: str, json: Any = None) -> Any:
        sent.append((address, json))
        return response

    printed: list[str] = []
    requests = SimpleNamespace(get=note, post=note)
    lines = program.removeprefix("import requests\n")
    assert lines != program
    exec(lines, {"requests": requests, "print": printed.append})  # noqa: S102  # our own page
    assert printed in (["data"], ["text"])
    return sent[0]


def sent_by_javascript(script: str) -> tuple[str, Any]:
    """The address and the body that a script sends."""
    (address,) = re.findall(r'await fetch\("([^"]+)"', script)
    body = re.findall(r"^  body: JSON\.stringify\((.*)\),$", script, re.MULTILINE)
    assert ('method: "POST"' in script) is bool(body)
    return address, json.loads(body[0]) if body else None


@rows("name", OPERATIONS)
def test_the_samples_of_an_operation_send_its_first_example(service: Service, name: str) -> None:
    [(path, method, operation)] = described_as(name)
    address, body = sent_by_curl(sample(name, "curl"))
    assert sent_by_python(sample(name, "Python")) == (address, body)
    assert sent_by_javascript(sample(name, "JavaScript")) == (address, body)

    assert address.startswith(ROOT)
    split = urlsplit(address.removeprefix(ROOT.rstrip("/")))
    assert split.path == path
    examples = example_requests(path, method, operation).values()
    if body is not None:
        assert body == next(iter(examples))["json"]
    elif split.query:
        assert parse_qs(split.query) in [
            parse_qs(urlsplit(each["path"]).query) for each in examples
        ]
    target = split.path + (f"?{split.query}" if split.query else "")
    reply = service.get(target) if method == "GET" else service.post(path, body)
    assert reply.status == 200
    is_json = reply.headers["content-type"].startswith("application/json")
    for language, read in (("Python", "response.json()"), ("JavaScript", "response.json()")):
        assert (read in sample(name, language)) is is_json


@rows("name", OPERATIONS)
def test_the_examples_to_try_are_those_of_the_contract(service: Service, name: str) -> None:
    operation, [(path, method, described)] = OPERATIONS[name], described_as(name)
    assert bool(operation["examples"]) is bool(operation["sent"])
    if operation["method"] == "get":
        found = [parse_qs(text) for _, text in operation["examples"]]
        sent = [
            parse_qs(urlsplit(each["path"]).query)
            for each in example_requests(path, method, described).values()
        ]
        assert all(each in sent for each in found)
        assert all(service.get(f"{path}?{text}").status == 200 for _, text in operation["examples"])
    else:
        found = [json.loads(text) for _, text in operation["examples"]]
        assert found == [
            each["json"] for each in example_requests(path, method, described).values()
        ]
        assert all(service.post(path, body).status == 200 for body in found)


def test_what_has_no_example_is_not_in_the_query() -> None:
    examples: dict[str, dict[str, Any]]
    examples = {"piles": {"one": [3, 4]}, "misere": {"one": True}, "game": {"other": "kayles"}}
    parameters = [
        {
            "name": name,
            "in": "query",
            "schema": {},
            "examples": {key: {"value": value} for key, value in examples.get(name, {}).items()},
        }
        for name in ("log", "piles", "most", "misere", "game")
    ]
    responses = {"200": {"description": ""}}
    described = {"operationId": "solve", "tags": ["all"], "summary": "", "description": ""}
    get = {**described, "parameters": parameters, "responses": responses}
    contract = {
        "info": {"description": ""},
        "tags": [{"name": "all", "description": ""}],
        "paths": {"/move": {"get": get}},
    }
    [(_, _, [shown])] = Reference(contract).tags
    assert shown["examples"] == [("one", "piles=3,4&misere=true")]


# --- Keys and responses ---------------------------------------------------------------------------


def types(name: str, part: str) -> dict[str, str]:
    return {key["name"]: key["type"] for key in OPERATIONS[name][part]}


def test_the_type_of_a_key_is_said_in_a_few_words() -> None:
    sent, received = types("solvePosition", "sent"), types("solvePosition", "response_keys")
    assert sent["piles"] == "array of integer, 0 to 9,007,199,254,740,991"
    assert sent["misere"] == "boolean or null"
    assert sent["max_piles"] == "integer or null, 1 to 100"
    assert sent["components"] == "array of object or null"
    assert sent["game"].startswith("nim | octal | kayles | ")
    assert received["nim_sum"] == "integer or null, 0 to 18,014,398,509,481,983"
    assert received["position_class"] == "N | P"
    assert received["to_move_wins"] == "boolean"
    assert received["best_move"] == "object or null"
    explained = types("explainPosition", "response_keys")
    assert explained["leading_column"] == "integer or null, 1 or more"
    assert types("tabulateNimbers", "response_keys")["rows"].startswith("array of array of integer")


def test_a_key_is_required_where_the_contract_requires_it() -> None:
    required = {
        name: {key["name"] for key in OPERATIONS[name]["sent"] if key["required"]}
        for name in ("solvePositions", "solvePositionFromQuery", "listGrundyValuesFromQuery")
    }
    assert required == {
        "solvePositions": {"positions"},
        "solvePositionFromQuery": set(),
        "listGrundyValuesFromQuery": {"size"},
    }
    responded = {key["name"] for key in OPERATIONS["solvePosition"]["response_keys"]}
    assert {"nim_sum", "position_class", "to_move_wins", "winning_moves"} <= responded


@rows("name", OPERATIONS)
def test_the_example_of_a_response_is_the_contracts_on_lines_that_fit(name: str) -> None:
    [(_, _, operation)] = described_as(name)
    content = operation["responses"]["200"].get("content", {}).get("application/json", {})
    examples = [each["value"] for each in content.get("examples", {}).values()]
    shown = OPERATIONS[name]["response_example"]
    assert (shown is None) is (not examples)
    if shown:
        assert json.loads(shown) == examples[0]


def test_json_is_on_one_line_as_long_as_it_fits() -> None:
    fits, long = ["a" * (WIDEST - 4)], ["a" * (WIDEST - 3)]
    assert pretty(fits) == json.dumps(fits)
    assert pretty(long) == f'[\n  "{long[0]}"\n]'
    assert pretty("Misère") == '"Misère"'
    nested = {"key": [long, {"b": 1}]}
    assert pretty(nested).splitlines() == [
        "{",
        '  "key": [',
        "    [",
        f'      "{long[0]}"',
        "    ],",
        '    {"b": 1}',
        "  ]",
        "}",
    ]


@rows("name", OPERATIONS)
def test_each_error_status_leads_to_a_problem_with_that_status(name: str) -> None:
    statuses = {problem["anchor"]: problem["status"] for problem in PAGE.problems}
    found = dict(OPERATIONS[name]["errors"])
    assert len(found) == len(OPERATIONS[name]["errors"])
    assert {status: statuses[target.removeprefix("#")] for status, target in found.items()} == {
        status: int(status) for status in found
    }
    [(_, _, operation)] = described_as(name)
    problems = {status for status in operation["responses"] if status[0] in "45"}
    assert found.keys() == problems
