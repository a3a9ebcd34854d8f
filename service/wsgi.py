"""Between HTTP and WSGI: the environ that a head makes, and the bytes that an answer makes."""

import logging
import re
import sys
from functools import lru_cache
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import FileWrapper

from httptools import HttpParserInvalidURLError, parse_url

from service import request_faults as faults
from service.limits import LONGEST_FIELD, LONGEST_TARGET, MOST_FIELDS
from service.request_faults import MalformedRequest

log = logging.getLogger("nim")

Headers = list[tuple[str, str]]
Answer = tuple[str, Headers, bytes]
"""A status line such as `200 OK`, the headers, and the whole body."""

STARTED = "nim.started"
"""The key in the environ for `perf_counter()` when the request had arrived whole."""

CHUNKED = -1
"""In place of the length of a body: it is as long as its chunks say."""

FAILED: Answer = "500 Internal Server Error", [("Content-Type", "text/plain")], b"It failed.\n"
"""In place of an answer that can't be given."""

SINGLE_FIELDS = {"HTTP_HOST", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING"}
OF_THE_SERVER = {"connection", "content-length", "keep-alive", "transfer-encoding"}
NO_BODY = {"204", "304"}
NO_PATH = "The target of the request is not a path."

_LABEL = r"[0-9A-Za-z_~!$&'()*+,;=%-]{1,63}"
_HOST = re.compile(rf"(?:\[[0-9A-Fa-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?|)(?::[0-9]*)?")


def common_environ(host: str, port: int, scheme: str) -> WSGIEnvironment:
    """What the environs of all requests to one address have in common."""
    environ: WSGIEnvironment = {"SCRIPT_NAME": "", "SERVER_NAME": host, "SERVER_PORT": str(port)}
    environ |= {"PATH_INFO": "*", "QUERY_STRING": ""}  # where the target can't be read
    environ |= {"wsgi.version": (1, 0), "wsgi.url_scheme": scheme, "wsgi.errors": sys.stderr}
    environ |= {"wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False}
    return environ | {"wsgi.file_wrapper": FileWrapper, "wsgi.input_terminated": True}


def read_target(environ: WSGIEnvironment, target: bytes) -> None:
    """Put a target into the environ. Raises TargetTooLong or MalformedRequest."""
    if len(target) > LONGEST_TARGET:
        raise faults.TargetTooLong
    path, _, query = target.partition(b"#")[0].partition(b"?")
    if not path.startswith(b"/"):
        try:
            url = parse_url(target)
        except HttpParserInvalidURLError:
            raise MalformedRequest(NO_PATH) from None
        path, query = url.path or b"/", url.query or b""
    if not path.isascii():
        raise MalformedRequest(NO_PATH)
    environ["RAW_URI"] = target.decode("latin-1")
    environ["PATH_INFO"] = (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")


def read_fields(environ: WSGIEnvironment, fields: list[tuple[bytes, bytes]], size: int) -> int:
    """Put the headers of a head of some size into the environ; the length of the body, or CHUNKED.

    Raises a RequestFault for what RFC 9112 forbids and the parser does not see.
    """
    is_long = size > LONGEST_FIELD and max(len(part) for field in fields for part in field)
    if len(fields) > MOST_FIELDS or is_long > LONGEST_FIELD:
        raise faults.HeadTooLarge
    repeated = b""
    for name, value in fields:
        key = environ_key(name)
        if key not in environ:
            environ[key] = value.decode("latin-1")
        else:
            environ[key] += "," + value.decode("latin-1")
            repeated = name if key in SINGLE_FIELDS else repeated
    environ.pop("", None)
    if reason := _flaw(environ, repeated.decode()):
        raise MalformedRequest(reason)
    coding = environ.get("HTTP_TRANSFER_ENCODING")
    if coding is None:
        return int(environ.get("CONTENT_LENGTH", 0))
    if coding.lower() != "chunked":
        raise faults.UnsupportedTransferCoding("The only supported transfer coding is chunked.")
    return CHUNKED


def _flaw(environ: WSGIEnvironment, repeated: str) -> str | None:
    is_1_0, host = environ["SERVER_PROTOCOL"] == "HTTP/1.0", environ.get("HTTP_HOST")
    if not is_1_0 and environ["SERVER_PROTOCOL"] != "HTTP/1.1":
        return "Only HTTP/1.1 and HTTP/1.0 are supported."
    if repeated:
        return f"The header {repeated} is given more than once."
    if host is None and not is_1_0:
        return "An HTTP/1.1 request must have a Host header."
    if host and not is_host(host):
        return "The Host header is not a valid host."
    if is_1_0 and "HTTP_TRANSFER_ENCODING" in environ:
        return "An HTTP/1.0 request must not have a Transfer-Encoding header."
    return None


@lru_cache(maxsize=128)
def environ_key(header: bytes) -> str:
    """The key in the environ for a header; "" for one whose key would be another header's.

    >>> environ_key(b"content-type"), environ_key(b"X-Request-ID"), environ_key(b"x_request_id")
    ('CONTENT_TYPE', 'HTTP_X_REQUEST_ID', '')
    """
    name = header.decode("latin-1").upper().replace("-", "_")
    if b"_" in header:
        return ""
    return name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else "HTTP_" + name


@lru_cache(maxsize=64)
def is_host(text: str) -> bool:
    """Whether a Host header can be a host's name or address, perhaps with a port."""
    return _HOST.fullmatch(text) is not None


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
