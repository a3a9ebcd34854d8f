"""The boards call moves what the service calls them."""

import json
import re
from collections.abc import Iterator
from typing import Any

from service.game.games import GAMES
from service.game.questions.forms import told
from service.told import told_of
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.positions import POSITIONS, example_of
from tests.support.programs import run

pytestmark = needs("node")


def test_every_name_has_its_words_on_the_boards() -> None:
    script = (ROOT / "service/web/static/core/told.js").read_text()
    titles = re.findall(r'"title": "([^"]+)"', script)
    assert titles == [game.title.replace("'", "’") for game in GAMES.values()]
    assert all(told_of(name).lines or example_of(game) for name, game in GAMES.items())


def sent_moves() -> Iterator[tuple[str, dict[str, Any], list[int], dict[str, Any]]]:
    """Moves of each game of piles, with the rule and piles as scripts have them."""
    for game in GAMES.values():
        if game.is_sum or game.main_key == "board":
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
    of_piles = {name for name, game in GAMES.items() if game.main_key == "piles"}
    assert {name for name, *_ in moves} >= of_piles - {"wythoff", "fibonacci", *SINGLE}


SINGLE = {"dawsons-chess", "grundys-game"}
"""Games of which the examples have a single pile."""
