"""An answer: what an application gives for a request, and the bytes that it makes on the wire."""

import logging
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.server.served import Answer, Headers

log = logging.getLogger("nim")

FAILED: Answer = (
    "500 Internal Server Error",
    [("Content-Type", "text/plain; charset=utf-8")],
    b"Internal Server Error\n",
)
"""The answer in place of one that can't be given."""

OF_THE_SERVER = {"connection", "content-length", "keep-alive", "transfer-encoding"}
"""Headers that are not the application's."""


def call(application: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """The answer of an application, gathered into one piece."""
    started: list[Any] = []
    written: list[bytes] = []

    def start_response(status: str, headers: Any, error: Any = None, /) -> Any:
        if started and not error:
            raise RuntimeError("start_response was called twice")
        started[:] = status, headers
        return written.append

    try:
        chunks = application(environ, start_response)
        try:
            if type(chunks) is list and len(chunks) == 1 and not written:
                body = chunks[0]
            else:
                body = b"".join([*chunks])  # its first chunk may be what calls write()
                body = b"".join(written) + body
        finally:
            if close := getattr(chunks, "close", None):
                close()
        status, headers = started
    except Exception:
        log.exception("the application raised")
        return FAILED
    return status, headers, body


def encode(answer: Answer, method: str, connection: str, date: str) -> tuple[bytes, bytes]:
    """The head and the body of an answer on the wire; `connection` and `date` are header lines."""
    try:
        return _encode(answer, method, connection, date)
    except (TypeError, ValueError):  # no text, no latin-1, a line end in a header
        log.exception("the application gave an answer that can't be sent")
        return _encode(FAILED, method, connection, date)


def _encode(answer: Answer, method: str, connection: str, date: str) -> tuple[bytes, bytes]:
    status, headers, body = answer
    lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
    if f"Content-Length: {len(body)}\r\n" not in lines or "onnection: " in lines:
        headers = _complete(status, headers, body, method)
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
    first = f"HTTP/1.1 {status}\r\n"
    if not first.count("\n") + lines.count("\n") == 1 + len(headers) == 1 + lines.count("\r"):
        raise ValueError("a line ends within a header")
    if "\nDate: " in lines:
        date = ""
    head = f"{first}{lines}{connection}{date}\r\n"
    return head.encode("latin-1"), b"" if method == "HEAD" else body


def _complete(status: str, headers: Headers, body: bytes, method: str) -> Headers:
    """The headers with a Content-Length, and without what is not the application's."""
    given = [value for name, value in headers if name.lower() == "content-length"]
    headers = [field for field in headers if field[0].lower() not in OF_THE_SERVER]
    if status[:3] in {"204", "304"}:
        if body:
            raise ValueError(f"{status} has no body")
    elif method == "HEAD" and not body:
        headers += [("Content-Length", value) for value in given]
    elif given not in ([], [str(len(body))]):
        raise ValueError(f"{len(body)} bytes are given, and {given} declared")
    else:
        headers.append(("Content-Length", str(len(body))))
    return headers
