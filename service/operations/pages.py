"""The pages for people, and the files that they load."""

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment
from wsgiref.util import application_uri

from ..api.flask_views import MissingPage
from ..api.header_lists import list_in
from ..api.nearest import nearest
from ..api.operation import FileOperation, Find, Operation
from ..api.responses import FOREVER, REVALIDATE, fresh_response
from ..server.responses import Response
from ..settings import Config
from ..web.cards import card
from ..web.files import CONTENT_TYPES, File
from ..web.pages import ADDRESSES, ROOT_FILES, SET_PATH, Pages, prefers_page
from ..web.qr import qr_picture
from .contract import CONTRACT, parse
from .played import PLAY_PATH, piles_in, played_at

STATIC_PATH = "/static/"
CARD = "card.png"


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
        if name.endswith(f"/{CARD}") and (piles := piles_in(environ["QUERY_STRING"])):
            return card(piles)
        return pages.find(name)

    def position(environ: WSGIEnvironment) -> File | None:
        if environ["PATH_INFO"] == SET_PATH:
            return pages.page(SET_PATH, root_of(environ))
        played = played_at(environ["PATH_INFO"], environ["QUERY_STRING"])
        return played and pages.game(played, root_of(environ))

    def cache_control(environ: WSGIEnvironment) -> str:
        return FOREVER if pages.is_current(name_of(environ)) else REVALIDATE

    return [
        *(FileOperation(path, page(path), headers=pages.headers(path)) for path in ADDRESSES),
        FileOperation(PLAY_PATH + "<path:position>", position, headers=pages.headers(PLAY_PATH)),
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


def root_of(environ: WSGIEnvironment) -> str:
    """The address under which a client has found the service.

    >>> root_of({"wsgi.url_scheme": "http", "HTTP_HOST": "localhost:8000", "SCRIPT_NAME": "/nim"})
    'http://localhost:8000/nim/'
    """
    return application_uri(environ).rstrip("/") + "/"
