"""Who plays as a page says wins, whatever the opponent does.

Nothing here asks the service who wins: everything is played out, by legal moves alone. Every game
is tested with each key and with all keys that go together, in both conventions.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import combinations, product
from operator import xor

from werkzeug.test import Client

from service.game.games import GAMES
from service.game.position import Position
from tests.support import boards
from tests.support.played_out import small, wins
from tests.support.rows import rows
from tests.web.told_pages import PAGES, of_pile, page, told


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
