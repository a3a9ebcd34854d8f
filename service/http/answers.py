"""How answers are made: JSON, files, and what caches may do with each."""

from hashlib import sha256
from typing import Any, NamedTuple
from wsgiref.types import WSGIEnvironment

from werkzeug.exceptions import PreconditionFailed
from werkzeug.http import parse_accept_header, parse_etags

from service import __version__
from service.codec import encode
from service.web.files import File

JSON = "application/json"
PROBLEM = "application/problem+json"

# What caches may do with an answer (the values of Cache-Control).
A_DAY = "public, max-age=86400"
FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NEVER = "no-store"

GZIP = ("Content-Encoding", "gzip")

RELEASE = __version__.encode()

Headers = list[tuple[str, str]]


class Answer(NamedTuple):
    """A whole answer, but for what every answer has; the middleware adds that."""

    status: str
    headers: Headers
    body: bytes


def answer(value: Any) -> Answer:
    """A JSON answer to a POST."""
    body = encode(value)
    return Answer("200 OK", [("Content-Type", JSON), ("Content-Length", str(len(body)))], body)


def answer_fresh(
    body: bytes, status: str = "200 OK", media_type: str = JSON, headers: Headers | None = None
) -> Answer:
    """An answer that holds for this moment only and that no cache keeps."""
    every = [("Content-Type", media_type), ("Content-Length", str(len(body)))]
    return Answer(status, [*every, *(headers or ()), ("Cache-Control", NEVER)], body)


def answer_cacheable(
    environ: WSGIEnvironment,
    body: bytes,
    media_type: str = JSON,
    cache_control: str = A_DAY,
    headers: Headers | None = None,
) -> Answer:
    """An answer with a strong ETag, or 304 where the client has it already.

    Raises PreconditionFailed where `If-Match` names other versions only.

    The ETag changes with the release, so that a wrong answer of one is not kept by the next.
    """
    etag = sha256(RELEASE + body).hexdigest()[:32]
    every = [("Cache-Control", cache_control), *(headers or ())]
    return _conditional(environ, body, etag, [("Content-Type", media_type)], every)


def answer_file(
    environ: WSGIEnvironment,
    file: File,
    cache_control: str = REVALIDATE,
    headers: Headers | None = None,
) -> Answer:
    """A file, compressed if the client takes that, or 304 if the client has it already."""
    accepted = environ.get("HTTP_ACCEPT_ENCODING")
    compressed = bool(accepted) and (
        parse_accept_header(accepted).best_match(("gzip", "identity")) == "gzip"
    )
    # A strong ETag names bytes, so the compressed ones have another.
    return _conditional(
        environ,
        file.compressed if compressed else file.content,
        f"{file.digest}-gzip" if compressed else file.digest,
        [("Content-Type", file.content_type), *([GZIP] if compressed else ())],
        [("Vary", "Accept-Encoding"), ("Cache-Control", cache_control), *(headers or ())],
    )


def _conditional(
    environ: WSGIEnvironment, body: bytes, etag: str, of_body: Headers, headers: Headers
) -> Answer:
    """The answer, or 304 without the headers `of_body`, or PreconditionFailed: RFC 9110 13.2.2."""
    if wanted := environ.get("HTTP_IF_MATCH"):
        etags = parse_etags(wanted)
        if not (etags.star_tag or etags.is_strong(etag)):
            raise PreconditionFailed
    named = [("ETag", f'"{etag}"'), *headers]
    if (known := environ.get("HTTP_IF_NONE_MATCH")) and parse_etags(known).contains_weak(etag):
        return Answer("304 NOT MODIFIED", named, b"")
    return Answer("200 OK", [*of_body, ("Content-Length", str(len(body))), *named], body)


def answer_nothing(headers: Headers) -> Answer:
    """An answer that is its headers."""
    return Answer("204 NO CONTENT", headers, b"")
