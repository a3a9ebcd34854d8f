"""The response of a WSGI application, and its bytes on the wire."""

import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from http import HTTPStatus
from types import FrameType
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

log = logging.getLogger("service.server")

Headers = list[tuple[str, str]]
Response = tuple[str, Headers, bytes]
"""A status line such as `200 OK`, the headers, and the whole body."""

FAILED: Response = "500 Internal Server Error", [("Content-Type", "text/plain")], b"It failed.\n"
"""The response if the application gives none that can be sent."""

FRAMING = {"connection", "content-length", "keep-alive", "transfer-encoding"}
"""Headers about framing, which the server sets."""

SPECIAL = {*FRAMING, "date"}
"""Headers that the server adds."""

NO_BODY = {"204", "304"}

VARYING = 3
"""The first headers of a response, which usually differ from one response to the next. The others
are mostly the same, so their lines are cached."""

_STATUS = re.compile("[2-5][0-9]{2}(?: [^\r\n]*)?")
_NAME = re.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def call(application: WSGIApplication, environ: WSGIEnvironment) -> Response:
    """Call an application, and return its whole response."""
    started: list[Any] = []
    written: list[bytes] = []

    def start_response(status: str, headers: Headers, error: Any = None, /) -> Any:
        if started and not error:
            raise RuntimeError("start_response was called twice")
        started[:] = status, headers
        return written.append

    try:
        chunks = application(environ, start_response)
        try:
            body = b"".join(chunks)  # while it makes the first chunk it may still call write()
        finally:
            if close := getattr(chunks, "close", None):
                close()
        status, headers = started
    except Exception:
        log.exception("the application raised")
        return FAILED
    return status, headers, b"".join([*written, body]) if written else body


def request_in(frame: FrameType | None) -> WSGIEnvironment | None:
    """The environ of the request that a frame, or one that called it, is handling."""
    while frame and frame.f_code is not call.__code__:
        frame = frame.f_back
    return frame.f_locals["environ"] if frame else None


def encode(response: Response, method: str, connection: str, now: str) -> list[bytes]:
    """The bytes of a response: head and body. `connection` and `now` are header lines."""
    status, headers, body = response
    date = now
    try:
        length, has_body = str(len(body)), _has_body(status)
        names, values = zip(*headers[:VARYING], strict=True) if headers else ((), ())
        template, index = _template(names)
        rest = _cached_lines(*headers[VARYING:])
        if has_body and index is not None and values[index] == length and rest is not None:
            text = _filled(template, values) + rest
        else:
            text, has_date = _lines_with_framing(headers, length if has_body else None, method)
            date = "" if has_date else now
        head = f"HTTP/1.1 {status}\r\n{text}{connection}{date}\r\n".encode("latin-1")
        if b"\0" in head:
            raise ValueError("there is a NUL in a header")  # noqa: TRY301
    except (AttributeError, TypeError, ValueError):
        log.exception("the application gave a response that can't be sent")
        return encode(FAILED, method, connection, now)
    return [head, body] if has_body and method != "HEAD" else [head]


@lru_cache(maxsize=128)
def _has_body(status: str) -> bool:
    """Whether responses with this status have a body. Raises ValueError if it is not final."""
    if not _STATUS.fullmatch(status):
        raise ValueError(f"{status!r} is not the status of a response")
    return status[:3] not in NO_BODY


@lru_cache(maxsize=128)
def _template(names: tuple[str, ...]) -> tuple[str, int | None]:
    """A template for the lines of headers with these names, and the index of Content-Length.

    The index is None unless that is the only special header. Raises ValueError if a name is not
    that of a header.
    """
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not the name of a header")
    lower = [name.lower() for name in names]
    is_plain = [name for name in lower if name in SPECIAL] == ["content-length"]
    index = lower.index("content-length") if is_plain else None
    return "".join(name.replace("%", "%%") + ": %s\r\n" for name in names), index


def _filled(template: str, values: tuple[str, ...]) -> str:
    """A template filled with these values. Raises ValueError if one has a line break."""
    text = template % values
    if not len(values) == text.count("\n") == text.count("\r"):
        raise ValueError("a line ends within a header")
    return text


def _lines(headers: Sequence[tuple[str, str]]) -> str:
    """The lines of headers. Raises ValueError if one can't be sent."""
    names, values = zip(*headers, strict=True) if headers else ((), ())
    return _filled(_template(names)[0], values)


@lru_cache(maxsize=32)
def _cached_lines(*headers: tuple[str, str]) -> str | None:
    """The lines of headers; None if one is special."""
    return None if any(name.lower() in SPECIAL for name, _ in headers) else _lines(headers)


def _lines_with_framing(headers: Headers, length: str | None, method: str) -> tuple[str, bool]:
    """The lines of headers with the server's framing headers, and whether they have a date.

    `length` is that of the body; None if the response has no body.
    """
    fields = [(name.lower(), value) for name, value in headers]
    kept = [field for field in headers if field[0].lower() not in FRAMING]
    if length is not None:
        kept.append(("Content-Length", _length(fields, length, method)))
    return _lines(kept), "date" in dict(fields)


def _length(fields: Headers, length: str, method: str) -> str:
    """The Content-Length of a response; for HEAD that of the response to GET, if it is declared."""
    given = {value for key, value in fields if key == "content-length"} or {length}
    if given != {length} and (method != "HEAD" or len(given) > 1 or not min(given).isdecimal()):
        raise ValueError(f"{length} bytes are given, and {given} declared")
    return given.pop()


def response_in_text(error: Exception, _: WSGIEnvironment) -> Response:
    """The response to a rejected request: the error as a line of text."""
    status = HTTPStatus(getattr(error, "status", 500))
    headers = [("Content-Type", "text/plain; charset=utf-8")]
    if seconds := getattr(error, "retry_after", None):
        headers.append(("Retry-After", str(seconds)))
    return f"{status} {status.phrase}", headers, f"{error}\n".encode()
