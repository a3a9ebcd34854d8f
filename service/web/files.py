"""A file that is served from memory.

It is read once, before the workers are forked, so that they share the memory. It is compressed
and hashed when a client first asks for it: at start that would take longer than all the rest.
A large one that few ask for is read only then.
"""

import gzip
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Self

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class File:
    """The contents of a file, and their media type."""

    def __init__(self, content: bytes, content_type: str) -> None:
        self.content = content
        self.content_type = content_type

    @classmethod
    def read(cls, path: Path) -> Self:
        """A file whose suffix says what it is."""
        return cls(path.read_bytes(), CONTENT_TYPES[path.suffix])

    @cached_property
    def compressed(self) -> bytes:
        """The contents, gzipped; equal contents give equal bytes."""
        return gzip.compress(self.content, compresslevel=6, mtime=0)

    @cached_property
    def digest(self) -> str:
        """Names the contents."""
        return sha256(self.content).hexdigest()[:32]


class LargeFile(File):
    """A file that is read when a client first asks for it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.content_type = CONTENT_TYPES[path.suffix]

    @cached_property
    def content(self) -> bytes:  # type: ignore[override]
        """The contents."""
        return self._path.read_bytes()
