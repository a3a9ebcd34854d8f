"""What the documents say about each other and the project: links, decisions, dependencies."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from service.game.questions.solve import solve
from service.web.pages import ADDRESSES
from tests.browser import screenshot
from tests.support.paths import ROOT
from tests.support.rows import rows

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
DECISIONS = ROOT / "docs" / "decisions"
INDEX = (DECISIONS / "README.md").read_text()
DECIDED = sorted(path for path in DECISIONS.glob("*.md") if path.name != "README.md")


def anchors(document: Path) -> set[str]:
    """What a link may name after `#`: each heading, as GitHub spells it there."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@rows("document", DOCUMENTS)
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", document.read_text())
    for target, heading in links:
        file = document.parent / target if target else document
        assert file.exists(), target
        assert not heading or heading in anchors(file), (target, heading)


def test_the_index_of_documents_has_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([^)#]*)", index))


def test_every_file_that_a_contributor_is_sent_to_exists() -> None:
    text = CONTRIBUTING + (ROOT / "docs" / "extending.md").read_text()
    files = re.findall(
        r"`((?:service|tests|docs|deploy|bench)/[^` ]*|\w+\.(?:md|yaml|toml))`", text
    )
    assert len({*files}) > 30
    for name in {*files} - {"service/game/games/digits.py"}:  # which the reader writes
        assert (ROOT / name).exists(), name


def test_the_game_of_the_first_change_is_solved_as_shown() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    (shown,) = re.findall(r"^```json\n(.*?)^```", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    written: dict[str, Any] = {}
    exec(code, written)  # noqa: S102  # a page of this repository
    game = written["Digits"]
    assert [move["remove"] for move in game.position([42]).winning_moves()] == [2]
    assert solve(game.position([42, 17]), max_moves=100) == json.loads(shown)


@rows("document", DOCUMENTS)
def test_every_make_target_that_is_named_exists(document: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    text = document.read_text()
    commands = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    named = {*re.findall(r"`make ([a-z]+)", text)}
    named |= {*re.findall(r"^make ([a-z]+)", commands, re.MULTILINE)}
    of_old = {"sbom"} if document.name == "CHANGELOG.md" else set()
    assert named - of_old <= {*targets}


def test_the_index_of_decisions_has_each_with_its_date_and_status() -> None:
    row = r"^\| (\d{4}) \| \[(.+)\]\((.+)\) \| (\S+) \| (.+) \|$"
    listed = re.findall(row, INDEX, re.MULTILINE)
    written = []
    for path in DECIDED:
        title, _, state = path.read_text().splitlines()[:3]
        date, status = state.split(" · ")
        written.append((path.name[:4], title.removeprefix("# "), path.name, date, status))
    assert sorted(listed) == sorted(written)


def test_each_runtime_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [re.split("[<>=]", line)[0] for line in project["dependencies"]]
    reasons = (DECISIONS / "0016-each-dependency-replaces-pages-of-code.md").read_text()
    assert re.findall(r"^\| ([a-z-]+) \| (?!what)", reasons, re.MULTILINE) == needed


@pytest.mark.serving
@pytest.mark.parametrize(("page", "of"), [("architecture", "service"), ("testing", "tests")])
def test_a_page_lists_the_directories(page: str, of: str) -> None:
    text = (ROOT / f"docs/{page}.md").read_text()
    listed = set(re.findall(rf"`({of}/[\w/]+)/`", text))
    there = {str(path.parent.relative_to(ROOT)) for path in (ROOT / of).glob("*/[!_]*.py")}
    assert listed >= there - {"tests/support", "tests/mutants"}
    assert [name for name in listed if not (ROOT / name).is_dir()] == []


def test_the_table_of_pages_is_complete() -> None:
    text = (ROOT / "docs/play.md").read_text()
    assert re.findall(r"^\| `(/\w*)` \|", text, re.MULTILINE) == [*ADDRESSES]


def test_the_picture_was_taken_of_the_page_as_it_is() -> None:
    assert screenshot.RECORD.read_text() == screenshot.shown(), "run `make screenshot`"
