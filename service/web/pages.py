"""The pages for people, and the files that they load."""

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.web.files import CONTENT_TYPES, File
from service.web.frame import ROOT, deeper, frame_page
from service.web.pictures import pictures
from service.web.reference import Reference

STATIC = Path(__file__).parent / "static"

VERSION_LENGTH = 12
VERSION = rf"[0-9a-f]{{{VERSION_LENGTH}}}"

ADDRESSES = {
    "/": "index",
    "/learn": "learn",
    "/see": "see",
    "/sheet": "sheet",
    "/embed": "embed",
    "/docs": "docs",
}
"""The pages by their addresses.

Each has an HTML file of its name, but `embed`: it is the page to play on with only the board.
"""

ROOT_FILES = {"/favicon.ico": "favicon.ico"}
"""The files that browsers look for beside the pages, not among the static ones."""

DEEPEST = 16
"""Most slashes in an unknown address for which the page is made with links of its own."""

BASE_STYLE = "base.css"
"""The style sheet that every page begins with."""

_STYLE = re.compile(r'  <link rel="stylesheet" href="static/([a-z]+\.css)">\n')

CSP = "Content-Security-Policy"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frames};"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)


def prefers_page(accept: str) -> bool:
    """Whether a client with this Accept header prefers a page to JSON, as browsers do.

    >>> prefers_page("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
    True
    >>> prefers_page("*/*")
    False
    """
    offered = ("application/problem+json", "application/json", "text/html")
    return parse_accept_header(accept, MIMEAccept).best_match(offered) == "text/html"


class Pages:
    """The pages and their files, read when the application is made."""

    def __init__(
        self, embed_origins: tuple[str, ...] = ("*",), contract: Callable[[], Any] = dict
    ) -> None:
        """`embed_origins` are the sites that may show `/embed` in a frame; `("*",)` are all.

        `contract` gives the contract that `/docs` shows, when a client first requests it.
        """
        self._embed_origins = embed_origins
        self._contract = contract
        self.files: dict[str, File] = {
            path.name: File.read(path)
            for path in sorted(STATIC.iterdir())
            if path.suffix in CONTENT_TYPES and path.suffix != ".html"
        }
        self.files |= pictures()
        self._sources = {
            path.stem: self._with_one_style(path.read_text()) for path in STATIC.glob("*.html")
        }
        board = '<html data-view="embed" '
        self._sources["embed"] = self._sources["index"].replace("<html ", board)
        self._parts = cache(self._parts_of)
        self.page = lru_cache(maxsize=64)(self._page)

    def _page(self, name: str, root: str = "") -> File:
        """A page, as the service at `root` sends it."""
        return File(lambda: escape(root).join(self._parts(name)).encode(), CONTENT_TYPES[".html"])

    def _parts_of(self, name: str) -> list[str]:
        """The parts of a page before and after each place for the service's address.

        The addresses of its files have the version, so that browsers may keep them.
        """
        source = self._reference if name == "docs" else self._sources[name]
        text = frame_page(name, source, self._modules)
        text = re.sub(r'="([^"]*)static/', rf'="\g<1>static/{self.version}/', text)
        return text.split(ROOT)

    def _with_one_style(self, source: str) -> str:
        """A page's source with one style sheet in place of its several.

        Over a slow line each further request can cost a round trip.
        """
        names = [BASE_STYLE, *_STYLE.findall(source)]
        together = "-".join(name.removesuffix(".css") for name in names) + ".css"
        content = b"\n".join(self.files[name].content for name in names)
        self.files[f"styles/{together}"] = File(lambda: content, CONTENT_TYPES[".css"])
        link = f'<head>\n  <link rel="stylesheet" href="static/styles/{together}">\n'
        return _STYLE.sub("", source).replace("<head>\n", link, 1)

    def missing(self, path: str) -> bytes:
        """The page for an unknown address."""
        depth = min(path.count("/") - 1, DEEPEST)
        return deeper("".join(self._parts("missing")), depth).encode()

    def headers(self, name: str) -> list[tuple[str, str]]:
        """The headers of a page; an empty X-Frame-Options where other sites may frame it."""
        framed = name == "embed"
        frames = " ".join(self._embed_origins) if framed else ""
        policy = (CSP, _POLICY.format(frames=frames or "'none'"))
        return [policy, ("X-Frame-Options", "")] if frames else [policy]

    @cached_property
    def version(self) -> str:
        """A digest of the contents of all files together."""
        names = "".join(file.digest for file in self.files.values())
        return sha256(names.encode()).hexdigest()[:VERSION_LENGTH]

    @cached_property
    def _reference(self) -> str:
        """The page that documents the contract."""
        reference = Reference(self._contract())
        source = self._sources["docs"].replace("<!-- contents -->", reference.contents())
        return source.replace("<!-- reference -->", reference.body())

    @cached_property
    def _modules(self) -> Mapping[str, str]:
        scripts = [name for name in self.files if name.endswith(".js") and "/" not in name]
        return {name: self.files[name].content.decode() for name in scripts}

    def find(self, name: str) -> File | None:
        """A file by its name, perhaps after a version.

        A page that another release has sent names the files of its own version.
        """
        version, _, rest = name.partition("/")
        return self.files.get(rest if re.fullmatch(VERSION, version) else name)

    def is_current(self, name: str) -> bool:
        """Whether an address has the current version, so that the file there never changes."""
        return name.partition("/")[0] == self.version
