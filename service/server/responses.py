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

FRAMING = {"connection", "keep-alive", "transfer-encoding"}
"""Headers about framing, which only the server may set."""

NO_BODY = {"204", "304"}

CLOSE = "Connection: close\r\n"
"""The header of the last response of a connection."""

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


def encode(response: Response, method: str, connection: str, now: str) -> list[bytes]:
    """The bytes of a response: head and body. `connection` and `now` are header lines.

    Raises AttributeError, TypeError or ValueError if it can't be sent.
    """
    body, date = response.body, now
    has_body = _has_body(response.status)
    length = given = str(len(body))
    lines = [f"HTTP/1.1 {response.status}\r\n"]
    for name, value in response.headers:
        kind = _kind(name)
        if not kind:
            lines.append(f"{name}: {value}\r\n")
        elif kind == "date":
            lines.append(f"{name}: {value}\r\n")
            date = ""
        elif kind == "content-length" and value != length:
            # For HEAD, it may be the length of the response to GET.
            if length != given or method != "HEAD" or not value.isdecimal():
                raise ValueError(f"the body has {given} bytes, but Content-Length is {value}")
            length = value
    text = "".join(lines)
    if not len(lines) == text.count("\n") == text.count("\r") or "\0" in text:
        raise ValueError("a header contains a line break")
    length_line = f"Content-Length: {length}\r\n" if has_body else ""
    head = f"{text}{length_line}{response.lines}{connection}{date}\r\n".encode("latin-1")
    return [head, body] if has_body and method != "HEAD" else [head]


@lru_cache(maxsize=128)
def _has_body(status: str) -> bool:
    """Whether responses with a status have a body. Raises ValueError if it is not a final one."""
    if not _STATUS.fullmatch(status):
        raise ValueError(f"{status!r} is not the status of a response")
    return status[:3] not in NO_BODY


@lru_cache(maxsize=256)
def _kind(name: str) -> str:
    """The lower-case name if the server must examine the header, else an empty string.

    Raises ValueError if it is not the name of a header.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a header")
    lower = name.lower()
    return lower if lower in {*FRAMING, "date", "content-length"} else ""
