"""A file that is served from memory.

The file is compressed and hashed when a client first requests it, once in a process: doing so at
startup would take longer than all the rest. Some files are made only then, because making them
takes long, or few clients request them.
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
        """Read a file, whose suffix gives its media type, now: forked workers share it."""
        content = path.read_bytes()
        return cls(lambda: content, CONTENT_TYPES[path.suffix])

    @property
    def is_ready(self) -> bool:
        """Whether all that a response may need has been made."""
        return {"content", "digest", "compressed"} <= vars(self).keys()

    def make_ready(self) -> None:
        """Make all that a response may need; for most files that takes a few milliseconds."""
        _ = self.content, self.digest, self.compressed

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
        """The contents, gzipped; equal contents give equal bytes."""
        return gzip.compress(self.content, compresslevel=6, mtime=0)
