"""Between WSGI and HTTP: the answer of an application, and its bytes on the wire."""

import logging
from http import HTTPStatus
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

log = logging.getLogger("nim")

Headers = list[tuple[str, str]]
Answer = tuple[str, Headers, bytes]
"""A status line such as `200 OK`, the headers, and the whole body."""

# The keys of the environ under which the layers leave each other facts of a request.
STARTED = "nim.started"  # `perf_counter()` when it had arrived whole: from the server
FAULT = "nim.fault"  # the exception that keeps the server from reading it: from answer_fault
REQUEST_ID = "nim.request_id"  # what the answer and the log have in common: from the middleware
ROUTE = "nim.route"  # the template of what answered, such as `/static/<path:name>`
PROBLEM_TYPE = "nim.problem_type"  # the last part of the problem's `type`: from answer_problem
FAULTS = "nim.faults"  # the faults that the problem lists: from answer_problem

FAILED: Answer = "500 Internal Server Error", [("Content-Type", "text/plain")], b"It failed.\n"
"""In place of an answer that can't be given."""

OF_THE_SERVER = {"connection", "content-length", "keep-alive", "transfer-encoding"}
NO_BODY = {"204", "304"}


def call(application: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """The answer of an application, gathered into one piece."""
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
            body = b"".join(chunks)  # of which the first may be what calls write()
        finally:
            if close := getattr(chunks, "close", None):
                close()
        status, headers = started
    except Exception:
        log.exception("the application raised")
        return FAILED
    return status, headers, b"".join([*written, body]) if written else body


def encode(answer: Answer, method: str, connection: str, date: str) -> list[bytes]:
    """The head and the body of an answer on the wire; `connection` and `date` are header lines."""
    status, headers, body = answer
    try:
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
        if f"Content-Length: {len(body)}\r\n" not in lines:
            headers = _with_length(headers, len(body), method, status[:3])
            lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
        if not len(headers) == lines.count("\n") + status.count("\n") == lines.count("\r"):
            raise ValueError("a line ends within a header")  # noqa: TRY301
        head = f"HTTP/1.1 {status}\r\n{lines}{connection}{'' if 'Date: ' in lines else date}\r\n"
        is_sent = method != "HEAD" and status[:3] not in NO_BODY
        return [head.encode("latin-1"), body] if is_sent else [head.encode("latin-1")]
    except (TypeError, ValueError):
        log.exception("the application gave an answer that can't be sent")
        return encode(FAILED, method, connection, date)


def _with_length(headers: Headers, length: int, method: str, status: str) -> Headers:
    given = [value for name, value in headers if name.lower() == "content-length"]
    headers = [field for field in headers if field[0].lower() not in OF_THE_SERVER]
    if status in NO_BODY:
        return headers
    if given and given != [str(length)] and method != "HEAD":
        raise ValueError(f"{length} bytes are given, and {given} declared")
    return [*headers, ("Content-Length", given[0] if given else str(length))]


def answer_in_text(fault: Exception, _: WSGIEnvironment) -> Answer:
    """A fault as a line of text."""
    status = HTTPStatus(getattr(fault, "status", 500))
    headers = [("Content-Type", "text/plain; charset=utf-8")]
    if seconds := getattr(fault, "retry_after", None):
        headers.append(("Retry-After", str(seconds)))
    return f"{status} {status.phrase}", headers, f"{fault}\n".encode()
