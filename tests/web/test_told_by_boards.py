"""The boards, which have a rule in their own words, say the numbers that the service says."""

import json
import re
from collections.abc import Iterator, Mapping
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


SAID: Mapping[str, tuple[str, str]] = {
    "kayles": (
        "Knock down one pin, or two neighbours",
        "A move takes one object or two neighbouring ones, which may split the pile in two.",
    ),
    "dawsons-kayles": (
        "Knock down two neighbours",
        "A move takes two neighbouring objects, which may split the pile in two.",
    ),
    "dawsons-chess": (
        "Take three in a row, two at an end, or one that stands alone",
        (
            "A move takes an object and its neighbours: one that stands alone, two at an end, "
            "or three in a row, which may split the pile in two."
        ),
    ),
    "laskers-nim": (
        "Take any number from an end of a row, or split it in two",
        "A move removes any number of objects from one pile, or splits a pile in two.",
    ),
    "grundys-game": (
        "Split a row into two unequal rows",
        "A move splits a pile into two piles of different sizes.",
    ),
    "wythoff": (
        "Take any number from one pile, or the same number from both",
        "A move takes any number of objects from one of two piles, or the same from both.",
    ),
    "fibonacci": (
        "Take at most twice as many as the last move took; the first move may not take all",
        "A move takes at most twice as many objects as the last one; the first may not take all.",
    ),
    "greedy": (
        "Take any number from a largest pile",
        "A move takes any number of objects from a largest pile.",
    ),
    "euclid": (
        "Take a multiple of the smaller pile from the larger one",
        (
            "A move removes a positive multiple of the smaller pile from a pile at least as "
            "large; no move is legal once a pile is empty."
        ),
    ),
    "staircase": (
        (
            "Move any number of stones from one step to the next one down; from step 1 they "
            "leave the game"
        ),
        (
            "Pile 1 is on the lowest step, and each pile is one step above the one before. A "
            "move takes any number of objects from one step to the next one down; from the "
            "lowest step they leave the game."
        ),
    ),
    "chomp": (
        "Take a square with all squares right of it or below, but never the first square of row 1",
        (
            "The piles are rows of squares, none longer than the one above. A move takes a "
            "square with all squares right of it, below it, or both; the first square of the "
            "first row is never taken."
        ),
    ),
    "welter": (
        "Move a coin to an empty square of a smaller number",
        (
            "The piles are the squares of coins on a strip, counted from 0, no two on one "
            "square. A move takes a coin to an empty square of a smaller number, past other "
            "coins if need be."
        ),
    ),
}
"""The rules of boards that show what a rule must explain, beside the service's: one is changed with
the other."""

ON_BOARDS = [
    ("A move takes from 1 pile", "Take any numbers from at most 1 pile"),
    (r"A move (?:takes|removes) at least 1 object ", "Take any number of stones "),
    (
        r"A move takes any number of objects from each of 1 to (\d+) piles",
        r"Take any numbers from at most \1 piles",
    ),
    (r"a number of objects that is a cube from", "1, 8, 27, … stones, a cube, from"),
    ("a square number of objects from", "a square number of stones (1, 4, 9, …), from"),
    ("a prime number of objects from", "a prime number of stones (2, 3, 5, …), from"),
    ("a power of 2, such as 1, 2 or 4, from", "1, 2, 4, 8, … stones, from"),
    ("an odd number of objects from", "an odd number of stones, from"),
    (
        "a proper divisor of the pile's size from",
        "a divisor of the pile’s size, but not all of it, from",
    ),
    ("a smaller divisor of the pile's size from", "a smaller divisor of the pile’s size, from"),
    (
        "a number of objects that has no factor in common with the pile's size, except 1, from",
        "a number without a common factor with the pile’s size, from",
    ),
    ("at most half of the objects from", "at most half of the stones, from"),
    (r"A move (?:takes|removes)", "Take"),
    (r"\bobject", "stone"),
    ("A move adds", "Add"),
    ("(A move|or) multiplies a pile that is not empty", r"\1 multiply a pile"),
    ("A move multiply", "Multiply"),
    (r"\. No move is legal once the piles together", ", until all together"),
    (r"\.$", ""),
]
"""How the words of a board differ from the service's, in the order in which they are replaced."""


def test_boards_say_the_service_s_rule_word_by_word() -> None:
    asked = [{"rule": rule_of(*each), "start": [30, 40]} for each in ASKED]
    done = run(["node", "tests/web/modules/rules.mjs", json.dumps(asked)])
    compared = 0
    for (name, query), text in zip(ASKED, done.stdout.splitlines(), strict=True):
        position = played_at(f"/play/{name}", query)
        assert position
        rule = position.position.game.rule_of(position.position)
        said = re.sub(r"\. (?:Take the last \w+|Make the last move) and you win\.$", "", text)
        if name == "octal":
            continue  # its moves are compared above
        if "quota" in query:
            assert f"{said}." == rule.replace("This move", "The first move")
        elif name in SAID:
            assert (said, rule) == SAID[name]
        elif name == "moore" and "max_piles=1" in query:
            assert said == "Take any numbers from at most 1 pile"
        else:
            for words, ours in ON_BOARDS:
                rule = re.sub(words, ours, rule)
            assert said == rule, query
        compared += 1
    assert compared > 40
