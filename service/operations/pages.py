"""The pages for people, and the files that they load."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import parse_qs, urlencode
from wsgiref.types import WSGIEnvironment
from wsgiref.util import application_uri

from ..api.errors import InvalidRequest
from ..api.flask_views import MissingPage
from ..api.header_lists import list_in
from ..api.nearest import nearest
from ..api.operation import FileOperation, Find, Operation
from ..api.request_types import example_of, keys_of
from ..api.requests import QueryReader
from ..api.responses import FOREVER, REVALIDATE, fresh_response
from ..game.errors import InputError
from ..game.game import Game, Position
from ..game.games import GAMES
from ..server.responses import Response
from ..settings import Config
from ..web.cards import card
from ..web.files import CONTENT_TYPES, File
from ..web.game_page import Played
from ..web.game_texts import text_of
from ..web.pages import ADDRESSES, ROOT_FILES, Pages, prefers_page
from ..web.qr import qr_picture
from .contract import CONTRACT, parse
from .position import PilesRequest, valid_position

STATIC_PATH = "/static/"
PLAY_PATH = "/play/"
CARD = "card.png"

MAX_PILES = 16
"""Piles in an address: as many as the pages play with."""

_PILES = re.compile(rf"[0-9]{{1,4}}(,[0-9]{{1,4}}){{0,{MAX_PILES - 1}}}")

MAX_QUERY = 1_000  # characters of a query that are read

_READER = QueryReader(PilesRequest)


def operations(config: Config) -> list[Operation]:
    """The pages and their files, whose paths are in service/web/pages.py."""
    pages = pages_of(config.embed_origins)

    def page(path: str) -> Find:
        return lambda environ: pages.page(path, root_of(environ))

    def root_file(name: str) -> Find:
        return lambda _: pages.files[name]

    def name_of(environ: WSGIEnvironment) -> str:
        path: str = environ["PATH_INFO"]
        return path.removeprefix(STATIC_PATH)

    def static_file(environ: WSGIEnvironment) -> File | None:
        name = name_of(environ)
        if name == "qr.svg":
            (link, *_) = parse_qs(environ["QUERY_STRING"]).get("link", [""])
            return qr_picture(link)
        if name.endswith(f"/{CARD}") and (piles := piles_in(environ)):
            return card(piles)
        return pages.find(name)

    def game(environ: WSGIEnvironment) -> File | None:
        played = played_at(environ)
        return played and pages.game(played, root_of(environ))

    def cache_control(environ: WSGIEnvironment) -> str:
        return FOREVER if pages.is_current(name_of(environ)) else REVALIDATE

    return [
        *(FileOperation(path, page(path), headers=pages.headers(path)) for path in ADDRESSES),
        FileOperation(PLAY_PATH + "<path:position>", game, headers=pages.headers(PLAY_PATH)),
        FileOperation("/sitemap.xml", lambda environ: pages.sitemap(root_of(environ))),
        *(FileOperation(path, root_file(name)) for path, name in ROOT_FILES.items()),
        FileOperation(STATIC_PATH + "<path:name>", static_file, cache_control=cache_control),
    ]


def missing_page(config: Config) -> MissingPage | None:
    """A function that responds to people at an address without a page; None without pages.

    It returns None for clients that prefer a problem.
    """
    if not config.pages:
        return None
    pages = pages_of(config.embed_origins)

    def page_for(environ: WSGIEnvironment, known: Iterable[str]) -> Response | None:
        if not prefers_page(list_in(environ, "HTTP_ACCEPT")):
            return None
        path = environ["PATH_INFO"]
        page = pages.missing(path, nearest(path, known))
        headers = [*pages.headers(None), ("Vary", "Accept")]
        return fresh_response(page, "404 NOT FOUND", CONTENT_TYPES[".html"], headers)

    return page_for


@lru_cache(maxsize=1)
def pages_of(embed_origins: tuple[str, ...]) -> Pages:
    """The pages, read once."""
    return Pages(embed_origins, lambda: parse(CONTRACT.read_bytes()))


def played_at(environ: WSGIEnvironment) -> Played | None:
    """The position at an address such as /play/kayles/7,5; None where there is none.

    Without piles it is the example of the game. Parameters that the game does not have are ignored:
    messengers and search engines add some.

    >>> played_at({"PATH_INFO": "/play/nothing/1,2", "QUERY_STRING": ""})
    >>> played = played_at({"PATH_INFO": "/play/moore/1,2", "QUERY_STRING": "max_piles=3&x=1"})
    >>> played.address, played.position.game.max_piles
    ('play/moore/1,2?max_piles=3', 3)
    """
    name, slash, piles = environ["PATH_INFO"].removeprefix(PLAY_PATH).partition("/")
    game = GAMES.get(name)
    if game is None or game.is_sum or (slash and not _PILES.fullmatch(piles)):
        return None
    query = parse_qs(environ["QUERY_STRING"][:MAX_QUERY])
    given = {key: ",".join(query[key]) for key in game.keys if key in query}
    if query.get("misere") == ["true"]:
        given["misere"] = "true"
    for example in examples_of(game):
        request = {"game": name, **example, **given, **({"piles": piles} if piles else {})}
        if position := _position(request):
            keys = tuple((key, request[key]) for key in game.keys if key in request)
            return Played(position, keys, is_given=bool(slash), is_example=not given)
    return None


def _position(request: Mapping[str, str]) -> Position | None:
    """The position of a request; None where it is not valid."""
    try:
        return valid_position(_READER.read(urlencode(request)), MAX_PILES)
    except (InvalidRequest, InputError):
        return None


def examples_of(game: type[Game]) -> Iterator[Mapping[str, str]]:
    """Positions to begin with, as requests: that of the game's text, or one that may be valid."""
    if example := text_of(game.name).example:
        yield example
        return
    known = keys_of(PilesRequest)
    keys = {key: example_of(known[key]).strip('[]"') for key, needed in game.keys.items() if needed}
    for piles in ("3,4,5", "5,4,3", "3,4", "4,3", "5"):
        yield {**keys, "piles": piles}


def piles_in(environ: WSGIEnvironment) -> tuple[int, ...]:
    """The piles in the query of a card; none where there are none that a page has."""
    (text, *_) = parse_qs(environ["QUERY_STRING"][:MAX_QUERY]).get("piles", [""])
    return tuple(map(int, text.split(","))) if _PILES.fullmatch(text) else ()


def root_of(environ: WSGIEnvironment) -> str:
    """The address under which a client has found the service.

    >>> root_of({"wsgi.url_scheme": "http", "HTTP_HOST": "localhost:8000", "SCRIPT_NAME": "/nim"})
    'http://localhost:8000/nim/'
    """
    return application_uri(environ).rstrip("/") + "/"
