"""The body of a request: a declared number of bytes, or chunks (RFC 9112, 6 and 7)."""

import re

from .errors import BodyTooLarge, HeadTooLarge, MalformedRequest
from .limits import LARGEST_HEAD, MAX_FRAMING
from .request_head import CHUNKED, END, TOKEN, closes, environ_key, parse_fields

_QUOTED = rb'"(?:[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*+"'
_EXTENSION = rb"[ \t]*+;[ \t]*+%b(?:[ \t]*+=[ \t]*+(?:%b|%b))?+" % (TOKEN, TOKEN, _QUOTED)
_CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,16}+)(?:%b)*+\r\n" % _EXTENSION)


class Body:
    """The body of one request, as far as it has been received."""

    __slots__ = (
        "_content", "_is_in_chunk", "_left", "_most",
        "is_chunked", "is_complete", "keeps_alive", "size",
    )  # fmt: skip

    def __init__(self, length: int, most: int) -> None:
        """A body of a declared length, or CHUNKED; with at most `most` bytes."""
        self.is_chunked = length == CHUNKED
        self.is_complete = False
        self.keeps_alive = True  # unless its trailer closes the connection
        self.size = 0  # bytes received, with the framing
        self._content = bytearray()
        self._left = 0 if self.is_chunked else length  # of the body, or of a chunk
        self._most = most if self.is_chunked else length
        self._is_in_chunk = False  # up to the end of line after its content

    @property
    def left(self) -> int:
        """The most bytes of content that are still to come."""
        return 0 if self.is_complete else self._most - len(self._content)

    @property
    def largest(self) -> int:
        """The most bytes of content that it can have once it is complete."""
        return len(self._content) if self.is_complete else self._most

    def read(self, data: bytes) -> bytes:
        """Take what belongs to the body, and return the rest. Raises RequestError."""
        if self.is_chunked:
            at = self._read_chunks(data)
        else:
            at = self._read_content(data, 0)
            self.is_complete = not self._left
        self.size += at
        if self.size > self._most + self._most // 8 + MAX_FRAMING:
            raise BodyTooLarge(self._most)
        return data[at:]

    def take(self) -> bytes:
        """The content of a complete body, which is not kept here any longer."""
        content, self._content = bytes(self._content), bytearray()
        return content

    def _read_content(self, data: bytes, at: int) -> int:
        piece = data[at : at + self._left]
        self._content += piece
        self._left -= len(piece)
        return at + len(piece)

    def _read_chunks(self, data: bytes) -> int:
        """Read chunks from the data, and return the index after them."""
        at = 0
        while not self.is_complete:
            if self._left:
                at = self._read_content(data, at)
                self._is_in_chunk = True
            if self._left:
                break
            if self._is_in_chunk:
                if not data.startswith(b"\r\n", at):
                    if not b"\r\n".startswith(data[at:]):
                        raise MalformedRequest
                    break
                at, self._is_in_chunk = at + 2, False
            if not (line := _CHUNK_LINE.match(data, at, at + LARGEST_HEAD)):
                _check_begun(data[at : at + LARGEST_HEAD + 1], is_line=True)
                break
            self._left = int(line[1], 16)
            if len(self._content) + self._left > self._most:
                raise BodyTooLarge(self._most)
            end = line.end() if self._left else self._read_trailer(data, at, line.end())
            if end is None:
                break
            at = end
        return at

    def _read_trailer(self, data: bytes, at: int, start: int) -> int | None:
        """Read the trailer after the last chunk, and return its end; None until it is there."""
        end = data.find(END, start - 2)
        if not 0 <= end <= at + LARGEST_HEAD:
            _check_begun(data[at : at + LARGEST_HEAD + 1], is_line=False)
            return None
        for name, value in parse_fields(data[start : end + 2]):
            key = environ_key(name)
            if key in {"CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"}:
                raise MalformedRequest
            if key == "HTTP_CONNECTION":
                self.keeps_alive = not closes(value.decode("latin-1"))
        self.is_complete = True
        return end + len(END)


def _check_begun(begun: bytes, *, is_line: bool) -> None:
    """Raise a RequestError where no more bytes can make this the line of a chunk, or a trailer."""
    if is_line and b"\n" in begun:
        raise MalformedRequest("The size of a chunk is not valid.")
    if begun.count(b"\n") != begun.count(b"\r\n"):
        raise MalformedRequest
    if len(begun) > LARGEST_HEAD:
        raise HeadTooLarge
