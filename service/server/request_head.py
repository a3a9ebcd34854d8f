"""Parses the head of a request into a WSGI environ, by the grammar of RFC 9112.

Results are cached: they depend on nothing but the bytes, and a client that keeps its connection
open sends the same bytes again and again. Behind a proxy that adds an id, most lines stay the same.
"""

import re
import string
import sys
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment
from wsgiref.util import FileWrapper

from .errors import (
    HeadTooLarge,
    MalformedRequest,
    RequestError,
    TargetTooLong,
    UnsupportedMethod,
    UnsupportedTransferCoding,
    UnsupportedVersion,
)
from .limits import (
    LARGEST_HEAD,
    LONGEST_CACHED_HEAD,
    LONGEST_CACHED_LINE,
    LONGEST_FIELD,
    LONGEST_HOST,
    LONGEST_METHOD,
    LONGEST_TARGET,
    MAX_CACHED_HEADS,
    MAX_CACHED_LINES,
    MAX_FIELDS,
)

END = b"\r\n\r\n"
"""The end of a head, and of the trailer of a chunked body."""

METHODS = frozenset(
    {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"}
)
"""The methods that HTTP defines (RFC 9110, 5789 and 10008)."""

OTHER_METHOD = "_OTHER"

CHUNKED = -1
"""In place of a body's length: the body is sent in chunks."""

TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]++"  # noqa: S105  # no password
_TEXT = r"[\t\x20-\x7e\x80-\xff]*+"
MAX_DIGITS = 18
"""Digits of a Content-Length, without leading zeros."""

_REQUEST_LINE = re.compile(rf"({TOKEN}) ([\x21-\x7e]++) HTTP/([0-9])\.([0-9])")
_FIELD = re.compile(rf"({TOKEN}):({_TEXT})")
_EMPTY_LINES = re.compile(rb"(?:\r\n){1,1000}")
_METHOD = re.compile(TOKEN)
_BEGINS = frozenset(b"\r!#$%&'*+.^_`|~-" + string.digits.encode() + string.ascii_letters.encode())
"""The bytes with which a head can begin: those of a token, or of an empty line."""
_ABSOLUTE = re.compile(r"https?://([^/?#]*+)(/[^?#]*+)?", re.IGNORECASE)
_LABEL = r"[0-9A-Za-z_~!$&'()*+,;=%-]{1,63}"
_HOST = re.compile(rf"(\[[0-9A-Fa-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?)(?::[0-9]{{0,5}})?")
_SINGLE_FIELDS = {"HTTP_HOST", "CONTENT_TYPE"}

UNREAD = {
    "REQUEST_METHOD": "",
    "PATH_INFO": "*",
    "QUERY_STRING": "",
    "SERVER_PROTOCOL": "HTTP/1.1",
}
"""The part of the environ that a response and the log need, if the head can't be read."""


class Head(NamedTuple):
    """A parsed head."""

    environ: WSGIEnvironment
    """Its part of the environ; the rest is the same for all requests of a connection."""

    length: int = 0
    """Bytes of the body, or CHUNKED."""

    keep_alive: bool = False
    expects_continue: bool = False


