"""The programs in examples/, run as they are, print what docs/recipes.md shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.support import oracle
from tests.support.http_client import ask, free_port, request
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.servers import Server
from tests.support.waiting import wait_until

PAGE = (ROOT / "docs/recipes.md").read_text()
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
PROGRAMS = {
    title: {suffix: ROOT / path for path, suffix in re.findall(r"\.\./(examples/\w+(\.\w+))", text)}
    for title, text in SECTIONS.items()
}
SAID = {
    title: said[1]
    for title, text in SECTIONS.items()
    if (said := re.search(r"```text\n(.*?)```\n", text, re.DOTALL))
}
LANGUAGES = [
    pytest.param(".py", id="Python"),
    pytest.param(".mjs", id="JavaScript", marks=needs("node")),
]

OPPONENT, JUDGE, CACHE = "An opponent of any strength", "A judge of every move", "A cache in front"
STRENGTHS = ("perfect", "beatable", "random", "trap")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(WEB_CONCURRENCY=1) as running:
        yield running


def program(directory: Path, recipe: str, language: str, **ports: int) -> list[str]:
    """The command of a recipe's program, in which only the ports differ from the file."""
    text = PROGRAMS[recipe][language].read_text()
    for old, new in ports.items():
        text = text.replace(old.removeprefix("port_"), str(new))
    path = directory / f"recipe{language}"
    path.write_text(text)
    return [sys.executable if language == ".py" else "node", str(path)]


def output(command: list[str], **variables: str) -> str:
    environment = {**os.environ, **variables}
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, env=environment
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def test_a_page_names_each_program() -> None:
    pages = "".join(page.read_text() for page in ROOT.glob("docs/**/*.md"))
    named = {*re.findall(r"examples/(\w+\.m?[jp][sy])[`)]", pages)}
    assert named == {program.name for program in (ROOT / "examples").glob("*.*")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("recipe", SAID)
def test_a_recipe_says_what_the_page_shows(server: Server, recipe: str, language: str) -> None:
    """The address is in the environment."""
    interpreter = sys.executable if language == ".py" else "node"
    command = [interpreter, str(PROGRAMS[recipe][language])]
    assert output(command, NIM=server.url) == SAID[recipe]


@needs("node")
def test_two_rules_without_names_are_different_games(server: Server, tmp_path: Path) -> None:
    command = program(tmp_path, "Any game in five lines", ".mjs", port_8000=server.port)
    with Path(command[-1]).open("a") as file:
        file.write("const one = (n) => (n ? [n - 1] : []);\n")
        file.write("const rules = [one, (n) => Array(n).fill(0).map((_, left) => left)];\n")
        file.write("const { values } = await solve(rules.map((rule) => [3, (n) => rule(n)]));\n")
        file.write("console.log(values.join());\n")
    assert output(command).splitlines()[-1] == "1,3"


def chosen(command: list[str], strength: str, piles: Sequence[int]) -> tuple[int, ...]:
    """The piles after the move of an opponent of this strength."""
    said = output([*command, strength, *map(str, piles)])
    return tuple(int(number) for number in said.rstrip(".\n").partition("leaves ")[2].split(", "))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("skill", [0, 1])
def test_an_opponent_of_any_strength_makes_a_legal_move(
    server: Server, tmp_path: Path, language: str, skill: int
) -> None:
    command = program(tmp_path, OPPONENT, language, port_8000=server.port)
    path = Path(command[-1])
    path.write_text(path.read_text().replace("SKILL = 0.6", f"SKILL = {skill}"))
    legal = {tuple(left) for _, _, left in oracle.legal_moves((1, 3, 6))}
    winning = {left for left in legal if not oracle.to_move_wins(left, misere=False)}
    left = {strength: chosen(command, strength, (1, 3, 6)) for strength in STRENGTHS}
    assert {*left.values()} <= legal
    assert {left["perfect"], left["trap"]} <= winning
    assert skill == 0 or left["beatable"] in winning


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("piles", [(1, 2, 3), (2, 4, 6), (1, 1, 2, 2)])
def test_a_trap_leaves_the_fewest_winning_replies(
    server: Server, tmp_path: Path, language: str, piles: tuple[int, ...]
) -> None:
    command = program(tmp_path, OPPONENT, language, port_8000=server.port)

    def replies(position: Iterable[int]) -> int:
        moves = [tuple(left) for _, _, left in oracle.legal_moves(tuple(position))]
        return sum(not oracle.to_move_wins(left, misere=False) for left in moves)

    left = chosen(command, "trap", piles)
    assert replies(left) == min(replies(each) for _, _, each in oracle.legal_moves(piles))


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (
            "take(0, 2), take(1, 4), take(2, 6)",
            "1 0\n- move 2 is illegal\n- the second player wins",
        ),
        ("take(0, 4), take(0, 1)", "\n- move 0 is illegal\n- the second player wins"),
        (
            "take(0, 1), take(9, 1), take(0, 'x')",
            "-1\n- move 1 is illegal\n- the first player wins",
        ),
        ("", "\n- not finished"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_judge_finds_the_first_illegal_move_and_judges_those_before(
    server: Server, tmp_path: Path, language: str, moves: str, said: str
) -> None:
    command = program(tmp_path, JUDGE, language, port_8000=server.port)
    path = Path(command[-1])
    text, count = re.subn(r"nim = \[.*\]", f"nim = [{moves}]", path.read_text())
    assert count == 1
    path.write_text(text)
    assert output(command).split("Misère")[0] == f"Nim: {said}\n"


@pytest.fixture(scope="module", params=LANGUAGES)
def cache(
    server: Server, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[int]:
    """The port of the running cache."""
    port, directory = free_port(), tmp_path_factory.mktemp("cache")
    command = program(directory, CACHE, request.param, port_8000=server.port, port_8080=port)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: ask(port, "/healthz")[0] == 200)
            yield port
        finally:
            process.kill()


def test_a_cache_requests_a_response_once(server: Server, cache: int) -> None:
    target = f"/move?piles=3,4,{cache}"  # which no other test requests
    replies = [request(cache, "GET", target) for _ in range(3)]
    assert [reply.headers["x-cache"] for reply in replies] == ["miss", "hit", "hit"]
    assert {reply.body for reply in replies} == {server.get(target).body}
    # One from the cache, and one from the test itself.
    wait_until(lambda: len(server.logged(query=target.partition("?")[2])) == 2)


def test_a_cache_keeps_what_differs_by_accept_apart(cache: int) -> None:
    target = "/graph?piles=1,2"
    replies = [
        request(cache, "GET", target, headers={"Accept": accepted})
        for accepted in ("text/vnd.graphviz", "application/json")
    ]
    types = [reply.headers["content-type"] for reply in replies]
    assert types == ["text/vnd.graphviz", "application/json"]


def test_a_cache_keeps_no_error_and_no_probe(cache: int) -> None:
    for target, status in (("/move?piles=x", 422), ("/healthz", 200)):
        replies = [request(cache, "GET", target) for _ in range(2)]
        assert [(reply.status, reply.headers["x-cache"]) for reply in replies] == [
            (status, "miss"),
            (status, "miss"),
        ]


def test_a_cache_rejects_post(cache: int) -> None:
    reply = request(cache, "POST", "/move")
    assert (reply.status, reply.headers["allow"], reply.body) == (405, "GET", b"")
