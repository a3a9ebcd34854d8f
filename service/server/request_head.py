"""The head of a request: the environ that it makes, and what can be wrong with it."""

import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment
from wsgiref.util import FileWrapper

from httptools import HttpParserInvalidURLError, parse_url

from service.limits import LONGEST_FIELD, LONGEST_TARGET, MOST_FIELDS
from service.request_faults import (
    HeadTooLarge,
    MalformedRequest,
    TargetTooLong,
    UnsupportedTransferCoding,
)
from service.server.framing import CHUNKED

Fields = Sequence[tuple[bytes, bytes]]

SINGLE_FIELDS = {
    "HTTP_HOST": "host",
    "CONTENT_TYPE": "content-type",
    "HTTP_TRANSFER_ENCODING": "transfer-encoding",
}

_LABEL = r"[0-9A-Za-z_~!$&'()*+,;=%-]{1,63}"
_HOST = re.compile(rf"(?:\[[0-9A-Fa-f:.]+\]|{_LABEL}(?:\.{_LABEL})*\.?|)(?::[0-9]*)?")


def common_environ(host: str, port: int, scheme: str) -> WSGIEnvironment:
    """What the environs of all requests to one address have in common."""
    return {
        "SCRIPT_NAME": "",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
        "wsgi.input_terminated": True,
    }


def read_target(environ: WSGIEnvironment, target: bytes) -> None:
    """Put a target into the environ. Raises TargetTooLong or MalformedRequest."""
    environ["RAW_URI"] = target.decode("latin-1")
    if len(target) > LONGEST_TARGET:
        raise TargetTooLong
    path, _, query = target.partition(b"#")[0].partition(b"?")
    if not path.startswith(b"/"):
        try:
            url = parse_url(target)
        except HttpParserInvalidURLError:
            raise MalformedRequest("The target of the request is not a path.") from None
        path, query = url.path or b"/", url.query or b""
    if not path.isascii():
        raise MalformedRequest("The target of the request is not a path.")
    if b"%" in path:
        path = unquote_to_bytes(path)
    environ["PATH_INFO"] = path.decode("latin-1")
    environ["QUERY_STRING"] = query.decode("latin-1")


def read_fields(environ: WSGIEnvironment, fields: Fields, size: int) -> int:
    """Put the headers of a head of some size into the environ; the length of the body, or CHUNKED.

    Raises a RequestFault for what RFC 9112 forbids and the parser does not see.
    """
    if len(fields) > MOST_FIELDS or (size > LONGEST_FIELD and _has_long_field(fields)):
        raise HeadTooLarge
    repeated = ""
    for name, value in fields:
        key = environ_key(name)
        if not key:
            continue
        if key not in environ:
            environ[key] = value.decode("latin-1")
        elif key in SINGLE_FIELDS:
            repeated = SINGLE_FIELDS[key]
        else:
            environ[key] += "," + value.decode("latin-1")
    version = environ["SERVER_PROTOCOL"]
    if version not in {"HTTP/1.1", "HTTP/1.0"}:
        raise MalformedRequest("Only HTTP/1.1 and HTTP/1.0 are served.")
    if repeated:
        raise MalformedRequest(f"The header {repeated} is given more than once.")
    host = environ.get("HTTP_HOST")
    if host is None and version == "HTTP/1.1":
        raise MalformedRequest("A request of HTTP/1.1 has a Host header.")
    if host and not _is_host(host):
        raise MalformedRequest("The Host header names no host.")
    coding = environ.get("HTTP_TRANSFER_ENCODING")
    if coding is None:
        return int(environ.get("CONTENT_LENGTH", 0))
    if version == "HTTP/1.0":
        raise MalformedRequest("A request of HTTP/1.0 has no Transfer-Encoding.")
    if coding.lower() != "chunked":
        raise UnsupportedTransferCoding("The only transfer coding that is read here is chunked.")
    return CHUNKED


def _has_long_field(fields: Fields) -> bool:
    return any(len(name) > LONGEST_FIELD or len(value) > LONGEST_FIELD for name, value in fields)


@lru_cache(maxsize=128)
def environ_key(header: bytes) -> str:
    """The key in the environ for a header; "" for one whose key would be another header's.

    >>> environ_key(b"content-type"), environ_key(b"X-Request-ID"), environ_key(b"x_request_id")
    ('CONTENT_TYPE', 'HTTP_X_REQUEST_ID', '')
    """
    if b"_" in header:
        return ""
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else "HTTP_" + name


@lru_cache(maxsize=64)
def _is_host(text: str) -> bool:
    return _HOST.fullmatch(text) is not None
