"""The body of a request: whole or refused, under any server.

A WSGI server may cut a chunked body at the limit without a word, or hand over less than was
declared. The service's own server reads bodies itself and reports what went wrong with one; this
module checks the lengths again for any other server.
"""

from typing import Any

from service.api.faults import cut
from service.codec import decode

MEDIA_TYPE = "application/json"


class IncompleteBody(ValueError):
    """The body ended before its declared length."""


class BodyTooLarge(ValueError):
    """The body is longer than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body may have at most {limit:,} bytes.")


class RequestTimeout(ValueError):
    """The body did not arrive in time."""


class Overloaded(ValueError):
    """Too many bodies are being received at once."""


class UnsupportedMediaType(ValueError):
    """The body is not sent as JSON, but with this Content-Type, or with none."""

    def __init__(self, content_type: str | None) -> None:
        sent = "has no Content-Type" if content_type is None else f"says {cut(content_type)!r}"
        super().__init__(f"Send the header 'Content-Type: application/json'; this request {sent}.")


class UnsupportedEncoding(ValueError):
    """The body has this content encoding; only plain bodies are read."""

    def __init__(self, encoding: str) -> None:
        super().__init__(
            f"Send the body without a Content-Encoding; this request says {cut(encoding)!r}."
        )


def read_json(environ: dict[str, Any], limit: int) -> Any:
    """The JSON value in the body of a request.

    Raises one of this module's errors, or one of the codec's.
    """
    content_type = environ.get("CONTENT_TYPE", "")
    if content_type != MEDIA_TYPE and not _is_json(content_type):
        raise UnsupportedMediaType(content_type or None)
    encoding = environ.get("HTTP_CONTENT_ENCODING", "identity")
    if encoding.strip().lower() not in {"identity", ""}:
        raise UnsupportedEncoding(encoding)
    return decode(_read(environ, limit))


def _is_json(content_type: str) -> bool:
    media_type, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charset_is_utf8 = all(
        parameter.partition("=")[2].strip('"') in {"utf-8", "utf8"}
        for parameter in parameters
        if parameter.startswith("charset=")
    )
    return media_type == MEDIA_TYPE and charset_is_utf8


def _read(environ: dict[str, Any], limit: int) -> bytes:
    declared = environ.get("CONTENT_LENGTH") or ""
    length = int(declared) if declared.isdigit() else None
    if length is not None and length > limit:
        raise BodyTooLarge(limit)
    body: bytes = environ["wsgi.input"].read(limit + 1 if length is None else length)
    if len(body) > limit:
        raise BodyTooLarge(limit)
    if length is not None and len(body) < length:
        raise IncompleteBody
    return body
