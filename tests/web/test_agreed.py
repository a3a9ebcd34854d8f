"""What the pages and their scripts each say with words of their own is the same."""

import re

from service.game.games import GAMES
from service.limits import LARGEST_INLINE
from service.server import limits as of_the_server
from service.web.pages import DRAWN, OTHER_BOARDS
from service.web.played import MAX_OBJECTS, MAX_PARTS, MAX_PILES, MAX_PINS
from tests.support.paths import ROOT

CORE = ROOT / "service/web/static/core"
GAMES_JS = (CORE / "games.js").read_text()


def test_an_address_takes_as_much_as_the_boards_play_with() -> None:
    (text,) = re.findall(r"LIMITS = Object\.freeze\((.*)\)", (CORE / "setup.js").read_text())
    limits = {key: int(most) for key, most in re.findall(r"(\w+): (\d+)", text)}
    of_a_pile = {int(most) for most in re.findall(r"\bmost: (\d+)", GAMES_JS)}
    assert (limits["piles"], limits["parts"]) == (MAX_PILES, MAX_PARTS)
    assert limits["objects"] == MAX_OBJECTS
    assert of_a_pile == {MAX_OBJECTS, MAX_PINS}


def test_a_pile_is_painted_if_the_boards_draw_it() -> None:
    (drawn,) = re.findall(r"const DRAWN = (\d+);", (CORE / "boards.js").read_text())
    assert int(drawn) == DRAWN


def test_only_the_piles_of_games_on_the_usual_board_are_painted() -> None:
    own = GAMES_JS.partition("const OWN = {")[2].partition("\n};")[0]
    entries = re.split(r'^  "?([a-z-]+)"?: ', own, flags=re.MULTILINE)
    named = zip(entries[1::2], entries[2::2], strict=True)
    boards = {name for name, text in named if "board:" in text}
    removing = {name for name, game in GAMES.items() if game.form in {"removal", "removals"}}
    assert boards & removing == OTHER_BOARDS


def test_the_server_and_the_operations_agree_which_requests_are_large() -> None:
    assert of_the_server.LARGEST_INLINE == LARGEST_INLINE
