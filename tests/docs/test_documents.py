"""The documents' references to each other and the project: links, files, targets, pages."""

import json
import re
from importlib import import_module
from inspect import get_annotations
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from service.game.board_game import BoardGame
from service.game.game import Game
from service.game.games import GAMES
from service.game.games.take_and_break import TakeAndBreak
from service.game.heap_game import RemovalGame
from service.game.questions.solve import solve
from service.web.pages import ADDRESSES
from tests.browser import screenshot
from tests.support.paths import DEPLOY, ROOT
from tests.support.rows import rows

PATTERNS = ("*.md", "docs/**/*.md", "bench/*.md", "service/server/*.md")
DOCUMENTS = [document for pattern in PATTERNS for document in ROOT.glob(pattern)]
OF_TODAY = [each for each in DOCUMENTS if not {"decisions", "CHANGELOG.md"} & {*each.parts}]
"""The documents that describe the project as it is."""

MADE_BY_THE_READER = {"service/game/games/digits.py", "deploy/.env"}


def anchors(document: Path) -> set[str]:
    """The targets that a link may name after `#`: each heading, spelled as on GitHub."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links_of(document: Path) -> list[tuple[str, str]]:
    """The links to files here, each with the heading that it names, or an empty text."""
    return re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", document.read_text())


def files_of(document: Path) -> set[str]:
    """The files and directories that a document names."""
    directories = "service|tests|docs|deploy|bench|base|examples"
    named = re.findall(rf"`((?:{directories})/[\w./-]*)`", document.read_text())
    return {*named} - MADE_BY_THE_READER


def test_links_and_names_of_files_are_found() -> None:
    links = [link for document in DOCUMENTS for link in links_of(document)]
    assert len(links) > 150
    assert len([heading for _, heading in links if heading]) > 20
    assert len([name for document in OF_TODAY for name in files_of(document)]) > 100


@rows("document", DOCUMENTS)
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    for target, heading in links_of(document):
        file = document.parent / target if target else document
        assert file.exists(), target
        assert not heading or heading in anchors(file), (target, heading)


def test_the_table_of_moves_has_every_game_in_the_row_of_its_form() -> None:
    """`octal` stands for the games that are named after it."""
    _, _, table = (ROOT / "docs" / "api.md").read_text().partition("| games | form |")
    forms = {
        name: "component" if GAMES[name].is_sum else shape
        for row in table.split("\n\n")[0].splitlines()[2:]
        for _, games, shape, _ in [row.split("|", 3)]
        for name in re.findall(r"`([^`]+)`", games)
    }
    said = {
        "removal": {"pile", "remove", "leaves"},
        "split": {"pile", "remove", "leaves_piles"},
        "removals": {"removals", "pile", "remove", "leaves"},
        "replacement": {"pile", "leaves"},
        "board": {"play", "leaves_board"},
    }
    for name, game in GAMES.items():
        shape = forms.get("octal" if issubclass(game, TakeAndBreak) else name, "")
        assert game.is_sum or {*re.findall(r'"(\w+)":', shape)} == said[game.form], name


@rows("document", OF_TODAY)
def test_every_file_that_is_named_exists(document: Path) -> None:
    for name in files_of(document):
        assert (ROOT / name).exists() or (DEPLOY / "kubernetes" / name).exists(), name


def test_the_functions_on_the_path_of_a_request_exist() -> None:
    _, _, table = (ROOT / "docs" / "architecture.md").read_text().partition("| file | function |")
    rows = table.split("\n\n")[0].splitlines()[2:]
    file, found = "", list[str]()
    for row in rows:
        _, named, functions, *_ = row.split("|")
        file = named.strip(" `") or file
        module = import_module(file.removesuffix(".py").replace("/", "."))
        for function in re.findall(r"`([^`]+)`", functions):
            assert callable(attrgetter(function)(module)), function
            found.append(function)
    assert len(found) > 15


def has(file: Path, name: str) -> bool:
    """Whether a file has a name; if it is code, a constant or a class is defined there."""
    source = file.read_text()
    if name.islower() or file.suffix not in {".py", ".js", ".ts"}:
        return bool(re.search(rf"\b{name}\b", source))
    defined = rf"^(?:export )?(?:class|const|interface|type) {name}\b|^{name}(?:: [^=\n]+)? = "
    return bool(re.search(defined, source, re.MULTILINE))


def names_in(item: str) -> tuple[list[Path], set[str]]:
    """The files of an item of a list, and what it says of them, in backquotes or in capitals.

    A file that is named alone is beside the one before it, or in a directory below that one's.
    """
    files, folder, names = list[Path](), ROOT, {*re.findall(r"\b[A-Z][A-Z_]{2,}\b", item)}
    for quoted in re.findall(r"`([^`\s]+)`", item):
        if (ROOT / quoted).is_dir():
            folder = ROOT / quoted
        elif "." in quoted:
            file = next(filter(Path.exists, chain([ROOT / quoted], folder.rglob(quoted))))
            files.append(file)
            folder = file.parent
        elif quoted.isidentifier():
            names.add(quoted)
    return files, names


def test_each_name_in_the_lists_of_changes_is_in_a_file_beside_it() -> None:
    text = re.sub(r"\n +", " ", (ROOT / "docs" / "extending.md").read_text())
    found = 0
    for item in re.findall(r"^(?:\d+\.|-) (.*)", text, re.MULTILINE):
        files, names = names_in(item)
        for name in names if files else ():
            assert any(has(file, name) for file in files), (name, item)
            found += 1
    assert found > 30


def test_what_a_class_of_a_game_may_say_is_in_its_base() -> None:
    _, _, table = (ROOT / "docs" / "extending.md").read_text().partition("| of any game |")
    bases = [members_of(Game), members_of(RemovalGame), members_of(BoardGame)]
    for row in table.split("\n\n")[0].splitlines()[2:]:
        for cell, members in zip(row.split("|")[2:-1], bases, strict=True):
            names = {*re.findall(r"`(\w+)`", cell)} - {"Decision", "PileValues"}
            assert names <= members, row


def members_of(game: type) -> set[str]:
    """The members of a class, with those that are declared without a value."""
    return {*dir(game)}.union(*map(get_annotations, game.__mro__))


@rows("document", OF_TODAY)
def test_every_make_target_that_is_named_exists(document: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    text = document.read_text()
    commands = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    named = {*re.findall(r"`make ([a-z]+)", text)}
    named |= {*re.findall(r"^make ([a-z]+)", commands, re.MULTILINE)}
    assert named <= {*targets}


def test_the_game_of_the_first_change_is_solved_as_shown() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    (code,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (shown,) = re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    written: dict[str, Any] = {}
    exec(code, written)  # noqa: S102  # a page of this repository
    game = written["Digits"]
    assert [move.changes for move in game.position([42]).winning_moves()] == [((0, (40,)),)]
    assert solve(game.position([42, 17]), max_moves=100) == json.loads(shown)


def test_the_table_of_pages_is_complete() -> None:
    text = (ROOT / "docs/play.md").read_text()
    assert re.findall(r"^\| `(/\w*)` \|", text, re.MULTILINE) == [*ADDRESSES]


def test_the_picture_was_taken_of_the_page_as_it_is() -> None:
    assert screenshot.RECORD.read_text() == screenshot.shown(), "run `make screenshot`"
