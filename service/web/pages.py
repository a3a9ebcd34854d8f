"""The pages for people, and the files that they load: to play, to learn, to see, and the docs."""

import re
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from service.web.files import CONTENT_TYPES, File

STATIC = Path(__file__).parent / "static"

VERSION_LENGTH = 12
VERSION = rf"[0-9a-f]{{{VERSION_LENGTH}}}"

READER = "flask_swagger_ui"
"""The package whose Swagger UI files `/docs` uses; nothing of its code is run."""

READER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css")

PLAY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The Content-Security-Policy of the service's own pages."""

READER_POLICY = (
    # The reader's style sheet has its icons inside, as data.
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of `/docs`."""


class Pages:
    """The pages and their files, read when the application is made."""

    def __init__(self) -> None:
        self.files = {
            path.name: File.read(path)
            for path in sorted(STATIC.iterdir())
            if path.suffix in CONTENT_TYPES and path.suffix != ".html"
        }
        for name in READER_FILES:
            self.files[f"swagger-ui/{name}"] = File.read(_reader() / name)
        self._sources = {path.stem: path.read_text() for path in STATIC.glob("*.html")}
        self._pages: dict[str, File] = {}

    def page(self, name: str) -> File:
        """A page; the addresses of its files have the version, so that browsers may keep them."""
        if name not in self._pages:
            text = self._sources[name].replace('="static/', f'="static/{self.version}/')
            self._pages[name] = File(text.encode(), CONTENT_TYPES[".html"])
        return self._pages[name]

    @cached_property
    def version(self) -> str:
        """Names the contents of all files together."""
        digests = "".join(file.digest for file in self.files.values())
        return sha256(digests.encode()).hexdigest()[:VERSION_LENGTH]

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
