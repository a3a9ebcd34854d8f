"""The pages for people, and the files that they load."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from ..api.files import CONTENT_TYPES, File
from ..game.game import Game
from ..game.games import GAMES
from ..operations.positions import PositionGraphRequest, PositionsRequest
from ..operations.values import ValuesRequest
from ..paths import project_file
from ..told import told_of
from .game_page import facts, given
from .markdown import anchor, as_html, inline
from .played import PLAY as TO_PLAY
from .played import SOLVE, Played, address_of, read_address
from .reference import Reference

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
THEORY = project_file("docs/theory")
THEORY_PARTS = ("nim", "games", "take-and-break", "boards", "nimbers", "sources")
"""The files in docs/theory/, which make one page in this order."""

VERSION_LENGTH = 12
VERSION = rf"[0-9a-f]{{{VERSION_LENGTH}}}"


class Page(NamedTuple):
    """A page: its template, the script that makes it work, and its style sheets in their order."""

    template: str
    script: str | None = None
    styles: tuple[str, ...] = ()


PLAY = Page(
    "play",
    "pages/play/play.js",
    (
        "core/boards.css",
        "core/on-board.css",
        "core/pictures.css",
        "core/explain.css",
        "pages/play/play.css",
    ),
)
GAME = Page("game", PLAY.script, PLAY.styles)
READ = GAME._replace(script=None)
"""The page of a position that is too large for a board: text."""

SET = Page("set", "pages/set/set.js", ("core/boards.css", "core/on-board.css", "pages/set/set.css"))
MISSING = Page("missing")

ADDRESSES = {
    "/": PLAY,
    "/play": Page("games", None, ("pages/games/games.css",)),
    "/learn": Page(
        "learn",
        "pages/learn/learn.js",
        ("core/boards.css", "core/explain.css", "pages/learn/learn.css"),
    ),
    "/see": Page("see", "pages/see/see.js", ("pages/see/see.css",)),
    "/theory": Page("theory", None, ("pages/theory/theory.css",)),
    "/sheet": Page(
        "sheet",
        "pages/sheet/sheet.js",
        ("core/pictures.css", "core/on-board.css", "pages/sheet/sheet.css"),
    ),
    "/embed": PLAY,
    "/docs": Page("docs", "pages/docs/docs.js", ("pages/docs/docs.css",)),
}
"""The pages by their addresses. `/embed` is the page to play on with only the board."""

SET_PATH = "/play/set"
"""The page of a set for a class, among the addresses of games."""

OTHER_PURPOSES = {"set": SET} | {each: ADDRESSES[f"/{each}"] for each in ("embed", "sheet", "see")}
"""The pages that are about a position without being its own, by what their addresses begin with."""

SHORT_PATHS = {"/play/today": "../#today"}
"""Addresses that people type for a page, and where it is from there."""

EVERYWHERE = ("core/base.css", "core/controls.css")
"""The style sheets that every page begins with."""

DRAWN = 30
"""Objects of a pile that are drawn, as in static/core/boards.js."""

OTHER_BOARDS = {"wythoff", "chomp", "welter", "sum"}
"""Games of removals that have another board than piles: see static/core/games.js."""

NUMBERS = "".join(
    f'[data-{name}="{n}"]{{--{name}:{n}}}\n'
    for name, most in {"widest": DRAWN, "piles": 16}.items()
    for n in range(1, most + 1)
).encode()
"""Styles that let a page say a number in its HTML, in which the policy allows no styles."""

ROOT_FILES = {"/favicon.ico": "favicon.ico"}
"""The files that browsers look for at the root, not among the static ones."""

PAGES_KEPT = 2 * (len(ADDRESSES) + 1)
"""Pages that are kept: all under two names of the service; clients can write any."""

GAMES_KEPT = 32
"""Pages of games and positions that are kept, of about 50 kB, 150 with very many legal moves."""

BEST_KNOWN = ("nim", "kayles", "wythoff", "chomp", "fibonacci", "grundys-game")
"""The games whose cards come first, in this order; the others are in the order of the games."""

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"

DEEPEST = 16
"""Most slashes in an unknown address for which the page is made with links of its own."""

CSP = "Content-Security-Policy"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frames};"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)

_UNREAD = re.compile(
    r"""^[ ]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)$|[ ]+// [^\n"'`]*$|^[ ]+""",
    re.MULTILINE | re.DOTALL,
)
"""What no browser reads in a script: comments that are lines or end one, and indentation."""

_UNREAD_IN_STYLES = re.compile(rb"/\*.*?\*/|^[ ]+", re.MULTILINE | re.DOTALL)

_IMPORT = re.compile(r'^import [^;]* from "(.+)";$', re.MULTILINE)


