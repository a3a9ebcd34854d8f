"""The pages for people: `/` to play on, `/docs` to read the contract, and the files of both.

Every file is read once, before the workers are forked, so that they share the memory. It is
compressed and hashed when it is first asked for: at start that would take longer than all the
rest.
"""

import gzip
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound

STATIC = Path(__file__).parent / "static"

READER = "flask_swagger_ui"
"""The package whose Swagger UI files `/docs` uses; nothing of its code is run."""

READER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css")

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

PLAY_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)

READ_CSP = (
    # The reader's style sheet has its icons inside, as data.
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class File:
    """A file as it is sent."""

    def __init__(self, path: Path) -> None:
        self._content = path.read_bytes()
        self._content_type = CONTENT_TYPES[path.suffix]

    @cached_property
    def _compressed(self) -> bytes:
        return gzip.compress(self._content, compresslevel=6, mtime=0)

    @cached_property
    def _etag(self) -> str:
        return sha256(self._content).hexdigest()[:32]

    def answer(self) -> Response:
        """The file, compressed if the client takes that, or 304 if the client has it already."""
        compressed = request.accept_encodings.best_match(("gzip", "identity")) == "gzip"
        body = self._compressed if compressed else self._content
        response = Response(body, content_type=self._content_type)
        # A strong ETag names bytes, so the compressed ones have another.
        response.set_etag(f"{self._etag}-gzip" if compressed else self._etag)
        if compressed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        # Names stay when contents change: browsers keep files, and ask whether they still hold.
        response.headers["Cache-Control"] = "no-cache"
        response.make_conditional(request)
        return response


def attach(app: Flask) -> None:
    """Add the pages to the application."""
    play = File(STATIC / "index.html")
    read = File(STATIC / "docs.html")
    files = {
        path.relative_to(STATIC).as_posix(): File(path)
        for path in sorted(STATIC.rglob("*"))
        if path.suffix in CONTENT_TYPES and path.suffix != ".html"
    }
    for name in READER_FILES:
        files[f"swagger-ui/{name}"] = File(_reader() / name)

    @app.get("/")
    def page_to_play() -> Response:
        return _page(play, PLAY_CSP)

    @app.get("/docs")
    def page_to_read() -> Response:
        return _page(read, READ_CSP)

    @app.get("/static/<path:name>")
    def static_file(name: str) -> Response:
        if name not in files:
            raise NotFound
        return files[name].answer()


def _page(file: File, csp: str) -> Response:
    response = file.answer()
    response.headers["Content-Security-Policy"] = csp
    return response


def _reader() -> Path:
    spec = find_spec(READER)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{READER} is not installed")
    return Path(spec.origin).parent / "dist"
