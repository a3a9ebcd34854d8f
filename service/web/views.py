"""The views of the pages, and of the files that they load."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from wsgiref.types import WSGIEnvironment
from wsgiref.util import application_uri

from flask import Blueprint, abort, redirect, request

from ..api.files import CONTENT_TYPES, File
from ..api.flask_views import MissingPage, add_file
from ..api.nearest import nearest
from ..api.negotiation import preferred
from ..api.responses import FOREVER, JSON, PROBLEM, REVALIDATE, fresh_response
from ..operations import contract
from ..server.responses import Response
from ..settings import Config
from .cards import card
from .pages import ADDRESSES, ROOT_FILES, SET_PATH, SHORT_PATHS, Pages
from .played import PATHS, meant_by, piles_in, played_at, why_not
from .qr import qr_picture

CARD = "card.png"


def blueprint(config: Config) -> Blueprint:
    """The pages and their files, whose paths are in service/web/pages.py."""
    pages, views = pages_of(config.embed_origins), Blueprint("pages", __name__)

    def page() -> File:
        return pages.page(request.path, root_of(request.environ))

    def static_file(name: str) -> File | None:
        if name == "qr.svg":
            return qr_picture(request.args.get("link", ""))
        if name.endswith(f"/{CARD}") and (piles := piles_in(request.environ["QUERY_STRING"])):
            return card(piles)
        return pages.find(name)

    def cache_control(name: str) -> str:
        return FOREVER if pages.is_current(name) else REVALIDATE

    for path in ADDRESSES:
        add_file(views, path, page, headers=pages.headers(path))
    for path in PATHS:
        position = _positions_below(path, pages)
        add_file(views, path + "<path:position>", position, headers=pages.headers(path))
    add_file(views, "/sitemap.xml", lambda: pages.sitemap(root_of(request.environ)))
    for path, name in ROOT_FILES.items():
        add_file(views, path, lambda name=name: pages.files[name])
    add_file(views, "/static/<path:name>", static_file, cache_control=cache_control)
    return views


def _positions_below(path: str, pages: Pages) -> Callable[[str], File | None]:
    """A view of the positions whose addresses begin so, and of what else is found there."""

    def view(position: str) -> File | None:
        address, root = path + position, root_of(request.environ)
        if address == SET_PATH:
            return pages.page(address, root)
        if leads := SHORT_PATHS.get(address.lower()):
            abort(redirect(leads))
        played = played_at(address, request.environ["QUERY_STRING"])
        return played and pages.game(played, root, "../" * (address.count("/") - 1))

    return view


def missing_page(config: Config) -> MissingPage | None:
    """A function that responds to people at an address without a page; None without pages.

    It returns None for clients that prefer a problem.
    """
    if not config.pages:
        return None
    pages = pages_of(config.embed_origins)

    def page_for(environ: WSGIEnvironment, known: Iterable[str]) -> Response | None:
        if preferred(environ, PROBLEM, JSON, "text/html") != "text/html":
            return None
        path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        query = environ["QUERY_STRING"]
        near = meant_by(path, query) or nearest(path, known)
        page = pages.missing(path, near, why_not(path, query))
        headers = [*pages.headers(None), ("Vary", "Accept")]
        return fresh_response(page, "404 NOT FOUND", CONTENT_TYPES[".html"], headers)

    return page_for


@lru_cache(maxsize=1)
def pages_of(embed_origins: tuple[str, ...]) -> Pages:
    """The pages, read once."""
    return Pages(embed_origins, lambda: contract.parse(contract.text()))


def root_of(environ: WSGIEnvironment) -> str:
    """The address under which a client has found the service.

    >>> root_of({"wsgi.url_scheme": "http", "HTTP_HOST": "localhost:8000", "SCRIPT_NAME": "/nim"})
    'http://localhost:8000/nim/'
    """
    return application_uri(environ).rstrip("/") + "/"