def imported(start: str, modules: Mapping[str, str]) -> list[str]:
    """All modules that a module imports, directly or indirectly, except itself.

    >>> imported("a/b.js", {"a/b.js": 'import { c } from "../c.js";', "c.js": ""})
    ['c.js']
    """
    found: set[str] = set()
    waiting = {start}
    while waiting:
        found |= waiting
        names = {urljoin(each, name) for each in waiting for name in _IMPORT.findall(modules[each])}
        waiting = names - found
    return sorted(found - {start})


class Pages:
    """The pages and their files, read when the application is made."""

    def __init__(
        self, embed_origins: tuple[str, ...] = ("*",), contract: Callable[[], Any] = dict
    ) -> None:
        """`embed_origins` are the sites that may frame `/embed`; `("*",)` means all sites.

        `contract` returns the contract for `/docs`, and is called when a client first requests it.
        """
        self._embed_origins = embed_origins
        self._contract = contract
        self._theory = _theory()
        self.files: dict[str, File] = {
            path.relative_to(STATIC).as_posix(): _script(path)
            if path.suffix == ".js"
            else File.read(path)
            for path in sorted(STATIC.rglob("*"))
            if path.suffix in CONTENT_TYPES
        }
        for page in (*ADDRESSES.values(), GAME, SET, MISSING):
            self._join_styles(page)
        self._templates = Environment(
            loader=DictLoader(
                {path.name: path.read_text("utf-8") for path in TEMPLATES.glob("*.html")}
            ),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "markdown": _markdown,
            "inline": _inline,
            "anchor": anchor,
        }
        self.page = lru_cache(maxsize=PAGES_KEPT)(self._page)
        self.game = lru_cache(maxsize=GAMES_KEPT)(self._game)
        self.sitemap = lru_cache(maxsize=4)(self._sitemap)

    def _page(self, path: str, root: str = "") -> File:
        """The page at a path, as the service at the address `root` sends it."""
        page, up = (SET, "../") if path == SET_PATH else (ADDRESSES[path], "")
        first = {"given": given(read_address("/play/nim/3,4,5", ""))} if page is PLAY else {}
        return File(lambda: self._rendered(page, path, up, root, **first), CONTENT_TYPES[".html"])

    def _game(self, played: Played, root: str, up: str) -> File:
        """The page of a game or of a position of it; `up` leads from its address to the root."""
        game = played.position.game
        if other := OTHER_PURPOSES.get(played.purpose):
            first = {"given": given(played)}
            return File(
                lambda: self._rendered(other, f"/{played.purpose}", up, root, **first),
                CONTENT_TYPES[".html"],
            )
        has_lessons = f"lessons/{game.name}.js" in self.files
        lesson, painted = game.name if has_lessons else "any-game", _painted(played)
        page = GAME if played.fits else READ
        return File(
            lambda: self._rendered(
                page, None, up, root, lesson=lesson, painted=painted, **facts(played)
            ),
            CONTENT_TYPES[".html"],
        )

    def _sitemap(self, root: str) -> File:
        """The addresses of the pages and of the games, for search engines."""
        paths = [path.lstrip("/") for path in ADDRESSES if path != "/embed"]
        paths += [address_of(game, purpose=each) for game in GAMES for each in (TO_PLAY, SOLVE)]
        urls = "".join(f"<url><loc>{escape(root + path)}</loc></url>" for path in paths)
        text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAP}">{urls}</urlset>'
        return File(text.encode, "application/xml")

    def _rendered(self, page: Page, path: str | None, up: str, root: str, **more: Any) -> bytes:
        """A page as HTML; `up` leads from its address to the service's root.

        The addresses of its files have the version, so that browsers may keep them.
        """
        template = self._templates.get_template(f"{page.template}.html")
        return template.render(
            path=path,
            up=up,
            root=root,
            static=f"{up}static/{self.version}/",
            style=_joined(page),
            script=page.script,
            preloads=imported(page.script, self._modules) if page.script else [],
            files=f"static/{self.version}/",
            reference=self._reference if page.template == "docs" else None,
            theory=self._theory,
            games=GAMES,
            cards=cards(),
            mapped=[name for name, game in GAMES.items() if _has_map(game)],
            valued=[name for name, game in GAMES.items() if ValuesRequest.takes(game)],
            **more,
        ).encode()

    def _join_styles(self, page: Page) -> None:
        """Join a page's style sheets.

        On a slow line, each additional request can cost a round trip.
        """
        content = b"\n".join(self.files[name].content for name in (*EVERYWHERE, *page.styles))
        self.files[_joined(page)] = File(
            lambda: _UNREAD_IN_STYLES.sub(b"", content) + NUMBERS, CONTENT_TYPES[".css"]
        )

    def missing(self, path: str, near: str | None, why: str = "") -> bytes:
        """The page for an unknown address: why it is none, and the path that is probably meant."""
        return self._missing(min(path.count("/") - 1, DEEPEST), near, why)

    @lru_cache(maxsize=DEEPEST + 1)  # noqa: B019  # pages live as long as the process
    def _missing(self, depth: int, near: str | None, why: str) -> bytes:
        return self._rendered(MISSING, None, "../" * depth, "", near=near, why=why)

    def headers(self, path: str | None) -> list[tuple[str, str]]:
        """The headers of a page, with an empty X-Frame-Options if other sites may frame it."""
        framed = path in {"/embed", "/embed/"}
        frames = " ".join(self._embed_origins) if framed else ""
        policy = (CSP, _POLICY.format(frames=frames or "'none'"))
        return [policy, ("X-Frame-Options", "")] if frames else [policy]

    @cached_property
    def version(self) -> str:
        """A digest of the contents of all files together."""
        names = "".join(file.digest for file in self.files.values())
        return sha256(names.encode()).hexdigest()[:VERSION_LENGTH]

    @cached_property
    def _reference(self) -> Reference:
        """The contents of the page that documents the contract."""
        return Reference(self._contract())

    @cached_property
    def _modules(self) -> Mapping[str, str]:
        scripts = [name for name in self.files if name.endswith(".js")]
        return {name: self.files[name].content.decode() for name in scripts}

    def find(self, name: str) -> File | None:
        """Find a file by its name, perhaps after a version.

        A page of another release uses the file names of its version.
        """
        version, _, rest = name.partition("/")
        return self.files.get(rest if re.fullmatch(VERSION, version) else name)

    def is_current(self, name: str) -> bool:
        """Whether an address has the current version, so that the file there never changes."""
        return name.partition("/")[0] == self.version


