"""A file that is served from memory.

It is read once, before the workers are forked, so that they share the memory. It is compressed
and hashed when a client first asks for it: at start that would take longer than all the rest.
"""

import gzip
from functools import cached_property
from hashlib import sha256
from pathlib import Path

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class File:
    """The contents of a file, and its media type by its suffix."""

    def __init__(self, path: Path) -> None:
        self.content = path.read_bytes()
        self.content_type = CONTENT_TYPES[path.suffix]

    @cached_property
    def compressed(self) -> bytes:
        """The contents, gzipped; equal contents give equal bytes."""
        return gzip.compress(self.content, compresslevel=6, mtime=0)

    @cached_property
    def digest(self) -> str:
        """Names the contents."""
        return sha256(self.content).hexdigest()[:32]
