"""The body of a request: a declared number of bytes, or chunks (RFC 9112, 6 and 7)."""

import re

from .errors import BodyTooLarge, HeadTooLarge, MalformedRequest
from .limits import CHUNKS_AT_ONCE, FRAMING_AT_ONCE, LARGEST_HEAD, MAX_FRAMING
from .request_head import (
    CHUNKED,
    END,
    TOKEN,
    closes,
    has_bare_line_feed,
    parse_fields,
)

_QUOTED = rb'"(?>(?:[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]++|\\[\t\x20-\x7e\x80-\xff])*)"'
_NAME = TOKEN.encode()
_EXTENSION = rb"[ \t]*+;[ \t]*+%b(?>(?:[ \t]*+=[ \t]*+(?:%b|%b))?)" % (_NAME, _NAME, _QUOTED)
_CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,16}+)(?>(?:%b)*)\r\n" % _EXTENSION)


class Body:
    """The part of a request's body that has been received."""

    __slots__ = (
        "_content", "_is_in_chunk", "_is_in_trailer", "_left", "_most", "_searched",
        "is_chunked", "is_complete", "is_cut", "keeps_alive", "size",
    )  # fmt: skip

    def __init__(self, length: int, most: int) -> None:
        """A body with a declared length, or CHUNKED, and at most `most` bytes."""
        self.is_chunked = length == CHUNKED
        self.is_complete = False
        self.is_cut = False  # more has been received than is read at a time
        self.keeps_alive = True  # unless its trailer closes the connection
        self.size = 0  # bytes read, with the framing
        self._content = bytearray()
        self._left = 0 if self.is_chunked else length  # of the body, or of a chunk
        self._most = most if self.is_chunked else length
        self._is_in_chunk = False  # up to the end of line after its content
        self._is_in_trailer = False  # from the end of the last chunk's line
        self._searched = 0  # bytes of an incomplete line or trailer in which it does not end

    @property
    def left(self) -> int:
        """The maximum bytes of content still to come."""
        return 0 if self.is_complete else self._most - len(self._content)

    @property
    def largest(self) -> int:
        """The maximum bytes of content that the complete body can have."""
        return len(self._content) if self.is_complete else self._most

    def read(self, data: bytes, at: int) -> int:
        """Read the part of the data that belongs to the body, from an index, and return its end.

        `is_cut` is set if reading has stopped early, to let others have their turns. Unread data
        must be passed again, with any data that has arrived since. Raises RequestError.
        """
        if self.is_chunked:
            end = self._read_chunks(data, at)
        else:
            end = self._read_content(data, at)
            self.is_complete = not self._left
        self.size += end - at
        if self.size > self._most + self._most // 8 + MAX_FRAMING:
            raise BodyTooLarge(self._most)
        return end

    def take(self) -> bytes:
        """Return the content of a complete body, and keep it no longer."""
        content, self._content = bytes(self._content), bytearray()
        return content

    def _read_content(self, data: bytes, at: int) -> int:
        piece = data[at : at + self._left]
        self._content += piece
        self._left -= len(piece)
        return at + len(piece)

    def _read_chunks(self, data: bytes, at: int) -> int:
        """Read chunks, and return the index after them."""
        self.is_cut = False
        begun = at - len(self._content)
        for _ in range(CHUNKS_AT_ONCE):
            if at - len(self._content) - begun > FRAMING_AT_ONCE:
                break
            if self._left:
                at = self._read_content(data, at)
                self._is_in_chunk = True
                if self._left:
                    return at
            if self._is_in_chunk:
                at = self._end_chunk(data, at)
                if self._is_in_chunk:
                    return at
            if not self._is_in_trailer:
                if not (end := self._find(b"\n", data, at)):
                    return at
                at = self._begin_chunk(data, at, end)
            if self._is_in_trailer:
                return self._read_trailer(data, at)
        self.is_cut = True
        return at

    def _end_chunk(self, data: bytes, at: int) -> int:
        """Read the line end after a chunk's content, if it has arrived."""
        if data.startswith(b"\r\n", at):
            self._is_in_chunk = False
            return at + 2
        if not b"\r\n".startswith(data[at : at + 2]):
            raise MalformedRequest
        return at

    def _begin_chunk(self, data: bytes, at: int, end: int) -> int:
        """Read a chunk's line, and return the index after it.

        The last chunk's line keeps its line end, which may be the first half of END.
        """
        if not (line := _CHUNK_LINE.fullmatch(data, at, end)):
            raise MalformedRequest("The size of a chunk is not valid.")
        self._left = int(line[1], 16)
        if len(self._content) + self._left > self._most:
            raise BodyTooLarge(self._most)
        self._is_in_trailer = not self._left
        return end - 2 if self._is_in_trailer else end

    def _read_trailer(self, data: bytes, at: int) -> int:
        """Read the trailer once it is complete, and return the index after it."""
        searched = self._searched
        if not (end := self._find(END, data, at)):
            if has_bare_line_feed(data, at, searched):
                raise MalformedRequest
            return at
        for key, value in parse_fields(data[at + 2 : end - 2]):
            if key in {"CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"}:
                raise MalformedRequest
            if key == "HTTP_CONNECTION":
                self.keeps_alive = not closes(value)
        self.is_complete = True
        return end

    def _find(self, end: bytes, data: bytes, at: int) -> int:
        """The index after the end of a line or of the trailer; 0 until the end has arrived.

        No byte is searched twice. Raises HeadTooLarge.
        """
        found = data.find(end, at + max(0, self._searched - len(end) + 1))
        size = (found if found >= 0 else len(data)) - at
        if size > LARGEST_HEAD:
            raise HeadTooLarge
        self._searched = 0 if found >= 0 else size
        return found + len(end) if found >= 0 else 0
