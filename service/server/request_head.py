"""Parses the head of a request into a WSGI environment.

The result depends on nothing but the bytes, and a client that keeps its connection open sends the
same ones again and again. So results are cached.
"""

import re
import sys
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment
from wsgiref.util import FileWrapper

from httptools import (
    HttpParserError,
    HttpParserInvalidURLError,
    HttpParserUpgrade,
    HttpRequestParser,
    parse_url,
)

from service.server.errors import (
    HeadTooLarge,
    MalformedRequest,
    RequestError,
    TargetTooLong,
    UnsupportedTransferCoding,
)
from service.server.limits import (
    LONGEST_CACHED_HEAD,
    LONGEST_FIELD,
    LONGEST_TARGET,
    MAX_CACHED_HEADS,
    MAX_FIELDS,
)

CHUNKED = -1
"""In place of the length of a body: it is sent in chunks."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_METHODS = {name.encode(): name for name in METHODS}
OTHER_METHOD = "_OTHER"

SINGLE_FIELDS = {"HTTP_HOST", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING"}
NOT_HTTP = "The request is not HTTP/1.1, or its framing is broken."
NO_PATH = "The target of the request is not a path."

_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LABEL = r"[0-9A-Za-z_~!$&'()*+,;=%-]{1,63}"
_HOST = re.compile(rf"(?:\[[0-9A-Fa-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?|)(?::[0-9]*)?")


class Head(NamedTuple):
    """A parsed head; with an error, as much as could be parsed."""

    environ: WSGIEnvironment
    """Its part of the environ; the rest is the same for all requests of a connection."""

    length: int = 0
    """Bytes of the body, or CHUNKED."""

    keep_alive: bool = False
    expects_continue: bool = False
    error: RequestError | None = None


def common_environ(host: str, port: int, scheme: str) -> WSGIEnvironment:
    """The part of the environ that is the same for all requests to one address."""
    environ: WSGIEnvironment = {"SCRIPT_NAME": "", "SERVER_NAME": host, "SERVER_PORT": str(port)}
    environ |= {"PATH_INFO": "*", "QUERY_STRING": ""}  # where the target can't be read
    environ |= {"wsgi.version": (1, 0), "wsgi.url_scheme": scheme, "wsgi.errors": sys.stderr}
    environ |= {"wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False}
    return environ | {"wsgi.file_wrapper": FileWrapper, "wsgi.input_terminated": True}


def parse_head(head: bytes) -> Head:
    r"""Parse the bytes of a head, its last empty line included.

    >>> parse_head(b"GET /move?piles=3 HTTP/1.1\r\nHost: a\r\n\r\n").environ["PATH_INFO"]
    '/move'
    >>> parse_head(b"GET / HTTP/1.1\r\n\r\n").error
    MalformedRequest('An HTTP/1.1 request must have a Host header.')
    """
    return _cached(head) if len(head) <= LONGEST_CACHED_HEAD else _parse(head)


def rejected_head(head: bytes, error: RequestError) -> Head:
    """The head of a request that is rejected: only its method is parsed."""
    method = _METHODS.get(head.partition(b" ")[0], OTHER_METHOD)
    return Head({"REQUEST_METHOD": method, "SERVER_PROTOCOL": "HTTP/1.1"}, error=error)


def _parse(head: bytes) -> Head:
    line = head[: head.find(b"\r\n")]
    method, protocol = line[: line.find(b" ")], line[-8:].decode("latin-1")
    environ = {"REQUEST_METHOD": _METHODS.get(method, OTHER_METHOD), "SERVER_PROTOCOL": protocol}
    if method not in _METHODS and _TOKEN.fullmatch(method):
        head = b"GET" + head[len(method) :]  # the parser knows some methods only
    parts = _Parts()
    if line[-9:-3] == b" HTTP/" and line.count(b" ") == 2:  # the parser is less strict
        parts.read(head)
    if not parts.is_complete:
        return rejected_head(line, MalformedRequest(NOT_HTTP))
    try:
        host = _parse_target(environ, parts.target)
        length = _parse_fields(environ, parts.fields, len(head), host)
        if parts.has_error:
            raise MalformedRequest(NOT_HTTP)
    except RequestError as error:
        return Head(environ, error=error.with_traceback(None))
    keep_alive, expects = parts.keep_alive, environ.get("HTTP_EXPECT", "").lower()
    if protocol == "HTTP/1.0":  # kept open only if the client asks for nothing else
        keep_alive &= environ.get("HTTP_CONNECTION", "").lower() == "keep-alive"
        expects = ""
    return Head(environ, length, keep_alive, expects == "100-continue")


_cached = lru_cache(MAX_CACHED_HEADS)(_parse)


class _Parts:
    """The parts of a head, which the parser finds."""

    __slots__ = ("fields", "has_error", "is_complete", "keep_alive", "parser", "target")

    def __init__(self) -> None:
        self.target = b""
        self.fields: list[tuple[bytes, bytes]] = []
        self.is_complete = self.has_error = self.keep_alive = False

    def read(self, head: bytes) -> None:
        self.parser = HttpRequestParser(self)
        try:
            self.parser.feed_data(head)
        except HttpParserUpgrade:
            pass  # the server knows no other protocol, and goes on with this one
        except HttpParserError:
            self.has_error = True
        del self.parser  # each would keep the other in memory

    def on_url(self, target: bytes) -> None:
        self.target += target

    def on_header(self, name: bytes, value: bytes) -> None:
        self.fields.append((name, value))

    def on_headers_complete(self) -> None:
        self.is_complete, self.keep_alive = True, self.parser.should_keep_alive()


def _parse_target(environ: WSGIEnvironment, target: bytes) -> str | None:
    """Add a target to the environ, and return the host if the target has one.

    Raises TargetTooLong or MalformedRequest.
    """
    host = None
    if len(target) > LONGEST_TARGET:
        raise TargetTooLong
    path, _, query = target.partition(b"#")[0].partition(b"?")
    if not path.startswith(b"/"):
        try:
            url = parse_url(target)
        except HttpParserInvalidURLError:
            raise MalformedRequest(NO_PATH) from None
        path, query = url.path or b"/", url.query or b""
        if url.host:
            name = url.host.decode("latin-1")
            host = f"[{name}]" if ":" in name else name
            host += f":{url.port}" if url.port else ""
    if not path.isascii():
        raise MalformedRequest(NO_PATH)
    environ["RAW_URI"] = target.decode("latin-1")
    environ["PATH_INFO"] = (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")
    return host


def _parse_fields(
    environ: WSGIEnvironment, fields: list[tuple[bytes, bytes]], size: int, host: str | None
) -> int:
    """Add the headers to the environ, and return the length of the body, or CHUNKED.

    `size` is that of the head; `host`, from the target, replaces the Host header (RFC 9112, 3.2.2).
    Raises a RequestError for violations of RFC 9112 that the parser lets pass.
    """
    is_long = size > LONGEST_FIELD and max(len(part) for field in fields for part in field)
    if len(fields) > MAX_FIELDS or is_long > LONGEST_FIELD:
        raise HeadTooLarge
    repeated = b""
    for name, value in fields:
        key = environ_key(name)
        if key not in environ:
            environ[key] = value.decode("latin-1")
        else:
            between = "; " if key == "HTTP_COOKIE" else ","
            environ[key] += between + value.decode("latin-1")
            repeated = name if key in SINGLE_FIELDS else repeated
    environ.pop("", None)
    reason = _violation(environ, repeated.decode())
    if host and not reason:
        environ["HTTP_HOST"] = host
        reason = _violation(environ, "")
    if reason:
        raise MalformedRequest(reason)
    coding = environ.get("HTTP_TRANSFER_ENCODING")
    if coding is None:
        return int(environ.get("CONTENT_LENGTH", 0))
    if coding.lower() != "chunked":
        raise UnsupportedTransferCoding("The only supported transfer coding is chunked.")
    return CHUNKED


def _violation(environ: WSGIEnvironment, repeated: str) -> str | None:
    """The rule of RFC 9112 that a head violates, as a sentence; None if it violates none."""
    is_1_0, host = environ["SERVER_PROTOCOL"] == "HTTP/1.0", environ.get("HTTP_HOST")
    if not is_1_0 and environ["SERVER_PROTOCOL"] != "HTTP/1.1":
        return "Only HTTP/1.1 and HTTP/1.0 are supported."
    if repeated:
        return f"The header {repeated} is given more than once."
    if host is None and not is_1_0:
        return "An HTTP/1.1 request must have a Host header."
    if host and not _HOST.fullmatch(host):
        return "The Host header is not a valid host."
    if is_1_0 and "HTTP_TRANSFER_ENCODING" in environ:
        return "An HTTP/1.0 request must not have a Transfer-Encoding header."
    return None


@lru_cache(maxsize=128)
def environ_key(header: bytes) -> str:
    """The key in the environ for a header; "" if another header's name has the same key.

    >>> environ_key(b"content-type"), environ_key(b"X-Request-ID"), environ_key(b"x_request_id")
    ('CONTENT_TYPE', 'HTTP_X_REQUEST_ID', '')
    """
    name = header.decode("latin-1").upper().replace("-", "_")
    if b"_" in header:
        return ""
    return name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else "HTTP_" + name
