"""How answers are made: JSON, files, and what caches may do with each."""

from hashlib import sha256
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Response, request
from werkzeug.exceptions import PreconditionFailed

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

RELEASE = __version__.encode()


def answer(value: Any) -> WSGIApplication:
    """A JSON answer to a POST, as the WSGI application that Flask lets a view return."""
    body = encode(value)

    def send(_: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        start_response("200 OK", [("Content-Type", JSON), ("Content-Length", str(len(body)))])
        return [body]

    return send


def answer_fresh(
    body: bytes, status: int = 200, media_type: str = JSON, headers: dict[str, str] | None = None
) -> Response:
    """An answer that holds for this moment only and that no cache keeps."""
    response = Response(body, status, headers, content_type=media_type)
    response.headers["Cache-Control"] = NEVER
    return response


def answer_cacheable(body: bytes, media_type: str = JSON, cache_control: str = A_DAY) -> Response:
    """An answer with a strong ETag, or 304 where the client has it already.

    Raises PreconditionFailed where `If-Match` names other versions only.

    The ETag changes with the release, so that a wrong answer of one is not kept by the next.
    """
    response = Response(body, content_type=media_type)
    response.set_etag(sha256(RELEASE + body).hexdigest()[:32])
    response.headers["Cache-Control"] = cache_control
    return _conditional(response)


def answer_file(file: File, cache_control: str = REVALIDATE) -> Response:
    """A file, compressed if the client takes that, or 304 if the client has it already."""
    compressed = request.accept_encodings.best_match(("gzip", "identity")) == "gzip"
    body = file.compressed if compressed else file.content
    response = Response(body, content_type=file.content_type)
    # A strong ETag names bytes, so the compressed ones have another.
    response.set_etag(f"{file.digest}-gzip" if compressed else file.digest)
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = cache_control
    return _conditional(response)


def _conditional(response: Response) -> Response:
    """The answer, or 304, or PreconditionFailed: RFC 9110 13.2.2."""
    environ, wanted, etag = request.environ, request.if_match, response.get_etag()[0]
    if wanted:
        if not (wanted.star_tag or wanted.is_strong(etag or "")):
            raise PreconditionFailed
        environ = {**environ, "HTTP_IF_MATCH": ""}  # Werkzeug would answer 412 with the content
    response.make_conditional(environ)
    del response.headers["Date"]  # the server gives every answer one
    return response


def answer_nothing(headers: dict[str, str]) -> Response:
    """An answer that is its headers."""
    response = Response(status=204, headers=headers)
    del response.headers["Content-Type"]
    return response


def answer_page(page: File, headers: list[tuple[str, str]]) -> Response:
    """A file that is a page, with its headers."""
    response = answer_file(page)
    response.headers.extend(headers)
    return response
