"""What a page tells of a game is played: its rule, its lost positions, and how to win.

Nothing here asks the service who wins: everything is played out, by legal moves alone. Every game
is tested with each key and with all keys that go together, in both conventions.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from html import unescape
from itertools import chain, combinations, product
from math import gcd, isqrt
from operator import xor
from typing import Any

import pytest
from werkzeug.test import Client

from service.app import create_app
from service.game.game import Game
from service.game.games import GAMES
from service.game.position import Position
from service.told import told_of
from service.web.game_page import facts
from service.web.played import played_at
from tests.support import boards
from tests.support.played_out import is_valid, small, wins
from tests.support.rows import rows

VALUES: Mapping[str, tuple[str, ...]] = {
    "max_remove": ("1", "3", "5"),
    "min_remove": ("1", "2", "3"),
    "subtraction_set": ("1,3,4", "2,5", "1"),
    "code": ("0.6", "0.77", "4!.0", "4.[3]", "0.137", "0.07"),
    "max_piles": ("1", "2", "3"),
    "quota": ("2", "7"),
    "numbers": (
        *("squares", "cubes", "primes", "powers-of-2", "odd", "proper-divisors", "at-most-half"),
        *("factorials", "to-divisors", "coprime"),
    ),
    "add": ("1", "1,3"),
    "multiply": ("2", "2,3"),
    "target": ("12",),
}
"""Values of each key; of another key there is that of the game's example."""


OF_COINS: Mapping[str, tuple[str, ...]] = {
    "code": ("turtles", "mock", "ruler", "twins", "twins*twins", "ruler*mock")
}
"""Values of the key that two games have."""


def queries() -> Iterator[tuple[str, str]]:
    """Each game with each set of its keys, in both conventions: the name and the query."""
    for name, game in GAMES.items():
        if game.is_sum:
            continue
        needed = [key for key in game.keys if game.keys[key]]
        optional = [key for key in game.keys if not game.keys[key]]
        for some in chain(*(combinations(optional, n) for n in range(len(optional) + 1))):
            keys = [*needed, *some]
            example = told_of(name).example
            known = OF_COINS if name == "coins" else VALUES
            for values in product(*(known.get(key, (example.get(key, ""),)) for key in keys)):
                query = "&".join(f"{key}={value}" for key, value in zip(keys, values, strict=True))
                yield name, query
                yield name, f"{query}&misere=true"


PAGES = [(name, query) for name, query in queries() if played_at(f"/solve/{name}", query)]
REFUSED = [(name, query) for name, query in queries() if not played_at(f"/solve/{name}", query)]


def page(name: str, query: str) -> tuple[Position, dict[str, str]]:
    """The position of a page and the keys in its address."""
    played = played_at(f"/solve/{name}", query)
    assert played
    return played.position, dict(played.keys)


def told(name: str, query: str) -> Mapping[str, object]:
    played = played_at(f"/solve/{name}", query)
    assert played
    return facts(played)


@pytest.fixture(scope="module")
def client() -> Client:
    return create_app(ACCESS_LOG=False, METRICS=False).test_client()


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


def of_pile(position: Position, size: int) -> Position:
    return position._replace(piles=(size, *[0] * (len(position.piles) - 1)))


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
    """If a page tells them elsewhere, the tests of this file find none, and pass."""
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


# --- How to win -----------------------------------------------------------------------------------


def check_values(position: Position, value: Callable[[int], int]) -> None:
    """Whether a position is lost if and only if the XOR of these values of the piles is 0."""
    for each in small(position, 2, 11):
        assert wins(each.canonical()) == (value(each.piles[0]) ^ value(each.piles[1]) != 0), each


