"""The pages for people, and the files that they load."""

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.web.files import CONTENT_TYPES, File, LargeFile
from service.web.frame import deeper, frame_page
from service.web.pictures import pictures

STATIC = Path(__file__).parent / "static"

VERSION_LENGTH = 12
VERSION = rf"[0-9a-f]{{{VERSION_LENGTH}}}"

READER = "flask_swagger_ui"
"""The package whose Swagger UI files `/docs` uses; nothing of its code is run."""

READER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css")

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
"""Slashes in an address for which the page that nothing is there is made with links of its own."""

CSP = "Content-Security-Policy"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frames};"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
_READER_POLICY = (
    # The reader's style sheet has its icons inside, as data.
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)


def prefers_page(accept: str) -> bool:
    """Whether a client that accepts this would rather have a page than JSON, as browsers do.

    >>> prefers_page("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
    True
    >>> prefers_page("*/*")
    False
    """
    offered = ("application/problem+json", "application/json", "text/html")
    return parse_accept_header(accept, MIMEAccept).best_match(offered) == "text/html"


class Pages:
    """The pages and their files, read when the application is made."""

    def __init__(self, embed_origins: tuple[str, ...] = ("*",)) -> None:
        """`embed_origins` are the sites that may show `/embed` in a frame; `("*",)` are all."""
        self._embed_origins = embed_origins
        self.files: dict[str, File] = {
            path.name: File.read(path)
            for path in sorted(STATIC.iterdir())
            if path.suffix in CONTENT_TYPES and path.suffix != ".html"
        }
        self.files |= pictures()
        for name in READER_FILES:
            self.files[f"swagger-ui/{name}"] = LargeFile(_reader() / name)
        self._sources = {path.stem: path.read_text() for path in STATIC.glob("*.html")}
        board = '<html data-view="embed" '
        self._sources["embed"] = self._sources["index"].replace("<html ", board)
        self.page = lru_cache(maxsize=64)(self._page)

    def _page(self, name: str, root: str = "") -> File:
        """A page, as the service at `root` sends it.

        The addresses of its files have the version, so that browsers may keep them.
        """
        text = frame_page(name, self._sources[name], self._modules, root)
        text = re.sub(r'="([^"]*)static/', rf'="\g<1>static/{self.version}/', text)
        return File(text.encode(), CONTENT_TYPES[".html"])

    def missing(self, path: str) -> File:
        """The page for an address at which nothing is."""
        depth = min(path.count("/") - 1, DEEPEST)
        text = deeper(self.page("missing").content.decode(), depth)
        return File(text.encode(), CONTENT_TYPES[".html"])

    def headers(self, name: str) -> list[tuple[str, str]]:
        """The headers of a page; an empty X-Frame-Options where other sites may frame it."""
        if name == "docs":
            return [(CSP, _READER_POLICY)]
        framed = name == "embed"
        frames = " ".join(self._embed_origins) if framed else ""
        policy = (CSP, _POLICY.format(frames=frames or "'none'"))
        return [policy, ("X-Frame-Options", "")] if frames else [policy]

    @cached_property
    def version(self) -> str:
        """Names the contents of all files together, those of the reader by its version."""
        digests = [f.digest for f in self.files.values() if not isinstance(f, LargeFile)]
        names = "".join([*digests, metadata.version(READER)])
        return sha256(names.encode()).hexdigest()[:VERSION_LENGTH]

    @cached_property
    def _modules(self) -> Mapping[str, str]:
        scripts = [name for name in self.files if name.endswith(".js") and "/" not in name]
        return {name: self.files[name].content.decode() for name in scripts}

    def find(self, name: str) -> tuple[File | None, bool]:
        """A file by its name, perhaps after a version; and whether that is the version of today.

        Another version is that of a page which another release has sent.
        """
        version, _, rest = name.partition("/")
        if name in self.files or not re.fullmatch(VERSION, version):
            return self.files.get(name), False
        return self.files.get(rest), version == self.version


def _reader() -> Path:
    spec = find_spec(READER)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{READER} is not installed")
    return Path(spec.origin).parent / "dist"
