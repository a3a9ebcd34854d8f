"""The commands in the README and in docs/api.md give the answers that are shown there."""

import json
import re
import shlex
import subprocess
from itertools import pairwise

import pytest

from tests.support.contract import SPEC
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.servers import Server

BLOCKS = [
    block
    for document in (ROOT / "README.md", ROOT / "docs" / "api.md")
    for block in re.findall(
        r"^```(\w*)\n(.*?)^```$", document.read_text(), re.MULTILINE | re.DOTALL
    )
]
FILES = {"/static/{name}", "/favicon.ico", "/manifest.webmanifest"}
"""What only browsers ask for."""

COMMANDS = [text for language, text in BLOCKS if language == "sh"]
EXAMPLES = [
    pytest.param(command, answer, id=command[:60])
    for (language, command), (kind, answer) in pairwise(BLOCKS)
    if language == "sh" and kind == "json"
]


@needs("curl")
@pytest.mark.parametrize(("command", "answer"), EXAMPLES)
def test_a_command_gives_the_answer_shown(server: Server, command: str, answer: str) -> None:
    command = command.replace("localhost:8000", f"127.0.0.1:{server.port}")
    result = subprocess.run(shlex.split(command), capture_output=True, check=True, timeout=30)
    assert json.loads(result.stdout) == json.loads(answer)


def test_other_commands_are_make_targets() -> None:
    """The commands that run containers, and that of agents, are tested elsewhere."""
    shown = {str(parameter.values[0]) for parameter in EXAMPLES}
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for command in COMMANDS:
        words = command.split()
        if command in shown or words[:2] in (["podman", "run"], ["docker", "compose"]):
            continue
        if words[0] == "uvx":
            continue
        assert words[0] == "make", command
        assert words[1] in targets, command


def test_the_table_names_every_path() -> None:
    table = (
        (ROOT / "README.md").read_text().partition("| request | answer |")[2].partition("\n\n")[0]
    )
    named = set(re.findall(r"`(?:GET|POST) (/[^`?]*)", table))
    assert named == SPEC["paths"].keys() - FILES


@pytest.mark.parametrize("path", [*SPEC["paths"]])
def test_every_operation_of_the_api_has_an_example(path: str) -> None:
    tags = {tag for operation in SPEC["paths"][path].values() for tag in operation["tags"]}
    if not tags & {"Operation", "Pages"}:
        assert any(re.search(rf"localhost:8000{path}[ '?]", command) for command in COMMANDS)
