"""What is made from games, docs/games/ and limits: `make told` writes it, a test compares it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from service.game.board_game import BoardGame
from service.game.games import GAMES
from service.game.questions.legal import listing
from service.told import told_of
from tests.support.limits import EXAMPLES
from tests.support.paths import ROOT
from tests.support.programs import run

CONCEPTS = ROOT / "docs/concepts.md"
CONTRACT = ROOT / "openapi.yaml"
HTTP = ROOT / "docs/http.md"
SCRIPT = ROOT / "service/web/static/core/told.js"
LISTS = ROOT / "service/web/static/lessons/lists.js"


def concepts() -> str:
    """docs/concepts.md with its three tables."""
    games, names, boards = [], [], []
    for name, game in GAMES.items():
        told = told_of(name)
        named = "" if name == next(iter(GAMES)) else f"game={name}&"
        example = "&".join(f"{key}={value}" for key, value in told.example.items())
        if not game.is_sum:
            cells = [game.title, told.lines.get("move", game.rule), f"`{named}{example}`"]
            games.append([*cells, told.lines.get("class", "")])
        if issubclass(game, BoardGame):
            boards.append([game.title, game.notation, str(game.largest)])
        for also in told.names:
            query = "&".join(f"{key}={value}" for key, value in also.query.items())
            such_as = "such as " if also.is_example else ""
            names.append([also.name, f"{such_as}`{named}{query}`", also.piles, also.position_class])
    text = CONCEPTS.read_text("utf-8")
    text = with_rows(text, "| game | a move | example | class |", games)
    text = with_rows(text, "| game | how a board is written | largest |", boards)
    return with_rows(text, "| name | query of `GET /move` | piles | class |", names)


def http() -> str:
    """docs/http.md with the table of what limits were chosen for."""
    rows = [[each.of, f"{each.limit:,}", f"`{each.request}`", each.source] for each in EXAMPLES]
    return with_rows(HTTP.read_text("utf-8"), "| limit | most | example | from |", rows)


def with_rows(text: str, head: str, rows: list[list[str]]) -> str:
    """A document with these rows in the table that has this head."""
    start = text.index(head)
    end = re.compile(r"\n(?!\|)").search(text, start)
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    line = re.sub(r"[^|]+", " -- ", head)
    return f"{text[:start]}{head}\n{line}\n{table}{text[end.start() if end else len(text) :]}"


def contract() -> str:
    """openapi.yaml with the names of the games."""
    text = CONTRACT.read_text("utf-8")
    alone = [name for name, game in GAMES.items() if not game.is_sum]
    text = with_names(text, "    GameName:\n", [*GAMES])
    return with_names(text, "description: All games of `GameName` except `sum`.\n", alone)


def with_names(text: str, after: str, names: list[str]) -> str:
    """A text of YAML with these names in the first `enum` after a place."""
    place = text.index(after)
    found = re.compile(r"( *)enum:.*\n((?:\1  - .*\n)+)").search(text, place)
    assert found
    lines = "".join(f"{found[1]}  - {name}\n" for name in names)
    return text[: found.start(2)] + lines + text[found.end(2) :]


def script() -> str:
    """The titles and the words of the games for scripts."""
    told = {}
    for name, game in GAMES.items():
        noun = game.words.get("object", "stone")
        words = {"title": game.title.replace("'", "’"), "noun": [noun, f"{noun}s"]}
        rule = game.rule.replace("`", "")
        told[name] = words | {"unit": game.words.get("pile", "pile"), "rule": rule}
        if issubclass(game, BoardGame):
            told[name] |= {"shape": game.shape, "boards": told_of(name).boards}
    lines = "".join(
        f"  {json.dumps(name)}: {json.dumps(words, ensure_ascii=False)},\n"
        for name, words in told.items()
    )
    return (
        "// The titles, words and rules of the games: `make told` writes this file from the "
        "service's games.\n\n"
        f"export const TOLD = {{\n{lines}}};\n"
    )


def lists() -> str:
    """The legal moves with which the lessons begin; the boards there have their own words."""
    steps = run(["node", "tests/web/modules/steps.mjs"]).stdout
    lines = [f"  {json.dumps(each)},\n" for each in map(listed, json.loads(steps))]
    return (
        "// The legal moves at the beginning of each task: `make told` writes this file.\n\n"
        "/** @type {[any, any][]} */\n"
        f"export const LISTS = [\n{''.join(lines)}];\n"
    )


def listed(keys: dict[str, Any]) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """A position as a request has it, and what `/legal` lists there."""
    own = {key: value for key, value in keys.items() if key != "game"}
    found: Any = listing(GAMES[keys.get("game", "nim")].position(**own), 1)
    for each in found["legal"]:
        del each["move"]["text"]
    return keys, found


GENERATED = {CONCEPTS: concepts, CONTRACT: contract, HTTP: http, SCRIPT: script, LISTS: lists}
"""Each file, and what it should have."""


def main() -> None:
    """Write them."""
    for path, text in GENERATED.items():
        path.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
