"""The pages for people, and the files that they load."""

from collections.abc import Callable
from functools import lru_cache
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment
from wsgiref.util import application_uri

from werkzeug.exceptions import NotFound

from service.http.answers import FOREVER, REVALIDATE, Answer, answer_file, answer_fresh
from service.http.operation import Operation
from service.settings import Config
from service.telemetry.metrics import Metrics
from service.web.files import File
from service.web.pages import ADDRESSES, ROOT_FILES, Pages, prefers_page
from service.web.qr import qr_picture

STATIC = "/static/"

Give = Callable[[WSGIEnvironment], Answer]
GivePage = Callable[[WSGIEnvironment], Answer | None]


def operations(config: Config, _: Metrics) -> list[Operation]:
    """The pages, where they are not switched off."""
    if not config.pages:
        return []
    pages = pages_of(config.embed_origins)

    def page(name: str) -> Give:
        headers = pages.headers(name)
        return lambda environ: answer_file(
            environ, pages.page(name, root_of(environ)), headers=headers
        )

    def root_file(name: str) -> Give:
        return lambda environ: answer_file(environ, pages.files[name])

    def static_file(environ: WSGIEnvironment) -> Answer:
        name = environ["PATH_INFO"].removeprefix(STATIC)
        if name == "qr.svg":
            (link, *_) = parse_qs(environ["QUERY_STRING"]).get("link", [""])
            return _found(environ, qr_picture(link))
        file, current = pages.find(name)
        return _found(environ, file, FOREVER if current else REVALIDATE)

    return [
        *(Operation("GET", path, page(name)) for path, name in ADDRESSES.items()),
        *(Operation("GET", path, root_file(name)) for path, name in ROOT_FILES.items()),
        Operation("GET", STATIC + "<path:name>", static_file),
    ]


def missing_page(config: Config) -> GivePage | None:
    """What answers people at an address at which nothing is; None where pages are switched off.

    It gives None to clients that would rather have a problem.
    """
    if not config.pages:
        return None
    pages = pages_of(config.embed_origins)

    def give(environ: WSGIEnvironment) -> Answer | None:
        if not prefers_page(environ.get("HTTP_ACCEPT", "")):
            return None
        page = pages.missing(environ["PATH_INFO"])
        headers = [*pages.headers("missing"), ("Vary", "Accept")]
        return answer_fresh(page.content, "404 NOT FOUND", page.content_type, headers)

    return give


@lru_cache(maxsize=1)
def pages_of(embed_origins: tuple[str, ...]) -> Pages:
    """The pages, read once."""
    return Pages(embed_origins)


def root_of(environ: WSGIEnvironment) -> str:
    """The address under which a client has found the service.

    >>> root_of({"wsgi.url_scheme": "http", "HTTP_HOST": "localhost:8000", "SCRIPT_NAME": "/nim"})
    'http://localhost:8000/nim/'
    """
    return application_uri(environ).rstrip("/") + "/"


def _found(environ: WSGIEnvironment, file: File | None, cache_control: str = REVALIDATE) -> Answer:
    if file is None:
        raise NotFound
    return answer_file(environ, file, cache_control)
