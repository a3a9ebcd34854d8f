"""What the service says to send for a name is the game of that name, played as people play it.

The answer to what the error of a name says is compared with the real game of that name, at many
sizes.
"""

import re
from collections.abc import Mapping
from typing import Any

from service.api.nearest import LONGEST_NAME
from service.game.games import GAMES
from service.told import GIVE, OtherName, by_program, told_of
from service.web.played import meant_by, played_at, why_not
from tests.support.real_games import NOT_PLAYED, REAL, wins
from tests.support.rows import rows
from tests.support.service import Service

ALSO: Mapping[str, tuple[str, OtherName]] = {
    also.name: (name, also) for name in GAMES for also in told_of(name).names
}


def test_every_name_is_played_or_says_why_not() -> None:
    assert {*REAL, *NOT_PLAYED} == {*ALSO}


HOW = {
    "Maya game": "the squares of the coins, from 0",
    "Sato's game": "the squares of the coins, from 0",
    "EGE tasks 19 to 21": "the heaps",
    "Treblecross": "the squares of the strip, and 2 more",
    **dict.fromkeys(
        ("Silver dollar", "Silver dollar game without the dollar"),
        "the free squares between the two coins of each pair, counted from the right",
    ),
    "Nimble": "the number of each coin's square, from 0",
    "The 21 game": "what is missing from 21; who says it loses",
    "Bachet's game": "what is missing from 100",
    "Race to 20": "the number reached",
    "Race to 21": "the number reached",
    "Race to 100": "what is missing from 100",
    "Couples are Forever": "1 less than each pile",
    **dict.fromkeys(
        ("Wyt Queens", "Corner the Queen", "Wythoff's queen"),
        "the queen's distances from the two edges",
    ),
    "Stair game": "the balls on each step above the floor",
    "Corner the lady": "the queen's distances from the two edges",
}
"""What the real games take the piles to be, where that isn't plain."""


def sent(service: Service, name: str) -> dict[str, Any]:
    """The game and its keys as the error of a name says."""
    [error] = service.post("/move", {"game": name, "piles": [5]}).json["errors"]
    said = re.search(
        r": game ([a-z-]+)(?: with (?:keys such as )?([^;]+?))?(?:; (?:piles|board): (.+))?\.$",
        error["detail"],
    )
    assert said, error
    game, also = ALSO[name]
    assert said[1] == game
    assert said[3] in (None, also.piles)
    keys = also.keys(GAMES[game])
    for key in keys:
        assert key in (said[2] or "")
    return {"game": game, **keys}


def placed(text: list[int] | str) -> dict[str, object]:
    """The piles of a position, or its board."""
    return {"board": text} if isinstance(text, str) else {"piles": text}


@rows("name", REAL)
def test_who_wins_the_real_game(service: Service, name: str) -> None:
    body = sent(service, name)
    positions, moves, piles = REAL[name]
    assert HOW.get(name, ALSO[name][1].piles) == ALSO[name][1].piles
    wrong = [
        at
        for at in positions
        if service.post("/move", {**body, **placed(piles(at))}).json["to_move_wins"]
        != wins(at, moves, body.get("misere", False))
    ]
    assert wrong == []


# --- Names as they are sent -----------------------------------------------------------------------

AS_SENT = {
    "Game of Nim": "game nim.",
    "game of kayles": "game kayles.",
    "Kayles game": "game kayles.",
    "The game of Nim": "game nim.",
    "The Marienbad game": "game nim with misere true.",
    "Misere": "game nim with misere true.",
    "Lasker": "game laskers-nim.",
    "Wythoff\u2019s Nim": "game wythoff.",
    "1D Treblecross": "game octal with code 0.007; piles: the squares of the strip, and 2 more.",
}
"""Spellings of known names, and what the error says after the name."""


def said_of(service: Service, name: str) -> str:
    """What the error of a name says after the list of all games."""
    [error] = service.post("/move", {"game": name, "piles": [5]}).json["errors"]
    return str(error["detail"].partition("; ")[2])


@rows("name", AS_SENT)
def test_a_name_is_known_however_it_is_written(service: Service, name: str) -> None:
    said = said_of(service, name)
    assert said.endswith(f": {AS_SENT[name]}")
    assert "perhaps" not in said
    game = AS_SENT[name].removesuffix(".").split()[1]
    for written in (name, name.replace(" ", "-")):
        played = played_at(f"/play/{written}", "")
        assert played
        assert played.position.game.name == game


@rows("name", ["Whytoff", "Laskers Nin", "Subtraction games", "races to 21"])
def test_a_near_name_is_a_question(service: Service, name: str) -> None:
    assert said_of(service, name).startswith("perhaps you mean ")


NO_OTHER_NUMBER = ["Race to 22", "Race to 101", "The 22 game", "Stone Game", "Stone Game VII"]


@rows("name", [*NO_OTHER_NUMBER, "3-Nim", "Nim-7", "Nim with 2 piles"])
def test_a_name_with_another_number_is_another_name(service: Service, name: str) -> None:
    assert said_of(service, name) == ""
    assert meant_by(f"/play/{name}", "") is None


def test_no_name_is_longer_than_a_near_one_is_sought_for() -> None:
    names = {*ALSO, *by_program()}
    assert [name for name in names if len(name) > LONGEST_NAME] == [], (
        f"a name has at most LONGEST_NAME = {LONGEST_NAME} characters"
    )


@rows("name", by_program())
def test_a_game_that_only_a_program_can_give_is_named_in_errors_pages_and_games(
    service: Service, name: str
) -> None:
    assert said_of(service, name) == f"{name.lower()}: {GIVE}."
    assert GIVE in why_not(f"/play/{name}", "")
    listed = service.get("/games").json["by_program"]
    assert {each["name"]: each["position"] for each in listed} == {**by_program()}
    assert name not in ALSO
