"""The response of a WSGI application, and its bytes on the wire."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

Headers = list[tuple[str, str]]


@dataclass(slots=True)
class Response:
    """A whole response."""

    status: str
    """The status and its reason, such as `200 OK`."""

    headers: Headers
    body: bytes
    lines: str = ""
    """Further headers, already joined as lines; they must not be ones that the server sets."""


FAILED = Response("500 Internal Server Error", [("Content-Type", "text/plain")], b"It failed.\n")
"""The response if the application returns none that can be sent."""

LEFT = Response("499 Client Closed Request", [], b"")
"""Counted in place of the response that a client no longer waited for; never sent."""

FRAMING = {"connection", "keep-alive", "transfer-encoding"}
"""Headers about framing, which only the server may set."""

NO_BODY = {"204", "304"}

CLOSE = "Connection: close\r\n"
"""The header of the last response of a connection."""

KEEP_ALIVE = "Connection: keep-alive\r\n"
"""The header of any other response in HTTP/1.0."""

_STATUS = re.compile("[2-5][0-9]{2}(?: [^\r\n\0]*)?")
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

    chunks = application(environ, start_response)
    try:
        content = b"".join(chunks)  # it may still call write() while making the first chunk
    finally:
        if close := getattr(chunks, "close", None):
            close()
    if not started:
        raise RuntimeError("start_response was not called")
    status, headers = started
    return Response(status, headers, b"".join([*written, content]) if written else content)


def encode(response: Response, method: str, connection: str, date: str) -> list[bytes]:
    """The bytes of a response: head and body. `connection` and `date` are header lines.

    Raises AttributeError, TypeError or ValueError if it can't be sent.
    """
    body = response.body
    length = given = str(len(body))
    status_line, has_body = _first_line(response.status)
    lines = [status_line]
    for name, value in response.headers:
        if kind := _kind(name):
            if kind == "content-length" and value != length:
                # For HEAD, it may be the length of the response to GET.
                if length != given or method != "HEAD" or not value.isdecimal():
                    raise ValueError(f"the body has {given} bytes, but Content-Length is {value}")
                length = value
            if kind != "date":
                continue
            date = ""
        lines.append(f"{name}: {value}\r\n")
    text = "".join(lines)
    if not len(lines) == text.count("\n") == text.count("\r") or "\0" in text:
        raise ValueError("a header contains a line break")
    if has_body:
        text += f"Content-Length: {length}\r\n"
    head = f"{text}{response.lines}{connection}{date}\r\n".encode("latin-1")
    return [head, body] if has_body and method != "HEAD" else [head]


@lru_cache(maxsize=128)
def _first_line(status: str) -> tuple[str, bool]:
    """The first line for a status, and whether a body follows. Raises ValueError if none can be."""
    if not _STATUS.fullmatch(status):
        raise ValueError(f"{status!r} is not the status of a response")
    return f"HTTP/1.1 {status}\r\n", status[:3] not in NO_BODY


@lru_cache(maxsize=256)
def _kind(name: str) -> str:
    """The lower-case name if the server must examine the header, else an empty string.

    Raises ValueError if it is not the name of a header.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a header")
    lower = name.lower()
    return lower if lower in {*FRAMING, "date", "content-length"} else ""
