"""What a page tells of a game is played: its title, its rule and its lost positions.

Nothing here asks the service who wins: everything is played out, by legal moves alone. Every game
is tested with each key and with all keys that go together, in both conventions.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from itertools import chain
from math import gcd, isqrt
from typing import Any

from werkzeug.test import Client

from service.game.game import Game
from service.game.games import GAMES
from service.game.position import Position
from service.told import told_of
from service.web.played import played_at
from tests.support.played_out import is_valid, wins
from tests.support.rows import rows
from tests.web.told_pages import PAGES, REFUSED, of_pile, page, told

# --- The game -------------------------------------------------------------------------------------


@rows(("name", "query"), PAGES)
def test_a_page_is_about_the_game_that_is_asked_for(name: str, query: str) -> None:
    """No key is added to those that are given, and none is lost, nor is the convention.

    An example's keys make a game complete that isn't: `growing` without any number to add.
    """
    position, keys = page(name, query)
    given: dict[str, Any] = dict(pair.split("=") for pair in query.split("&") if pair)
    assert position.misere is (given.pop("misere", "") == "true")
    if GAMES[name].main_key == "board":
        assert position.text == GAMES[name].position((), **given).text
        given.pop("board")
    if name == "growing" and not {"add", "multiply"} & given.keys():
        example = {key: value for key, value in told_of(name).example.items() if key != "piles"}
        given = {**example, **given}
    assert keys == given


@rows(("name", "query"), REFUSED)
def test_only_keys_that_exclude_each_other_have_no_page(name: str, query: str) -> None:
    least, most = (re.search(rf"{key}=(\d+)", query) for key in ("min_remove", "max_remove"))
    too_small = least and most and int(least[1]) > int(most[1])
    assert too_small or ("subtraction_set" in query and (least or most)), (name, query)


@rows(("name", "query"), PAGES)
def test_a_title_is_in_words(name: str, query: str) -> None:
    _, keys = page(name, query)
    title = str(told(name, query)["name"])
    assert not re.search(r"[{}_]|null|None", title)
    assert title.startswith(GAMES[name].title.replace("'", "’"))
    for number in re.findall(r"\d+", " ".join(keys.values())) if name != "octal" else ():
        assert number in re.findall(r"\d+", title) or keys.get("min_remove") == number == "1"


# --- The rule -------------------------------------------------------------------------------------


def removals(position: Position) -> set[int]:
    return {position.removed(move) for move in position.moves()}


def numbers_in(text: str) -> set[int]:
    return {*map(int, re.findall(r"\d+", text))}


KINDS: Mapping[str, Callable[[int, int], bool]] = {
    "a square number of stones": lambda n, _: isqrt(n) ** 2 == n,
    "a number of stones that is a cube": lambda n, _: n in (1, 8, 27),
    "a prime number of stones": lambda n, _: n > 1 and all(n % d for d in range(2, n)),
    "a power of 2, such as 1, 2 or 4,": lambda n, _: n in (1, 2, 4, 8, 16),
    "an odd number of stones": lambda n, _: n % 2 == 1,
    "a proper divisor of the pile's size": lambda n, pile: n < pile and pile % n == 0,
    "at most half of the stones": lambda n, pile: 2 * n <= pile,
    "a factorial, such as 1, 2 or 6,": lambda n, _: n in (1, 2, 6, 24),
    "what leaves a smaller divisor of the pile's size": lambda n, pile: (
        n < pile and pile % (pile - n) == 0
    ),
    "no factor in common with the pile's size": lambda n, pile: gcd(n, pile) == 1,
}


@rows(("name", "query"), PAGES)
def test_a_move_does_what_the_rule_says(name: str, query: str) -> None:
    position, _ = page(name, query)
    rule = position.game.rule_of(position)
    alone = of_pile(position, 12)
    if bounds := re.search(r"takes (\d+) to (\d+) stones from one pile", rule):
        assert removals(alone) == {*range(int(bounds[1]), int(bounds[2]) + 1)}
    elif least := re.search(r"takes at least (\d+) stones? from one pile", rule):
        assert removals(alone) == {*range(int(least[1]), 13)}
    elif some := re.search(r"takes ([\d, or]+) stones? from one pile", rule):
        assert removals(alone) == numbers_in(some[1])
    elif "any number of stones from one pile." in rule and name != "laskers-nim":
        assert removals(alone) == {*range(1, 13)}
    elif piles := re.search(r"each of up to (\d+) piles", rule):
        moves = [len(move.changes) for move in position._replace(piles=(2, 2, 2, 2)).moves()]
        assert max(moves) == int(piles[1])
    elif name == "numbers":
        (fits,) = [fits for words, fits in KINDS.items() if words in rule]
        assert removals(alone) == {n for n in range(1, 13) if fits(n, 12)}
    elif name == "growing":
        added = re.search(r"adds ([\d, or]+) to", rule)
        factors = re.search(r"by ([\d, or]+)\.", rule)
        left = {move.changes[0][1][0] for move in position._replace(piles=(2,)).moves()}
        expected = {2 + n for n in numbers_in(added[1] if added else "")}
        assert left == expected | {2 * n for n in numbers_in(factors[1] if factors else "")}
    elif name == "octal":
        assert {*code_moves(rule, 5)} == {
            (5 - sum(parts), tuple(parts))
            for move in position._replace(piles=(5,)).moves()
            for _, parts in move.changes
        }
    elif quota := re.search(r"This move takes at most (\d+)", rule):
        assert removals(alone) == {*range(1, int(quota[1]) + 1)}
    else:
        assert not numbers_in(rule) - {0, 1}, rule  # from which piles or squares are counted


def code_moves(rule: str, pile: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The moves of a code from its rule in words."""
    if "split a row into two" in rule:
        for a in range(1, pile):
            if a < pile - a or (a == pile - a and "unequal" not in rule):
                yield 0, (a, pile - a)
    for first, more, leave in re.findall(r"take (\d+)( or more)? and leave ([a-z ,]+)", rule):
        for taken in range(int(first), pile + 1) if more else [int(first)]:
            rest = pile - taken
            if "nothing" in leave and rest == 0:
                yield taken, ()
            if "one row" in leave and rest > 0:
                yield taken, (rest,)
            if "two" in leave:
                yield from ((taken, (a, rest - a)) for a in range(1, rest) if a <= rest - a)


