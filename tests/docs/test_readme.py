"""The commands in the documents of the API give the responses shown there."""

import json
import re
import shlex
import subprocess
import sys
from itertools import pairwise

import pytest

from service.api.errors import CODES
from service.game.games import GAMES
from service.operations.names import owners_of
from service.operations.position import KEYS
from tests.support.contract import PROBES, SPEC, operations
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.service import Service

BLOCKS = [
    block
    for document in (
        "README.md",
        "docs/api.md",
        "docs/http.md",
        "docs/clients.md",
        "docs/concepts.md",
    )
    for block in re.findall(
        r"^```(\w*)\n(.*?)^```$", (ROOT / document).read_text(), re.MULTILINE | re.DOTALL
    )
]
CONCEPTS = (ROOT / "docs" / "concepts.md").read_text()
API = (ROOT / "docs" / "api.md").read_text()
HTTP = (ROOT / "docs" / "http.md").read_text()

COMMANDS = [text for language, text in BLOCKS if language == "sh"]
EXAMPLES = [
    pytest.param(command, response, kind == "jsonc", id=command[:60])
    for (language, command), (kind, response) in pairwise(BLOCKS)
    if language == "sh" and kind in {"json", "jsonc"}
]
LINES = re.findall(r"^(curl .*?) +# (.+)$", "".join(COMMANDS), re.MULTILINE)
"""Commands with their results at the end of the line."""
ROWS = re.findall(r"^\| .+ \| `([^`]*)` \| ([NP]) \|$", CONCEPTS, re.MULTILINE)


@needs("curl")
@pytest.mark.parametrize(("command", "response", "annotated"), EXAMPLES)
def test_a_command_gives_the_response_shown(
    server: Server, command: str, response: str, annotated: bool
) -> None:
    """An annotated response may show some of the keys only; several lines get the same one."""
    shown = json.loads(re.sub(r"//.*", "", response) if annotated else response)
    for line in command.splitlines():
        received = run(server, line)
        if annotated:
            received = {key: received[key] for key in shown}
        assert received == shown


def test_the_documents_have_as_many_commands_and_examples_as_are_tested() -> None:
    assert len(EXAMPLES) >= 15
    assert len(ROWS) == len(GAMES) - 1  # all but sum


@needs("curl")
def test_a_line_gives_the_result_at_its_end(server: Server) -> None:
    assert LINES
    for command, result in LINES:
        received = run(server, command)
        assert received.get("result", received.get("rows")) == json.loads(result), command


@rows(("query", "position_class"), ROWS)
def test_an_example_of_a_game_has_the_class_shown(
    service: Service, query: str, position_class: str
) -> None:
    assert service.get(f"/move?{query}").json["position_class"] == position_class


@rows("name", GAMES)
def test_every_game_is_explained_with_an_example(name: str) -> None:
    if name not in {"nim", "sum"}:  # the first is the game left out, the second has a section
        assert any(f"game={name}&" in query for query, _ in ROWS)


@pytest.mark.serving
def test_the_lines_of_python_find_the_winning_move() -> None:
    [code] = [text for language, text in BLOCKS if language == "python" and "nim_sum" in text]
    program = f"{code}print(moves)\n"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert result.stdout == b"[(0, 2)]\n"


def test_the_tutorial_prints_what_it_shows(server: Server) -> None:
    text = (
        (ROOT / "docs/tutorial.md")
        .read_text()
        .replace("localhost:8000", f"127.0.0.1:{server.port}")
    )
    steps = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    shown = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    command = [sys.executable, "-c", "".join(steps)]
    result = subprocess.run(command, capture_output=True, check=True, text=True, timeout=60)
    assert result.stdout == "".join(shown)


def test_the_table_names_every_path() -> None:
    table = API.partition("| request | response |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`(?:GET|POST) (/[^`?]*)", table))
    assert named == SPEC["paths"].keys()


@rows("path", [*SPEC["paths"]])
def test_every_operation_of_the_api_has_an_example(path: str) -> None:
    tags = {tag for each, _, operation in operations() if each == path for tag in operation["tags"]}
    if PROBES not in tags and path != "/games":  # its response would fill a page
        assert any(re.search(rf"localhost:8000{path}[ '?]", command) for command in COMMANDS)


def test_the_page_lists_every_key_of_a_position() -> None:
    table = section(API, "Positions and games").partition("\n\n|")[2].partition("\n\n")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| (.*?) ?\|", table, re.MULTILINE))
    keys = SPEC["components"]["schemas"]["Position"]["properties"].keys()
    assert listed.keys() == keys
    for name in KEYS:
        required = ", required" if all(GAMES[owner].keys[name] for owner in owners_of(name)) else ""
        assert listed[name] == ", ".join(f"`{owner}`" for owner in owners_of(name)) + required


def test_the_page_lists_every_code_with_its_meaning() -> None:
    codes = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", section(HTTP, "Errors"), re.MULTILINE)
    assert codes == [*CODES.items()]


def test_the_page_lists_every_type_of_problem_where_its_address_leads() -> None:
    rows = re.findall(
        r'^\| (\d+) \| <a id="(.+)"></a>`/docs#(.+)` \| .+ \|$',
        section(HTTP, "Errors"),
        re.MULTILINE,
    )
    assert all(anchor == name for _, anchor, name in rows)
    documented = {
        (str(example["value"]["status"]), example["value"]["type"].removeprefix("/docs#"))
        for response in SPEC["components"]["responses"].values()
        for content in response.get("content", {}).values()
        for example in content["examples"].values()
    }
    assert {(status, name) for status, name, _ in rows} == documented


def run(server: Server, command: str) -> dict[str, object]:
    """The response to a command of the documents, sent to this server."""
    command = command.replace("localhost:8000", f"127.0.0.1:{server.port}")
    result = subprocess.run(shlex.split(command), capture_output=True, check=True, timeout=120)
    received: dict[str, object] = json.loads(result.stdout)
    return received


def section(page: str, title: str) -> str:
    """The section of a page with this title."""
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
