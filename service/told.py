"""What people are told of each game besides its title and its rule: docs/games/NAME.md.

A file begins with lines such as `section: The columns`, between two lines of three hyphens:

- `example`: a position, as the query of a `GET /move`, and `class`: N or P, who wins it
- `move`: what a move does, in a few words
- `section`: the section of docs/theory that is about the game
- `source`: who found the theory, and where it was published
- `card`: the picture on the page to play on, of a game that has one there
- `boards`: of a game on a board, positions to begin with on the pages, with `; ` between them
- `whatever`: optional keys with which the text below is as true as without them

The text that follows says how to win. With other optional keys a section takes its place whose
heading has these keys, such as `## min_remove, max_remove`, with `misere` if it is about misère
play; without a section nothing is said. A sum of keys in braces, such as `{max_remove + 1}`,
becomes its value.

The section `## Names` is a table of the names by which people ask for the game. The query of each
is the position of an example; "such as" says that the keys are an example too. A name has at most
40 characters, as `LONGEST_NAME` of api/nearest.py says. All of it is optional, and so is the file.
The names of games that only a program can give are in docs/games/README.md.

docs/concepts.md, the titles and words in scripts, and the lists in openapi.yaml are made from these
files and from the classes of the games: `make told`.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from inspect import Parameter, signature
from itertools import chain
from typing import Any, NamedTuple, get_args, get_origin
from unicodedata import combining, normalize

from .game.game import Game
from .game.games import GAMES
from .game.words.wording import listed
from .paths import project_file

FOLDER = project_file("docs/games")

SECTION = "Every game is Nim"
"""The section of the theory about a game of which no file says so."""

NAMES = "Names"
"""The heading of the other names."""

Query = Mapping[str, str]


class OtherName(NamedTuple):
    """A name by which people ask for a game."""

    name: str
    query: Query
    """An example, as the query of a request, without the game."""

    piles: str
    """What the piles of the example are."""

    position_class: str
    """N or P: who wins the example."""

    is_example: bool
    """Whether the keys are those of one game of many that have the name."""

    def keys(self, game: type[Game]) -> Mapping[str, Any]:
        """The keys that make the game, with the convention if that is misère play."""
        lists = {key for key, each in signature(game.of).parameters.items() if _is_list(each)}
        return {
            key: value_of(text, key in lists)
            for key, text in self.query.items()
            if key not in ("piles", "board")
        }


class Told(NamedTuple):
    """What people are told of a game."""

    lines: Mapping[str, str]
    """The lines between the hyphens, by their names."""

    strategies: Mapping[frozenset[str], str] = {}
    """How to win, by the optional keys that are given."""

    names: tuple[OtherName, ...] = ()

    @property
    def example(self) -> Query:
        """A position to begin with, as the parameters of a query."""
        return parse_query(self.lines.get("example", ""))

    @property
    def boards(self) -> list[str]:
        """Boards to begin with."""
        return [*filter(None, self.lines.get("boards", "").split("; "))]

    @property
    def section(self) -> str:
        """The section of the theory."""
        return self.lines.get("section", SECTION)

    def how_to_win(self, game: type[Game], keys: Mapping[str, str], misere: bool = False) -> str:
        """How to win with these keys, in a few sentences; nothing if no text says so.

        >>> told_of("nim").how_to_win(GAMES["nim"], {"max_remove": "3"})[:19]
        'Divide each pile by'
        """
        whatever = {key.strip() for key in self.lines.get("whatever", "").split(",")}
        optional = frozenset(key for key in keys if not game.keys[key]) - whatever
        optional |= {"misere"} if misere else set()
        return filled(self.strategies.get(optional, ""), keys)


@cache
def told_of(name: str) -> Told:
    """What people are told of a game.

    >>> told_of("moore").example
    {'piles': '3,4,5', 'max_piles': '2'}
    >>> told_of("nothing").section
    'Every game is Nim'
    """
    path = FOLDER / f"{name}.md"
    return parse(path.read_text("utf-8")) if path.exists() else Told({})


def parse(text: str) -> Told:
    """Parse a file.

    >>> told = parse('''---
    ... source: Bouton
    ... ---
    ...
    ... Play well.
    ...
    ... ## max_remove
    ...
    ... Take few.
    ... ''')
    >>> told.strategies[frozenset()], told.strategies[frozenset({"max_remove"})]
    ('Play well.', 'Take few.')
    """
    _, head, body = text.split("---\n", 2)
    lines = dict(line.split(": ", 1) for line in head.splitlines())
    strategy, *parts = f"\n{body}".split("\n## ")
    sections = dict(part.split("\n", 1) for part in parts)
    names = tuple(_names(sections.pop(NAMES, "")))
    strategies = {frozenset(heading.split(", ")): how for heading, how in sections.items()}
    every = {frozenset[str](): strategy, **strategies}
    return Told(
        lines, {keys: " ".join(how.split("\n")).strip() for keys, how in every.items()}, names
    )


def _names(table: str) -> Iterable[OtherName]:
    """The rows of a table of names."""
    row = re.compile(r"\| ([^|]+?) +\| (such as )?`([^`]+)` +\| ([^|]+?) +\| ([NP]) +\|")
    for name, such_as, query, piles, wins in _rows(table, row):
        yield OtherName(name, parse_query(query), piles, wins, bool(such_as))


def _rows(text: str, row: re.Pattern[str]) -> Iterable[tuple[Any, ...]]:
    """The rows of the table in a text, below its heading. Raises ValueError for any other row."""
    for line in [line for line in text.splitlines() if line.startswith("|")][2:]:
        if not (found := row.fullmatch(line)):
            raise ValueError(f"this row of a table can't be read: {line}")
        yield found.groups()


def parse_query(text: str) -> Query:
    """A query as a mapping, in which lists are still texts."""
    return dict(pair.split("=", 1) for pair in text.split("&") if pair)


def parse_sum(text: str) -> list[Query]:
    """The components of a sum as queries, by the text of its example.

    >>> parse_sum("3,4+kayles:7")
    [{'piles': '3,4'}, {'game': 'kayles', 'piles': '7'}]
    """
    parts = [component.rpartition(":") for component in text.split("+")]
    return [{**({"game": game} if game else {}), "piles": piles} for game, _, piles in parts]


def _is_list(key: Parameter) -> bool:
    """Whether the type of a key is a sequence, or a sequence or None."""
    types = (key.annotation, *get_args(key.annotation))
    return any(get_origin(each) is Sequence for each in types)


def value_of(text: str, is_list: bool = False) -> Any:
    """The value of a key in a query, whose lists have numbers.

    >>> value_of("1", is_list=True), value_of("true"), value_of("20"), value_of("0.007")
    ([1], True, 20, '0.007')
    """
    if is_list:
        return [*map(int, text.split(","))]
    if text == "true":
        return True
    return int(text) if text.isdigit() else text


def filled(text: str, keys: Mapping[str, str]) -> str:
    """A text with the values of sums of keys in their places.

    >>> filled("by {min_remove + max_remove}, {other}", {"min_remove": "2", "max_remove": "3"})
    'by 5, {other}'
    """

    def value(found: re.Match[str]) -> str:
        terms = [keys.get(term, term) for term in found[1].split(" + ")]
        return str(sum(map(int, terms))) if all(map(str.isdigit, terms)) else found[0]

    return re.sub(r"\{([^{}]+)\}", value, text)


# --- Names, whatever the case ---------------------------------------------------------------------


def hint(game: str, also: OtherName | None = None) -> str:
    """What to send for a name, as the end of a sentence.

    >>> hint("kayles")
    'game kayles'
    >>> hint("nim", next(each for each in told_of("nim").names if each.name == "Bachet's game"))
    'game nim with keys such as max_remove 10; piles: what is missing from 100'
    """
    if also is None:
        return f"game {game}"
    keys = also.keys(GAMES[game])
    texts = [f"{key} {json.dumps(value).strip(chr(34))}" for key, value in keys.items()]
    such_as = "keys such as " if also.is_example else ""
    made = f" with {such_as}{listed(texts)}" if texts else ""
    place = GAMES[game].main_key
    piles = "" if also.piles in ("the piles", "the rows") else f"; {place}: {also.piles}"
    return f"game {game}{made}{piles}"


def short_names(name: str) -> list[str]:
    """A name in lower case, also without its accents, "the", "game of", "game" and "'s Nim".

    The whole name comes first. A name that is sent is known if one of these is one of a known name.

    >>> short_names("Bachet's game"), short_names("The 21 game")
    (["bachet's game", 'bachet'], ['the 21 game', '21 game'])
    >>> short_names("Game of Nim"), short_names("1D Treblecross")
    (['game of nim', 'nim'], ['1d treblecross', 'treblecross'])
    >>> short_names("Misère play")
    ['misère play', 'misere play', 'misere']
    """
    lower = name.lower().replace("\u2019", "'").strip()
    plain = "".join(each for each in normalize("NFD", lower) if not combining(each))
    shorter = re.sub("^((the )?game of |the |1d |one-dimensional )", "", plain)
    shortest = re.sub("( game| play|'s nim)$", "", shorter).removesuffix("'s")
    found = [lower, plain, shorter, *([shortest] if len(shortest) > len("nim") else [])]
    return [*dict.fromkeys(found)]


@cache
def by_program() -> Mapping[str, str]:
    """The games that the service doesn't know and a program can give, with what a position is.

    >>> by_program()["Notakto"]
    'the boards without three in a row; misère'
    """
    row = re.compile(r"\| ([^|]+?) +\| ([^|]+?) +\|")
    return dict(_rows((FOLDER / "README.md").read_text("utf-8"), row))


GIVE = 'a program can send its graph; see "Any game in five lines" in docs/recipes.md'
"""What to do for a game of that table."""


def _known() -> Mapping[str, str]:
    """Each name of a game but those of requests, in lower case, with what to send for it."""
    found = {
        short: hint(name, also)
        for name in GAMES
        for also in told_of(name).names
        for short in short_names(also.name)
    }
    for name, game in GAMES.items():
        for title in (*short_names(game.title), name):
            found.setdefault(title, hint(name))
    for short in chain.from_iterable(map(short_names, by_program())):
        found.setdefault(short, GIVE)
    return found


KNOWN = _known()
"""Names of games that people send, and what to send for each."""

_BY_LETTERS = {re.sub(r"[\W_]", "", name): name for name in reversed([*KNOWN])}


def spellings(name: str) -> Iterable[str]:
    """The known names that have the letters and digits of a name, or of a shorter one.

    >>> [*spellings("Treble-Cross")], [*spellings("3-nim")]
    (['treblecross'], [])
    """
    for short in short_names(name):
        if known := _BY_LETTERS.get(re.sub(r"[\W_]", "", short)):
            yield known
