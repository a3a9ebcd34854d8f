"""The head of a request, its first line and its headers: what can be wrong with one.

The server raises none of these itself: it leaves them for the application under REQUEST_FAULT, so
that such a request is answered, logged and measured as every other is.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from service.limits import LONGEST_FIELD, LONGEST_TARGET, MOST_FIELDS

CHUNKED = -1
"""In place of the length of a body: it is as long as its chunks say."""

NOT_HTTP = "The request is not HTTP/1.1, or its framing is broken."

SINGLE_FIELDS = (b"host", b"content-type", b"transfer-encoding")

_HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._~!$&'()*+,;=%-]*)(?::[0-9]*)?")


class MalformedRequest(ValueError):
    """The request is not HTTP/1.1 as RFC 9112 defines it; the message says why."""


class TargetTooLong(ValueError):
    """The path and the query are longer than the limit."""


class HeadTooLarge(ValueError):
    """The headers are too long, or too many."""


class UnsupportedTransferCoding(ValueError):
    """The body has a transfer coding other than chunked."""


def fault_of_head(
    target: bytes,
    version: str,
    headers: Sequence[tuple[bytes, bytes]],
    fields: Mapping[bytes, bytes],
) -> Exception | None:
    """What is wrong with a head that a parser has read; `fields` are the headers by their names.

    >>> fault_of_head(b"/move", "1.1", [], {})
    MalformedRequest('A request of HTTP/1.1 has a Host header.')
    """
    if len(target) > LONGEST_TARGET:
        return TargetTooLong()
    if len(headers) > MOST_FIELDS or max(map(len, chain(*headers)), default=0) > LONGEST_FIELD:
        return HeadTooLarge()
    if reason := _flaw_of_head(version, headers, fields):
        return MalformedRequest(reason)
    if fields.get(b"transfer-encoding", b"chunked").lower() != b"chunked":
        return UnsupportedTransferCoding()
    return None


def _flaw_of_head(
    version: str, headers: Sequence[tuple[bytes, bytes]], fields: Mapping[bytes, bytes]
) -> str | None:
    """What RFC 9112 forbids, and the parser does not see."""
    if version not in {"1.0", "1.1"}:
        return "Only HTTP/1.1 and HTTP/1.0 are served."
    if len(fields) < len(headers):
        names = [name for name, _ in headers]
        for name in SINGLE_FIELDS:
            if names.count(name) > 1:
                return f"The header {name.decode()} is given more than once."
    host = fields.get(b"host")
    if host is None and version == "1.1":
        return "A request of HTTP/1.1 has a Host header."
    if host and not _HOST.fullmatch(host):
        return "The Host header names no host."
    if version == "1.0" and b"transfer-encoding" in fields:
        return "A request of HTTP/1.0 has no Transfer-Encoding."
    return None


def length_of_body(fields: Mapping[bytes, bytes]) -> int:
    """Bytes of the body, or CHUNKED, by a head without a fault.

    >>> length_of_body({b"content-length": b"20"})
    20
    """
    return CHUNKED if b"transfer-encoding" in fields else int(fields.get(b"content-length", 0))
