"""Compression of responses with gzip, for clients that accept it (RFC 9110, 12.5.3).

gzip is the only encoding. zstd would save little more, and each additional encoding is another copy
in every cache, with another ETag.
"""

import gzip
from functools import lru_cache
from wsgiref.types import WSGIEnvironment

from werkzeug.http import parse_accept_header

from .header_lists import list_in

MIN_COMPRESSED = 1_024
"""Bytes of the smallest body to compress: a body that fits into a packet gains nothing."""

LEVEL = 4
"""gzip's level: a fifth larger than at the best level, in less than half the time.

Compressing the event loop's largest response, 90 kB, takes about a millisecond.
"""


def compress(content: bytes) -> bytes:
    """Gzip the content; equal contents become equal bytes."""
    return gzip.compress(content, compresslevel=LEVEL, mtime=0)


def is_compressed(environ: WSGIEnvironment, size: int) -> bool:
    """Whether to compress a body of this size for the client."""
    return size >= MIN_COMPRESSED and accepts_gzip(list_in(environ, "HTTP_ACCEPT_ENCODING"))


@lru_cache(maxsize=64)
def accepts_gzip(accepted: str) -> bool:
    """Whether a client prefers gzip to no encoding.

    >>> [*map(accepts_gzip, ("gzip, deflate, br", "*", "identity;q=0, gzip;q=0.1"))]
    [True, True, True]
    >>> [*map(accepts_gzip, ("", "br", "gzip;q=0", "gzip;q=0.5, identity", "*, gzip;q=0"))]
    [False, False, False, False, False]
    """
    given = parse_accept_header(accepted.replace("x-gzip", "gzip"))
    # A body without encoding is always acceptable, but a named encoding is preferred.
    return given["gzip"] > 0 and given["gzip"] >= given["identity"]
