"""Responses: JSON, files, and the headers for caches.

The service adds the headers that all responses have.
"""

import gzip
from collections.abc import Callable, Container, Mapping
from functools import partial
from hashlib import sha256
from typing import Any
from wsgiref.types import WSGIEnvironment

from werkzeug.exceptions import PreconditionFailed
from werkzeug.http import parse_etags

from .. import __version__
from ..codec import encode
from ..server.responses import Headers, Response
from .files import File
from .negotiation import accepts_gzip, list_in

JSON = "application/json"
PROBLEM = "application/problem+json"

# What caches may do with a response (the values of Cache-Control).
A_DAY = "public, max-age=86400"
FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NEVER = "no-store"

FOR_A_DAY = ("Cache-Control", A_DAY)
NO_STORE = ("Cache-Control", NEVER)
JSON_TYPE = ("Content-Type", JSON)

ACCEPT_QUERY = {"Accept-Query": f'"{JSON}"'}
"""The media type of a body sent with QUERY, as a structured field (RFC 10008, 3)."""

# gzip is the only encoding. zstd would save little more, and each additional encoding is another
# copy in every cache, with another ETag.
GZIP = ("Content-Encoding", "gzip")
ACCEPT_ENCODING = "Accept-Encoding"

MIN_COMPRESSED = 1_024
"""Bytes of the smallest body to compress: a body that fits into a packet gains nothing."""

LEVEL = 4
"""gzip's level: a fifth larger than at the best level, in less than half the time.

Compressing the event loop's largest response, 90 kB, takes about a millisecond.
"""

SECURITY_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
"""Headers of every response that does not have others of these names."""

RELEASE = __version__.encode()


def json_response(environ: WSGIEnvironment, value: Any) -> Response:
    """The response to a POST."""
    body = encode(value)
    if len(body) >= MIN_COMPRESSED:
        return negotiated_response(environ, body)
    return Response("200 OK", [JSON_TYPE], body)  # its length is added last


def negotiated_response(
    environ: WSGIEnvironment,
    body: bytes,
    media_type: str = JSON,
    vary: tuple[str, ...] = (),
    headers: Headers | None = None,
) -> Response:
    """A response without an ETag, compressed if it is large and the client accepts that."""
    encoding: Headers = []
    if len(body) >= MIN_COMPRESSED:
        vary = (*vary, ACCEPT_ENCODING)
        if accepts_gzip(environ):
            body, encoding = compress(body), [GZIP]
    of_body = [("Content-Type", media_type), *encoding, ("Content-Length", str(len(body)))]
    return Response("200 OK", [*of_body, *_vary(vary), *(headers or ())], body)


def fresh_response(
    body: bytes, status: str = "200 OK", media_type: str = JSON, headers: Headers | None = None
) -> Response:
    """A response that is valid only now, and must not be cached."""
    body_headers = [("Content-Type", media_type), ("Content-Length", str(len(body)))]
    return Response(status, [*body_headers, *(headers or ()), NO_STORE], body)


def cacheable_response(
    environ: WSGIEnvironment,
    body: bytes,
    media_type: str = JSON,
    vary: tuple[str, ...] = (),
) -> Response:
    """A response with a strong ETag, or 304 if the client already has it.

    It is compressed if it is large and the client accepts that. Raises PreconditionFailed if
    `If-Match` lists only other versions.

    The ETag changes with the release, so that caches drop the previous release's responses.
    """
    etag = sha256(RELEASE + body).hexdigest()[:32]
    compressed = None
    if len(body) >= MIN_COMPRESSED:
        vary = (*vary, ACCEPT_ENCODING)
        if accepts_gzip(environ):
            compressed = partial(compress, body)
    headers = [FOR_A_DAY, *_vary(vary)] if vary else [FOR_A_DAY]
    return _conditional(environ, etag, compressed, body, media_type, headers)


def file_response(
    environ: WSGIEnvironment,
    file: File,
    cache_control: str = REVALIDATE,
    headers: Headers | None = None,
) -> Response:
    """A file, compressed if the client accepts that, or 304 if the client already has it."""
    return _conditional(
        environ,
        file.digest,
        (lambda: file.compressed) if accepts_gzip(environ) else None,
        file.content,
        file.content_type,
        [*_vary((ACCEPT_ENCODING,)), ("Cache-Control", cache_control), *(headers or ())],
    )


def compress(content: bytes) -> bytes:
    """Gzip the content; equal contents become equal bytes."""
    return gzip.compress(content, compresslevel=LEVEL, mtime=0)


def _vary(names: tuple[str, ...]) -> Headers:
    return [("Vary", ", ".join(names))] if names else []


def _conditional(  # noqa: PLR0913, PLR0917  # what a response is made of
    environ: WSGIEnvironment,
    etag: str,
    compressed: Callable[[], bytes] | None,
    body: bytes,
    media_type: str,
    headers: Headers,
) -> Response:
    """The response, or 304 if the client has it. Raises PreconditionFailed (RFC 9110, 13.2.2).

    `compressed` returns the gzipped body; None if the body is not to be compressed.
    """
    if compressed:
        etag = f"{etag}-gzip"  # a strong one names bytes
    if "HTTP_IF_MATCH" in environ and (wanted := list_in(environ, "HTTP_IF_MATCH")):
        etags = parse_etags(wanted)
        if not (etags.star_tag or etags.is_strong(etag)):
            raise PreconditionFailed
    named = [("ETag", f'"{etag}"'), *headers]
    if "HTTP_IF_NONE_MATCH" in environ:
        known = list_in(environ, "HTTP_IF_NONE_MATCH")
        if parse_etags(known).contains_weak(etag):
            return Response("304 NOT MODIFIED", named, b"")
    body_headers = [("Content-Type", media_type)]
    if compressed:
        body = compressed()
        body_headers.append(GZIP)
    return Response("200 OK", [*body_headers, ("Content-Length", str(len(body))), *named], body)


def accept_query(methods: Container[str]) -> Mapping[str, str]:
    """Accept-Query for a path with these methods, if QUERY is one of them."""
    return ACCEPT_QUERY if "QUERY" in methods else {}


def empty_response(headers: Headers) -> Response:
    """A response without a body."""
    return Response("204 NO CONTENT", headers, b"")