def common_environ(host: str, port: int, scheme: str) -> WSGIEnvironment:
    """The part of the environ that is the same for all requests to one address."""
    environ: WSGIEnvironment = {"SCRIPT_NAME": "", "SERVER_NAME": host, "SERVER_PORT": str(port)}
    environ |= {"wsgi.version": (1, 0), "wsgi.url_scheme": scheme, "wsgi.errors": sys.stderr}
    environ |= {"wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False}
    return environ | {"wsgi.file_wrapper": FileWrapper, "wsgi.input_terminated": True}


def take_head(received: bytes, at: int = 0, searched: int = 0) -> tuple[Head | None, int]:
    """The head at an index of the received data, None until complete, and the index after it.

    Empty lines before it are ignored (RFC 9112, 2.2). The first `searched` bytes were searched
    before, and are not searched again. Raises RequestError as soon as no further bytes can make it
    a head.
    """
    while received.startswith(b"\r\n", at) and (empty := _EMPTY_LINES.match(received, at)):
        at, searched = empty.end(), 0
    end = received.find(END, at + searched - 3 if searched > 3 else at)
    if 0 <= end <= at + LARGEST_HEAD:
        end += len(END)
        head = received[at:end]
        return (_cached(head) if len(head) <= LONGEST_CACHED_HEAD else _parse(head)), end
    size = len(received) - at
    if size > LARGEST_HEAD:
        raise _too_large(received[at:])
    has_begun_wrong = size > 0 and received[at] not in _BEGINS
    has_bare_return = size > 1 and received.startswith(b"\r", at)
    if has_begun_wrong or has_bare_return or has_bare_line_feed(received, at, searched):
        line = received[at:].partition(b"\r\n")[0].decode("latin-1")
        raise _rejected(line, MalformedRequest())
    return None, at


def has_bare_line_feed(data: bytes, at: int, searched: int) -> bool:
    r"""Whether a line feed without a carriage return comes after the first `searched` bytes.

    >>> [has_bare_line_feed(b"a\r\nb\r\n", 0, n) for n in range(7)]
    [False, False, False, False, False, False, False]
    >>> [has_bare_line_feed(b"a\r\nb\nc", 0, n) for n in range(7)]
    [True, True, True, True, True, False, False]
    """
    start = at + searched
    return data.count(b"\n", start) != data.count(b"\r\n", max(at, start - 1))


def _too_large(received: bytes) -> RequestError:
    line = received.partition(b"\r\n")[0].decode("latin-1")
    method, _, target = line.partition(" ")
    if len(method) > LONGEST_METHOD:
        return _rejected(line, UnsupportedMethod())
    is_long = len(target.partition(" ")[0]) > LONGEST_TARGET
    return _rejected(line, TargetTooLong() if is_long else HeadTooLarge())


def parse_fields(section: bytes) -> list[tuple[str, str]]:
    """The fields of a head or of a trailer, each with its key in the environ.

    Raises MalformedRequest or HeadTooLarge.
    """
    if section.count(b"\n") > MAX_FIELDS:
        raise HeadTooLarge
    lines = section.decode("latin-1").split("\r\n")
    lines.pop()  # after the last line end
    return [_known(line) if len(line) <= LONGEST_CACHED_LINE else _field(line) for line in lines]


def _field(line: str) -> tuple[str, str]:
    """The key of a field in the environ, and its value. Raises MalformedRequest or HeadTooLarge.

    Whitespace around a value is not part of it (RFC 9110, 5.5).
    """
    if not (match := _FIELD.fullmatch(line)):
        raise MalformedRequest
    name, value = match[1], match[2].strip(" \t")
    if len(name) > LONGEST_FIELD or len(value) > LONGEST_FIELD:
        raise HeadTooLarge
    return environ_key(name), value


_known = lru_cache(MAX_CACHED_LINES)(_field)


def closes(connection: str) -> bool:
    """Whether a Connection header says that no other request follows.

    >>> closes("Keep-Alive, Close"), closes("closed"), closes("")
    (True, False, False)
    """
    return "close" in {option.strip(" \t").lower() for option in connection.split(",")}


def _parse(head: bytes) -> Head:
    r"""Parse the bytes of a head, its last empty line included. Raises RequestError.

    >>> _parse(b"GET /move?piles=3 HTTP/1.1\r\nHost: a\r\n\r\n").environ["PATH_INFO"]
    '/move'
    >>> _parse(b"GET / HTTP/1.1\r\n\r\n")
    Traceback (most recent call last):
    ...
    service.server.errors.MalformedRequest: An HTTP/1.1 request must have a Host header.
    """
    first, _, section = head.partition(b"\r\n")
    line = first.decode("latin-1")
    environ: WSGIEnvironment = {}
    try:
        authority = _parse_target(environ, _parse_line(environ, line))
        _add_fields(environ, parse_fields(section[:-2]))
        if authority is not None:
            environ["HTTP_HOST"] = authority
        length = _body_length(environ)
    except RequestError as error:
        raise _rejected(line, error, environ) from None
    connection, expects = environ.get("HTTP_CONNECTION", ""), environ.get("HTTP_EXPECT", "")
    if environ["SERVER_PROTOCOL"] == "HTTP/1.0":  # kept open only at the client's request
        return Head(environ, length, connection.lower() == "keep-alive")
    keep_alive = not (connection and closes(connection))
    return Head(environ, length, keep_alive, expects.lower() == "100-continue")


_cached = lru_cache(MAX_CACHED_HEADS)(_parse)


def _rejected(
    line: str, error: RequestError, environ: WSGIEnvironment | None = None
) -> RequestError:
    """The error, with the part of the environ that its response and the log need."""
    method = line.partition(" ")[0]
    is_method = len(method) <= LONGEST_METHOD and _METHOD.fullmatch(method)
    known = {"REQUEST_METHOD": method} if is_method else {}
    error.environ = UNREAD | known | (environ or {})
    return error


def _parse_line(environ: WSGIEnvironment, line: str) -> str:
    """Add the method and the version of a request line to the environ, and return the target."""
    if not (match := _REQUEST_LINE.fullmatch(line)):
        method = line.partition(" ")[0]
        is_long = len(method) > LONGEST_METHOD and _METHOD.fullmatch(method)
        raise UnsupportedMethod if is_long else MalformedRequest
    method, target, major, minor = match.groups()
    if len(method) > LONGEST_METHOD:
        raise UnsupportedMethod
    if major != "1":
        raise UnsupportedVersion
    environ["REQUEST_METHOD"] = method
    # A later minor version is served as the highest known one (RFC 9110, 2.5).
    environ["SERVER_PROTOCOL"] = "HTTP/1.0" if minor == "0" else "HTTP/1.1"
    if len(target) > LONGEST_TARGET:
        raise TargetTooLong
    return target


def _parse_target(environ: WSGIEnvironment, target: str) -> str | None:
    """Add a target to the environ, and return the authority if it has one (RFC 9112, 3.2).

    Raises MalformedRequest, or UnsupportedMethod for CONNECT.
    """
    method, authority = environ["REQUEST_METHOD"], None
    path, _, query = target.partition("#")[0].partition("?")
    if not path.startswith("/"):
        if method == "CONNECT":
            raise UnsupportedMethod
        if match := _ABSOLUTE.match(target):
            authority, path = match[1], match[2] or "/"
            if not _is_host(authority):
                raise MalformedRequest("The target of the request has no valid host.")
        elif target != "*":
            raise MalformedRequest("The target of the request is not a path.")
        elif method != "OPTIONS":
            raise MalformedRequest("The target * is for OPTIONS only.")
    environ["RAW_URI"] = target
    environ["PATH_INFO"] = unquote_to_bytes(path).decode("latin-1") if "%" in path else path
    environ["QUERY_STRING"] = query
    return authority


def _add_fields(environ: WSGIEnvironment, fields: list[tuple[str, str]]) -> None:
    """Add the headers to the environ. Raises MalformedRequest."""
    for key, value in fields:
        if key not in environ:
            environ[key] = value
        elif key in _SINGLE_FIELDS:
            name = key.removeprefix("HTTP_").replace("_", "-").title()
            raise MalformedRequest(f"The header {name} is given more than once.")
        else:
            environ[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
    environ.pop("", None)
    host = environ.get("HTTP_HOST")
    if host is None and environ["SERVER_PROTOCOL"] != "HTTP/1.0":
        raise MalformedRequest("An HTTP/1.1 request must have a Host header.")
    if host == "":  # the client knows no host (RFC 9112, 3.2)
        del environ["HTTP_HOST"]
    elif host is not None and not _is_host(host):
        raise MalformedRequest("The Host header is not a valid host.")


def _is_host(text: str) -> bool:
    found = _HOST.fullmatch(text)
    return found is not None and len(found[1]) <= LONGEST_HOST


def _body_length(environ: WSGIEnvironment) -> int:
    """The length of the body, or CHUNKED (RFC 9112, 6.3).

    Raises MalformedRequest or UnsupportedTransferCoding.
    """
    length, coding = environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING")
    if coding is None:
        if length is None:
            return 0
        if not length.isdecimal() or len(length.lstrip("0")) > MAX_DIGITS:
            raise MalformedRequest("The Content-Length is not a number of bytes.")
        return int(length)
    if environ["SERVER_PROTOCOL"] == "HTTP/1.0":
        raise MalformedRequest("An HTTP/1.0 request must not have a Transfer-Encoding header.")
    if length is not None:
        raise MalformedRequest("A request can't have both Content-Length and Transfer-Encoding.")
    codings = [each.strip(" \t").lower() for each in coding.split(",")]
    if codings == ["chunked"]:
        return CHUNKED
    if "chunked" in codings[:-1]:
        raise MalformedRequest("The transfer coding chunked must come last, and only once.")
    raise UnsupportedTransferCoding


def environ_key(header: str) -> str:
    """A header's key in the environ; "" if another header's name has the same key.

    >>> environ_key("content-type"), environ_key("X-Request-ID"), environ_key("x_request_id")
    ('CONTENT_TYPE', 'HTTP_X_REQUEST_ID', '')
    """
    if "_" in header:
        return ""
    name = header.upper().replace("-", "_")
    return name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else "HTTP_" + name
