"""The boards, which have a rule in their own words, say the numbers that the service says."""

import json
import re
from collections.abc import Iterator
from typing import Any

from service.game.games import GAMES
from service.game.questions.forms import told
from service.told import told_of
from service.web.played import played_at
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.positions import POSITIONS, example_of
from tests.support.programs import run
from tests.web.test_told import PAGES, code_moves, numbers_in

pytestmark = needs("node")

BOARDS = (ROOT / "service/web/static/core/games.js").read_text().partition("const OWN = ")[2]
LISTS = {"subtraction_set", "add", "multiply"}
ASKED = [
    (name, query)
    for name, query in PAGES
    if "misere" not in query and f"{name}: " in BOARDS.replace('"', "")
]


def rule_of(name: str, query: str) -> dict[str, Any]:
    """A rule as the scripts have it."""
    played = played_at(f"/play/{name}", query)
    assert played
    keys: dict[str, Any] = {}
    for key, text in played.keys:
        if key in LISTS:
            keys[key] = [*map(int, text.split(","))]
        else:
            keys[key] = int(text) if text.isdigit() else text
    return keys if name == "nim" else {"game": name, **keys}


def test_boards_and_pages_say_the_same_numbers() -> None:
    asked = [{"rule": rule_of(*each), "start": [3, 4]} for each in ASKED]
    done = run(["node", "tests/web/modules/rules.mjs", json.dumps(asked)])
    assert done.returncode == 0, done.stderr
    for (name, query), text in zip(ASKED, done.stdout.splitlines(), strict=True):
        played = played_at(f"/play/{name}", query)
        assert played
        rule = played.position.game.rule_of(played.position)
        if name == "octal":
            boards = text.replace("a row into two", "a pile into two").replace(
                "two unequal ones", "two unequal"
            )
            assert {*code_moves(boards, 6)} == {*code_moves(rule, 6)}, text
        elif name not in ("numbers", "fibonacci", "staircase", "chomp"):
            assert numbers_in(text) - {0, 1} == numbers_in(rule) - {0, 1}, (query, text, rule)


def test_every_name_has_its_words_on_the_boards() -> None:
    script = (ROOT / "service/web/static/core/told.js").read_text()
    titles = re.findall(r'"title": "([^"]+)"', script)
    assert titles == [game.title.replace("'", "’") for game in GAMES.values()]
    assert all(told_of(name).lines or example_of(game) for name, game in GAMES.items())


def sent_moves() -> Iterator[tuple[str, dict[str, Any], list[int], dict[str, Any]]]:
    """Moves of each game that boards play, with the rule and piles as scripts have them."""
    for game in GAMES.values():
        if game.is_sum:
            continue
        for example in POSITIONS[game.name]:
            keys = {key: value for key, value in example.items() if key != "game"}
            position = game.position(**keys)
            # A single pile has no number on a page, empty rows of pins have none, and the queen's
            # board has words of its own.
            rows_of_pins = game.form == "split" and 0 in position.piles
            if len(position.piles) < 2 or rows_of_pins or game.name == "wythoff":
                continue
            rule = {key: value for key, value in keys.items() if key != "piles"}
            if game.name != "nim":
                rule["game"] = game.name
            for move in position.moves():
                yield game.name, rule, keys["piles"], {**told(position, move)}


def test_pages_say_moves_as_the_service_does() -> None:
    """But they say what a split leaves only if these are two rows: a board shows a single one."""
    moves = [*sent_moves()]
    asked = [{"rule": rule, "piles": piles, "move": move} for _, rule, piles, move in moves]
    done = run(["node", "tests/web/modules/moves.mjs", json.dumps(asked)])
    assert done.returncode == 0, done.stderr
    for (_, _, piles, move), said in zip(moves, done.stdout.splitlines(), strict=True):
        text = re.sub(r", leaving (\d+|nothing)$", "", move["text"])
        assert said == text, (piles, move)
    assert {name for name, *_ in moves} >= {*GAMES} - {"sum", "wythoff", "fibonacci", *SINGLE}


SINGLE = {"dawsons-chess", "grundys-game"}
"""Games of which the examples have a single pile."""
