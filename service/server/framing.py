"""What has come from a client, cut into pieces of which none reaches beyond the end of a request.

The parser reads whatever it is given, the next request too. Given one piece at a time it has
parsed nothing when a request has to wait for its turn, and nothing when one is refused.
"""

import re

from service.limits import LARGEST_HEAD, LONGEST_TARGET
from service.request_faults import HeadTooLarge, MalformedRequest, TargetTooLong
from service.wsgi import CHUNKED

NOT_HTTP = "The request is not HTTP/1.1, or its framing is broken."

END = b"\r\n\r\n"
"""What a head ends with, and the trailer of a chunked body; no other request ends elsewhere."""

METHODS = {name: name.decode() for name in b"GET HEAD POST PUT PATCH DELETE OPTIONS".split()}
OTHER_METHOD = "_OTHER"

UPGRADE = b"\r\nupgrade:"
_UPGRADE = re.compile(rb"\r\n(upgrade:)", re.IGNORECASE)
_CHUNK = re.compile(rb"(?P<size>[0-9A-Fa-f]{1,16})(?:;[^\r\n]*)?\r\n")
_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Incoming:
    """The bytes of one connection that are still to be parsed."""

    __slots__ = ("_of_chunk", "head", "left", "method", "protocol", "waiting")

    def __init__(self) -> None:
        self.waiting = b""
        self.left: int | None = None  # bytes of the body to come, or CHUNKED; None before a head
        self._of_chunk = 0  # bytes of a chunk to come, with the CRLF after it
        # Of the head that was read last: its method, protocol and size.
        self.method, self.protocol, self.head = OTHER_METHOD, "HTTP/1.1", 0

    def next_piece(self) -> bytes:
        """The next bytes of the request; none where more has to come first.

        Raises TargetTooLong, HeadTooLarge or MalformedRequest.
        """
        if not self.waiting:
            return b""
        if self.left is None:
            return self._next_of_head()
        if self.left == CHUNKED:
            return self._next_of_chunked_body()
        piece = self._take(self.left)
        self.left -= len(piece)
        return piece

    def _take(self, size: int) -> bytes:
        piece, self.waiting = self.waiting[:size], self.waiting[size:]
        return piece

    def _next_of_head(self) -> bytes:
        if self.waiting[0] in b"\r\n":
            self.waiting = self.waiting.lstrip(b"\r\n")
        end = self.waiting.find(END)
        if (end if end >= 0 else len(self.waiting)) > LARGEST_HEAD:
            parts = self.waiting.partition(b"\r\n")[0].split(b" ", 2)
            self.method = METHODS.get(parts[0], OTHER_METHOD)
            raise TargetTooLong if max(map(len, parts)) > LONGEST_TARGET else HeadTooLarge
        if end < 0 and self.waiting.count(b"\n") == self.waiting.count(b"\r\n"):
            return b""
        self._of_chunk = 0
        return self._adapt(self._take(end + len(END) if end >= 0 else len(self.waiting)))

    def _adapt(self, head: bytes) -> bytes:
        """A head as the parser takes it: with no method that it doesn't know, and no upgrade."""
        end = head.find(b"\r\n")
        method = head[: head.find(b" ")]
        self.method, self.head = METHODS.get(method, OTHER_METHOD), len(head)
        if head[end - 9 : end - 3] != b" HTTP/":  # some others the parser takes for HTTP
            raise MalformedRequest(NOT_HTTP)
        self.protocol = head[end - 8 : end].decode("latin-1")
        if self.method == OTHER_METHOD and _TOKEN.fullmatch(method):
            head = b"GET" + head[len(method) :]
        # The parser would take what follows for another protocol, the body too.
        return _UPGRADE.sub(rb"\r\nnot-\1", head) if UPGRADE in head.lower() else head

    def _next_of_chunked_body(self) -> bytes:
        """Whole chunks and what has come of the next one, or the last one and the trailer."""
        waiting, end = self.waiting, self._of_chunk
        while end < len(waiting) and (line := _CHUNK.match(waiting, end)):
            if line.end() - end > LARGEST_HEAD:
                break
            if not (size := int(line["size"], 16)):
                stop = waiting.find(END, line.end() - 2)
                if 0 <= stop <= end + LARGEST_HEAD:
                    return self._take(stop + len(END))
                if waiting.count(b"\n", end) != waiting.count(b"\r\n", end):
                    raise MalformedRequest(NOT_HTTP)
                break
            end = line.end() + size + 2
        else:
            if b"\n" in waiting[end:]:
                raise MalformedRequest("The size of a chunk can't be read.")
        if len(waiting) - end > LARGEST_HEAD:
            raise HeadTooLarge
        piece = self._take(end)
        self._of_chunk = end - len(piece)
        return piece
