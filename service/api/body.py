"""Reads the body of a request, whole and within the limit, under any WSGI server.

A WSGI server may silently cut a chunked body at the limit, or pass on less than was declared. The
service's own server checks the length of bodies; this module checks it again for other servers.
"""

from collections.abc import Callable
from wsgiref.types import WSGIEnvironment

from flask import Flask

from ..server.errors import BodyTooLarge, IncompleteBody
from .errors import shortened
from .responses import JSON

CHARSETS = {"utf-8", "utf8", "us-ascii", "ascii"}
"""The charsets of bodies: ASCII is a part of UTF-8."""

WITHOUT_BODY = {"GET", "HEAD", "OPTIONS"}
"""Methods whose requests usually have no body."""


class UnsupportedMediaType(ValueError):
    """The body is not sent as JSON."""


class UnsupportedEncoding(ValueError):
    """The body has a content encoding; only plain bodies are accepted."""


class UnexpectedBody(ValueError):
    """A GET request has a body, which has no meaning there (RFC 9110, 9.3.1)."""


def check_media_type(environ: WSGIEnvironment) -> None:
    """Raise UnsupportedMediaType or UnsupportedEncoding unless the body is plain JSON."""
    content_type = environ.get("CONTENT_TYPE", "")
    if content_type != JSON and not _is_json(content_type):
        sent = f"has {shortened(content_type)!r}" if content_type else "has no Content-Type"
        raise UnsupportedMediaType(f"Send the header 'Content-Type: {JSON}'; this request {sent}.")
    encoding = environ.get("HTTP_CONTENT_ENCODING")
    if encoding and encoding.strip().lower() not in {"identity", ""}:
        sent = f"has {shortened(encoding)!r}"
        raise UnsupportedEncoding(f"Send the body without a Content-Encoding; this request {sent}.")


def within_flasks(limit: int, app: Flask) -> int:
    """A limit on bodies, or Flask's own if that is smaller."""
    of_flask = app.config["MAX_CONTENT_LENGTH"]
    return limit if of_flask is None else min(limit, of_flask)


def read_body(
    environ: WSGIEnvironment, limit: int, read: Callable[[int], bytes] | None = None
) -> bytes:
    """Return the body of a request, at most `limit` bytes. Raises BodyTooLarge or IncompleteBody.

    `read` is called with the maximum number of bytes; by default it reads `wsgi.input`.
    """
    declared = environ.get("CONTENT_LENGTH") or ""
    length = int(declared) if declared.isdecimal() else None
    if length is None and environ["REQUEST_METHOD"] in WITHOUT_BODY:
        length = None if "HTTP_TRANSFER_ENCODING" in environ else 0
    if length is not None and length > limit:
        raise BodyTooLarge(limit)
    body = (read or environ["wsgi.input"].read)(limit + 1 if length is None else length)
    if len(body) > limit:
        raise BodyTooLarge(limit)
    if length is not None and len(body) < length:
        raise IncompleteBody
    return body


def _is_json(content_type: str) -> bool:
    media_type, *parameters = (part.strip().lower() for part in content_type.split(";"))
    is_utf8 = all(
        parameter.partition("=")[2].strip('"') in CHARSETS
        for parameter in parameters
        if parameter.startswith("charset=")
    )
    return media_type == JSON and is_utf8