# --- The lost positions ---------------------------------------------------------------------------


@rows(("name", "query"), PAGES)
def test_the_lost_positions_are_lost_and_can_be_played(name: str, query: str) -> None:
    position, _ = page(name, query)
    listed: list[tuple[str, str]] = told(name, query)["lost"]  # type: ignore[assignment]
    has_none = "board=" in query or (name, "misere=true" in query) == ("fibonacci", True)
    assert listed or has_none or (name, query) == ("moore", "max_piles=3")
    for text, address in listed:
        piles = tuple(map(int, text.split(", ")))
        lost = position._replace(piles=piles)
        if not position.game.is_stateless:
            lost = GAMES[name].position(piles, position.misere)
        assert is_valid(lost)
        assert next(lost.moves(), None)
        assert not wins(lost.canonical()), (name, query, piles)
        path, _, rest = address.partition("?")
        given = played_at(f"/{path}", rest)
        assert given
        assert given.position.piles == piles
        assert not wins(given.position.canonical()), address


def test_the_pages_of_lost_positions_say_so(client: Client) -> None:
    followed = 0
    for name in GAMES:
        text = unescape(client.get(f"/solve/{name}").text)
        listed = re.search(r'class="lost">(.*?)</ul>', text, re.DOTALL)
        for link in re.findall(r'href="\.\./([^"]+)"', listed[1]) if listed else ():
            response = client.get(f"/{link}")
            assert response.status_code == 200, link
            assert "The player to move loses" in response.text
            followed += 1
    assert followed > 100


def test_as_many_lost_positions_and_strategies_are_told_as_there_are() -> None:
    """If a page tells them elsewhere, the tests of these find none, and pass."""
    facts_of = [told(*each) for each in PAGES]
    assert len(PAGES) > 100
    lost = [each["lost"] for each in facts_of]
    assert len([*chain(*lost)]) > 900  # type: ignore[arg-type]
    assert len([each for each in facts_of if each["strategy"]]) > 70


def test_lost_positions_have_as_many_piles_as_are_asked_about() -> None:
    for piles in ("5", "2,5", "2,5,1"):
        query = f"growing/{piles}?add=1,2&target=20"
        lost = told(*query.split("?"))["lost"]
        assert lost
        assert {text.count(",") for text, _ in lost} == {piles.count(",")}  # type: ignore[attr-defined]
    alone = [text for text, _ in told("growing/5", "add=1,2&target=20")["lost"]]  # type: ignore[attr-defined]
    assert alone == ["2", "5", "8", "11", "14", "17"]


# --- The files of the games -----------------------------------------------------------------------


@rows("name", [name for name in GAMES if told_of(name).strategies])
def test_a_text_for_keys_is_for_keys_of_the_game(name: str) -> None:
    game: type[Game] = GAMES[name]
    for keys in told_of(name).strategies:
        assert keys <= {"misere", *(key for key in game.keys if not game.keys[key])}
    assert told_of(name).lines.keys() <= {
        *("example", "class", "move", "section", "source", "card", "whatever", "boards"),
    }


@rows("name", [name for name in GAMES if told_of(name).example and not GAMES[name].is_sum])
def test_who_wins_the_example(name: str) -> None:
    line = told_of(name).lines
    position, _ = page(name, "")
    assert "NP"[not wins(position.canonical())] == line["class"]