class Card(NamedTuple):
    """A game as a card on a page."""

    title: str
    move: str
    """What a move does, in a few words."""

    picture: str
    """The picture of one of the best known games, which come first; of others, none."""


def cards() -> Mapping[str, Card]:
    """All games as cards, by their names, the best known ones first."""
    made = {}
    for name in dict.fromkeys((*BEST_KNOWN, *GAMES)):
        game = GAMES[name]
        lines = told_of(name).lines
        move = lines.get("move", f"{game.rule.split('. ')[0].rstrip('.')}.")
        title = game.title.replace("'", "’")
        made[name] = Card(title, move, lines.get("card", ""))
    return made


def _script(path: Path) -> File:
    """A script without its comments, which are removed when a client first requests a page."""
    script = path.read_text("utf-8")
    return File(lambda: without_comments(script).encode(), CONTENT_TYPES[".js"])


def without_comments(script: str) -> str:
    r"""Remove comments that are lines or end one, and indentation, a third of a script.

    Each line keeps its number.

    >>> without_comments("// Why.\na(/** @type {B} */ (b));\n/**\n * What.\n */\n  c(); // That.\n")
    '\na(/** @type {B} */ (b));\n\n\n\nc();\n'
    """
    return _UNREAD.sub(lambda found: "\n" * found[0].count("\n"), script)


def _painted(played: Played) -> Sequence[int] | None:
    """The piles of a position that a page draws before its scripts run, as they will."""
    game, piles = played.position.game, played.position.piles
    is_piles = game.form in {"removal", "removals"} and game.name not in OTHER_BOARDS
    return piles if is_piles and 0 < max(piles, default=0) <= DRAWN else None


def _theory() -> str:
    """The whole theory as one document, in which links between its files stay on the page.

    Its examples import this package, whose name is another one if it is installed.
    """
    parts = [(THEORY / f"{name}.md").read_text("utf-8") for name in THEORY_PARTS]
    text = "".join(part[part.index("\n## ") :] for part in parts)
    text = text.replace(">>> from service.", f">>> from {__name__.partition('.')[0]}.")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    contents = "\n".join(f"- [{heading}](#{anchor(heading)})" for heading in headings)
    return re.sub(r"\]\([\w/-]+\.md#", "](#", f"# The mathematics of Nim\n\n{contents}\n{text}")


def _has_map(game: type[Game]) -> bool:
    """Whether the service gives a game's graph and its lost positions, which a map has."""
    return PositionGraphRequest.takes(game) and PositionsRequest.takes(game)


def _joined(page: Page) -> str:
    """The name of a page's one style sheet."""
    return f"styles/{page.template}.css"


def _markdown(text: str, heading: str = "h3") -> Markup:
    return Markup(as_html(text, heading))  # noqa: S704  # it escapes what it gets


def _inline(text: str) -> Markup:
    return Markup(inline(text))  # noqa: S704  # it escapes what it gets