def divided(position: Position, text: str) -> None:
    by = [int(number) for number in re.findall(r"(?:Divide each pile|divide that) by (\d+)", text)]
    if "play Nim with the remainders" in text:
        check_values(position, lambda pile: pile % by[0])
    elif len(by) == 1:
        check_values(position, lambda pile: pile // by[0])
    else:
        check_values(position, lambda pile: pile % by[0] // by[1])
    lost = re.search(
        r"A single pile is lost if (?:it|the remainder) is (?:smaller than )?(\d+)", text
    )
    assert lost
    for pile in range(25):
        remainder = pile if "if it is" in text else pile % by[0]
        is_lost = remainder < int(lost[1]) if "smaller" in text else remainder == int(lost[1])
        assert wins(of_pile(position, pile).canonical()) is not is_lost, (pile, text)


def columns(position: Position, text: str) -> None:
    by = re.search(r"number of 1s that is divisible by (\d+)", text)
    modulus = int(by[1]) if by else 2
    for each in small(position, 3, 4):
        sums = [sum(pile >> place & 1 for pile in each.piles) % modulus for place in range(3)]
        assert wins(each.canonical()) == any(sums), each


def wythoff(position: Position, text: str) -> None:
    pairs = {(int(a), int(b)) for a, b in re.findall(r"(\d+) and (\d+)(?=,| and so on)", text)}
    assert [b - a for a, b in sorted(pairs)] == [1, 2, 3, 4]
    ratio = re.search(r"(1\.\d+)…", text)
    assert ratio
    cold = {
        (0, 0),
        *((int(d * (1 + 5**0.5) / 2), int(d * (1 + 5**0.5) / 2) + d) for d in range(1, 9)),
    }
    assert pairs <= cold
    for each in small(position, 2, 12):
        assert wins(each.canonical()) == (tuple(sorted(each.piles)) not in cold)


def fibonacci(position: Position, text: str) -> None:
    numbers = [1, 2, 3, 5, 8, 13, 21, 34]
    example = re.search(r"(\d+) is (\d+) \+ (\d+) \+ (\d+)", text)
    assert example
    assert int(example[1]) == sum(int(n) for n in example.groups()[1:])
    for pile, quota in product(range(2, 35), (None, 1, 2, 3, 5, 8)):
        rest, part = pile, 0
        while rest:
            part = max(n for n in numbers if n <= rest)
            rest -= part
        at = position._replace(piles=(pile,), state=quota)
        most = min(pile, quota) if quota else pile - 1
        assert wins(at) == (part <= most)
        if part <= most:
            (move,) = [move for move in at.moves() if at.removed(move) == part]
            assert not wins(at.after(move))
        assert not (pile in numbers and most < pile and wins(at))


def middle(position: Position, text: str) -> None:
    """After the pins in the middle, two equal rows are left."""
    takes = (1, 2) if "or the two" in text else (3,) if "neighbours" in text else (2,)
    for size, taken in product(range(1, 15), takes):
        half, rest = divmod(size - taken, 2)
        if half >= 0 and rest == 0:
            left = position._replace(piles=tuple(filter(None, (half, half))))
            moves = (
                position._replace(piles=(size,)).after(m) for m in of_pile(position, size).moves()
            )
            assert left.canonical() in {each.canonical() for each in moves}
            assert not wins(left.canonical())


def laskers(position: Position, text: str) -> None:
    assert "3, 7, 11" in text
    check_values(position, lambda n: n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n)


def greedy(position: Position, text: str) -> None:
    assert "even number of largest piles" in text
    for each in small(position, 3, 4):
        largest = max(each.piles)
        assert wins(each.canonical()) == (largest > 0 and each.piles.count(largest) % 2 == 1)


def euclid(position: Position, text: str) -> None:
    assert "less than 1.618… times the smaller" in text
    for each in small(position, 2, 14):
        low, high = sorted(each.piles)
        if low:
            assert wins(each.canonical()) == (not low < high < 1.618034 * low)


def staircase(position: Position, text: str) -> None:
    assert "step 1, 3, 5 and so on" in text
    for each in small(position, 4, 2):
        assert wins(each) == (reduce(xor, each.piles[::2]) != 0)


def chomp(position: Position, text: str) -> None:
    assert "every rectangle larger than 1 × 1" in text
    for height, width in product(range(1, 4), repeat=2):
        assert wins(position._replace(piles=(width,) * height)) == (height * width > 1)
    for side in range(2, 5):  # without the second square of the diagonal, two arms are left
        assert not wins(position._replace(piles=(side, *[1] * (side - 1))))


def coins(position: Position, text: str) -> None:
    """Two, three and four coins; each number that is named is a lost pair."""
    for pair in re.findall(r"(\d+) and (\d+)", text):
        assert not wins(position._replace(piles=tuple(map(int, pair))))
    for count in (2, 3, 4):
        for squares in combinations(range(9), count):
            four = squares if count == 4 else (0, *(square + 1 for square in squares))
            lost = reduce(xor, four) == 0
            if count == 2:
                lost = squares[1] == squares[0] + 1 and squares[0] % 2 == 0
            assert wins(position._replace(piles=squares)) is not lost, squares


def hackenbush(position: Position, text: str) -> None:  # noqa: ARG001
    """Cycles become one vertex; then each vertex has the XOR of the edges above it."""
    for asked in boards.some("hackenbush", 60):
        edges = boards.board_of(asked)
        assert boards.wins("hackenbush", edges, False) == (value_at("0", edges) != 0), asked


def value_at(ground: str, edges: Sequence[Sequence[str]]) -> int:
    name = {end: end for edge in edges for end in edge}
    for i, (a, *b) in enumerate(edges):  # with another way between its ends it is on a cycle
        reached = {a}
        for _ in edges:
            for j, edge in enumerate(edges):
                if i != j and reached & {*edge}:
                    reached |= {*edge}
        if b and b[0] in reached:
            name = {end: name[a] if other == name[b[0]] else other for end, other in name.items()}

    def value(at: str, below: int) -> int:
        found = 0
        for i, edge in enumerate(edges):
            ends = {name[end] for end in edge}
            if at in ends and i != below:
                (above,) = (ends - {at}) or {at}
                found ^= 1 if above == at else 1 + value(above, i)
        return found

    return value(name.get(ground, ground), -1)


def coin_turning(position: Position, text: str) -> None:
    """Each head has the value that the text gives to its place, in a product of both."""
    odious = [n for n in range(99) if n.bit_count() % 2]
    assert "the third 4, then 7, 8, 11" in text
    assert odious[:6] == [1, 2, 4, 7, 8, 11]
    of_place: Mapping[str, Callable[[int], int]] = {
        "turtles": lambda n: n,
        "mock": lambda n: odious[n - 1],
        "ruler": lambda n: max(2**k for k in range(7) if n % 2**k == 0),
        "twins": lambda n: n - 1,
    }
    code = str(position.game.code)  # type: ignore[attr-defined]
    along, _, down = code.partition("*")
    width, height = (3, 2) if down else (6, 1)
    for pattern in product("HT", repeat=width * height):
        rows_ = ["".join(pattern[y * width : (y + 1) * width]) for y in range(height)]
        asked = {"game": "coins", "code": code, "board": ",".join(rows_)}
        values = [
            nimbers(of_place[along](x), of_place[down](y)) if down else of_place[along](x)
            for y, row in enumerate(rows_, 1)
            for x, coin in enumerate(row, 1)
            if coin == "H"
        ]
        board = boards.board_of(asked)
        assert boards.wins("coins", board, False) == (reduce(xor, values, 0) != 0), asked


@cache
def nimbers(a: int, b: int) -> int:
    """The nimber product, by its definition."""
    excluded = {
        nimbers(x, b) ^ nimbers(a, y) ^ nimbers(x, y) for x, y in product(range(a), range(b))
    }
    return next(n for n in range(16) if n not in excluded)


def geography(position: Position, text: str) -> None:  # noqa: ARG001
    """Every choice of most edges that don't meet has one at the token, or else it is lost."""
    for asked in boards.some("geography", 60):
        edges, token = boards.board_of(asked)
        every = [*matchings([*edges])]
        chosen = [each for each in every if len(each) == max(map(len, every))]
        won = all(any(token in edge for edge in each) for each in chosen)
        assert boards.wins("geography", (edges, token), False) is won, asked
        for each in chosen if won else ():
            (edge,) = [edge for edge in each if token in edge]
            left = boards.RULES["geography"]((edges, token))[frozenset(edge - {token})]
            assert not boards.wins("geography", left, False)


def matchings(edges: Sequence[frozenset[str]]) -> Iterator[frozenset[frozenset[str]]]:
    if not edges:
        yield frozenset()
        return
    first, *others = edges
    yield from matchings(others)
    for each in matchings([edge for edge in others if not edge & first]):
        yield each | {first}


def kayles_on_a_graph(position: Position, text: str) -> None:
    """Two equal parts are lost; paths and cycles are rows of another game."""
    name, game = position.game.name, GAMES[position.game.name]
    row = GAMES["dawsons-chess" if "Dawson's chess" in text else "dawsons-kayles"]
    taken = re.search(r"the path of n - (\d)", text)
    assert taken
    for n in range(1, 11):
        path = "-".join(map(str, range(1, n + 1)))
        assert wins(game.position((), board=path)) == wins(row.position([n])), n
        if n > 2:
            left = row.position([n - int(taken[1])])
            assert wins(game.position((), board=f"{path}-1")) is not wins(left)
    for asked in boards.some(name, 20, 5):
        edges = [*filter(None, asked["board"].split(","))]
        other = ["-".join(f"z{end}" for end in edge.split("-")) for edge in edges]
        assert not game.position((), board=",".join([*edges, *other])).wins(), asked


def cram(position: Position, text: str) -> None:  # noqa: ARG001
    for height, width in product(range(1, 5), repeat=2):
        squares = boards.cells(",".join(["_" * width] * height), "_")
        if len(squares) > 12:
            continue
        if height % 2 == width % 2 == 0:
            assert not boards.wins("cram", squares, False)
        elif height % 2 != width % 2:
            middle = {
                (x, y) for x, y in squares if abs(2 * x - width + 1) + abs(2 * y - height + 1) <= 1
            }
            assert len(middle) == 2
            assert not boards.wins("cram", squares - middle, False)
    for asked in boards.some("cram", 20, 4):
        squares = boards.board_of(asked)
        assert not boards.wins("cram", squares | {(x + 6, y) for x, y in squares}, False)


CLAIMS: Mapping[str, Callable[[Position, str], None]] = {
    "Leave two coins on neighbouring squares": coins,
    "Divide each pile by": divided,
    "count the 1s in each column": columns,
    "Leave nothing, or one of the pairs": wythoff,
    "Write the pile as a sum of Fibonacci numbers": fibonacci,
    "From a single": middle,
    "is worth a pile of Nim that is larger by one": laskers,
    "Leave an even number of largest piles": greedy,
    "the golden ratio: the opponent": euclid,
    "Only every other step counts": staircase,
    "The first player wins from every rectangle": chomp,
    "Give each vertex a value, from the top down": hackenbush,
    "Each head has its own value": coin_turning,
    "Choose as many edges as you can of which no two meet": geography,
    "Parts that no edge joins are independent": kayles_on_a_graph,
    "turn each move of the opponent by half": cram,
}
"""How to check what a text says, by some of its words."""

NOT_PLAYED = {
    "grundys-game": "the text names no move: it says that no formula is known",
    "growing": "the text names no move: it says how to find one, which `wins` does",
}
"""Games whose text isn't played, each with the reason."""


def of_values(position: Position, value: Callable[[int], int], largest: int = 9) -> None:
    """Whether misère play is that of Nim with these values of the piles."""
    for each in small(position, 2, largest):
        values = [value(pile) for pile in each.piles]
        lost = sum(values) == 1 if max(values) <= 1 else reduce(xor, values) == 0
        assert wins(each.canonical()) is not lost, each


def misere_divided(position: Position, text: str) -> None:
    by = [int(number) for number in re.findall(r"(?:Divide each pile|divide that) by (\d+)", text)]
    if "play Nim with the remainders" in text:
        of_values(position, lambda pile: pile % by[0])
        assert "lost if the remainder is 1" in text
        for pile in range(20):
            assert wins(of_pile(position, pile).canonical()) is not (pile % by[0] == 1)
    elif len(by) == 1:
        of_values(position, lambda pile: pile // by[0])
    else:
        of_values(position, lambda pile: pile % by[0] // by[1])


def misere_columns(position: Position, text: str) -> None:
    by = re.search(r"number of 1s that is divisible by (\d+)", text)
    modulus = int(by[1]) if by else 2
    end = (
        f"is by one larger than a multiple of {modulus}." if by else "leave an odd number of those."
    )
    assert text.endswith(end)
    for each in small(position, 3, 4):
        sums = [sum(pile >> place & 1 for pile in each.piles) % modulus for place in range(3)]
        lost = sum(each.piles) % modulus == 1 if max(each.piles) <= 1 else not any(sums)
        assert wins(each.canonical()) is not lost, each


def misere_wythoff(position: Position, text: str) -> None:
    named = [(int(a), int(b)) for a, b in re.findall(r"(\d+) and (\d+)(?=,| and so on)", text)]
    assert named == [(0, 1), (2, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    for each in small(position, 2, 13):
        assert wins(each.canonical()) is (tuple(sorted(each.piles)) not in named)


def misere_fibonacci(position: Position, text: str) -> None:
    assert "21 is 1 more than 13 + 5 + 2" in text
    for pile, quota in product(range(2, 30), (None, 1, 2, 3, 5, 8)):
        rest, part = pile - 1, 0
        while rest:
            part = max(n for n in (1, 2, 3, 5, 8, 13, 21) if n <= rest)
            rest -= part
        at = position._replace(piles=(pile,), state=quota)
        most = min(pile, quota) if quota else pile - 1
        assert wins(at) == (part <= most), (pile, quota)


def misere_greedy(position: Position, text: str) -> None:
    assert "larger than 1, and an odd number of piles of one" in text
    for each in small(position, 3, 4):
        count = each.piles.count(max(each.piles))
        lost = sum(each.piles) % 2 == 1 if max(each.piles) <= 1 else count % 2 == 0
        assert wins(each.canonical()) is not lost, each


def misere_euclid(position: Position, text: str) -> None:
    assert "equal, or of which the larger is less than 1.618… times" in text
    for each in small(position, 2, 14):
        low, high = sorted(each.piles)
        if low:
            assert wins(each.canonical()) == (high >= 1.618034 * low)


def misere_staircase(position: Position, text: str) -> None:
    assert "step 1, 3, 5 and so on" in text
    for each in small(position, 4, 2):
        steps = each.piles[::2]
        lost = sum(steps) == 1 if max(steps) <= 1 else reduce(xor, steps) == 0
        assert wins(each) is not lost, each


def misere_laskers(position: Position, text: str) -> None:
    assert "3, 7, 11 and so on is worth a pile of Nim that is larger" in text
    of_values(position, lambda n: n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n)


MISERE_CLAIMS: Mapping[str, Callable[[Position, str], None]] = {
    "Divide each pile by": misere_divided,
    "count the 1s in each column": misere_columns,
    "Leave 0 and 1, 2 and 2, or": misere_wythoff,
    "Write the pile without one of its objects": misere_fibonacci,
    "an even number of largest piles as long as these": misere_greedy,
    "Leave two piles that are equal": misere_euclid,
    "Only every other step counts": misere_staircase,
    "is worth a pile of Nim that is larger by one": misere_laskers,
}
"""The same of texts about misère play."""


@rows(("name", "query"), [page for page in PAGES if "misere" in page[1]])
def test_who_plays_as_the_page_says_wins_misere_play(name: str, query: str) -> None:
    """A text for normal play is under a heading that says so, and has its own test."""
    position, _ = page(name, query)
    facts_of = told(name, query)
    if not facts_of["strategy"] or facts_of["of_normal"]:
        normal = told(name, query.replace("misere=true", "").strip("&"))
        assert facts_of["strategy"] == normal["strategy"]
        return
    text = str(facts_of["strategy"])
    checks = [check for words, check in MISERE_CLAIMS.items() if words in text]
    assert len(checks) == 1, "add a player to MISERE_CLAIMS, by some of the words"
    checks[0](position, text)


def test_a_heading_promises_what_the_text_holds(client: Client) -> None:
    for path, says in [
        ("/solve/nim?misere=true", "How to win"),
        ("/solve/kayles?misere=true", "How to win where the last move wins"),
        ("/solve/kayles", "How to win"),
    ]:
        found = re.search(r'id="strategy-title">([^<]*)<', client.get(path).text)
        assert found
        assert found[1] == says, path


@rows(("name", "query"), [page for page in PAGES if "misere" not in page[1]])
def test_who_plays_as_the_page_says_wins(name: str, query: str) -> None:
    position, _ = page(name, query)
    text = str(told(name, query)["strategy"])
    assert not re.search(r"[{}]", text)
    checks = [check for words, check in CLAIMS.items() if words in text]
    wanted = "add a player to CLAIMS, by some of the words, or a reason to NOT_PLAYED"
    assert bool(checks) is (text != "" and name not in NOT_PLAYED), wanted
    for check in checks:
        check(position, text)


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
