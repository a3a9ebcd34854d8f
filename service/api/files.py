"""A file that is served from memory.

Each process compresses and hashes the file when a client first requests it, because that would take
most of the start. Some files are also made only then, because making them takes long, or few
clients request them.
"""

import gzip
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Self

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}


class File:
    """The contents of a file, and their media type."""

    def __init__(self, make: Callable[[], bytes], content_type: str) -> None:
        """`make` returns the contents, and is called when they are first needed."""
        self._make = make
        self.content_type = content_type

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file now, so that forked workers share it. Its suffix gives the media type."""
        content = path.read_bytes()
        return cls(lambda: content, CONTENT_TYPES[path.suffix])

    @cached_property
    def content(self) -> bytes:
        """The contents."""
        return self._make()

    @cached_property
    def digest(self) -> str:
        """A digest of the contents."""
        return sha256(self.content).hexdigest()[:32]

    @cached_property
    def compressed(self) -> bytes:
        """The contents, gzipped; equal contents become equal bytes."""
        return gzip.compress(self.content, compresslevel=9, mtime=0)
