"""What docs/games/ says of each game: a position to begin with, how to win, and who found out.

A file begins with lines such as `section: The columns`, between two lines of three hyphens:

- `example`: a position, as the query of a request
- `section`: the section of docs/theory that is about the game
- `source`: who found the theory, and where it was published
- `title KEY`: what the game's title says of a key, such as "at most {max_remove} at a time"

The text that follows says how to win. A section whose heading is the name of a key replaces it: its
first paragraph is the rule with this key, and the rest says how to win then. All of it is optional,
and so is the file.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from ..game.game import Game
from ..paths import project_file

FOLDER = project_file("docs/games")

SECTION = "Every game is Nim"
"""The section of the theory about a game of which no file says so."""


class GameText(NamedTuple):
    """What is said of a game."""

    lines: Mapping[str, str]
    """The lines between the hyphens, by their names."""

    strategy: str = ""
    sections: Mapping[str, tuple[str, str]] = {}
    """The rule and the strategy with a key, by its name."""

    @property
    def example(self) -> Mapping[str, str]:
        """A position to begin with, as the parameters of a query."""
        pairs = filter(None, self.lines.get("example", "").split("&"))
        return dict(pair.split("=", 1) for pair in pairs)

    @property
    def section(self) -> str:
        """The section of the theory."""
        return self.lines.get("section", SECTION)

    @property
    def source(self) -> str:
        """Who found the theory, and where it was published."""
        return self.lines.get("source", "")

    def title(self, game: type[Game], keys: Mapping[str, str]) -> str:
        """The title of a game with these keys.

        >>> from service.game.games import GAMES
        >>> text_of("nim").title(GAMES["nim"], {"max_remove": "3"})
        'Nim (at most 3 at a time)'
        """
        words = [
            self.lines.get(f"title {key}", f"{key.replace('_', ' ')} {{{key}}}") for key in keys
        ]
        title = game.title.replace("'", "’")
        return f"{title} ({_filled(', '.join(words), keys)})" if keys else title

    def rule(self, game: type[Game], keys: Mapping[str, str]) -> str:
        """The rule of a game with these keys, in a few sentences."""
        rules = [self.sections[key][0] for key in keys if key in self.sections]
        return _filled(" ".join(rules), keys) if rules else game.rule

    def how_to_win(self, keys: Iterable[str]) -> str:
        """How to win with these keys, in a few sentences; nothing where no text says so."""
        replacing = [key for key in keys if key in self.sections and key not in self.example]
        if not replacing:
            return self.strategy
        return self.sections[replacing[0]][1] if len(replacing) == 1 else ""


@cache
def text_of(name: str) -> GameText:
    """The text of a game.

    >>> text_of("moore").example
    {'piles': '3,4,5', 'max_piles': '2'}
    >>> text_of("nothing").section
    'Every game is Nim'
    """
    path = FOLDER / f"{name}.md"
    return parse(path.read_text("utf-8")) if path.exists() else GameText({})


def parse(text: str) -> GameText:
    """Parse a file.

    >>> parse('''---
    ... source: Bouton
    ... ---
    ... Play well.
    ...
    ... ## max_remove
    ...
    ... Take few.
    ... ''').sections
    {'max_remove': ('Take few.', '')}
    """
    _, head, body = text.split("---\n", 2)
    lines = dict(line.split(": ", 1) for line in head.splitlines())
    strategy, *parts = body.split("\n## ")
    sections = {}
    for part in parts:
        key, _, rest = part.partition("\n")
        rule, _, how = rest.strip().partition("\n\n")
        sections[key.strip()] = rule, how
    return GameText(lines, strategy.strip(), sections)


def _filled(text: str, keys: Mapping[str, str]) -> str:
    """A text with the values of keys in place of their names.

    >>> _filled("{numbers} {other}", {"numbers": "proper-divisors"})
    'proper divisors {other}'
    """
    for key, value in keys.items():
        text = text.replace(f"{{{key}}}", value.replace("-", " ").replace(",", ", "))
    return text
