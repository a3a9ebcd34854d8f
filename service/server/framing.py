"""Splits the bytes that a client sends into heads and bodies.

httptools' parser reads all bytes that it gets, even those of the next request. So it gets one head
or body at a time: a request that has to wait, or that follows a rejected one, is not parsed.
"""

import re
from typing import Any

from httptools import HttpParserError, HttpRequestParser

from service.server.errors import BodyTooLarge, HeadTooLarge, MalformedRequest, TargetTooLong
from service.server.limits import LARGEST_HEAD, LONGEST_TARGET, MAX_FRAMING
from service.server.request_head import CHUNKED, NOT_HTTP, Head, parse_head, rejected_head

END = b"\r\n\r\n"
"""The end of a head, and of the trailer of a chunked body."""

CHUNKED_HEAD = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"

_CHUNK = re.compile(rb"(?P<size>[0-9A-Fa-f]{1,16})(?:;[^\r\n]*)?\r\n")


class Incoming:
    """The bytes of one connection that are received, but not parsed yet."""

    __slots__ = ("_announced", "_chunk_left", "_largest", "unparsed")

    def __init__(self, largest: int) -> None:
        """Bodies may have at most `largest` bytes."""
        self.unparsed = b""
        self._largest = largest
        self._announced = 0  # bytes of a body in its chunks so far, the rest of the last included
        self._chunk_left = 0  # bytes of the last chunk that are still to come, with its CRLF

    def take(self, size: int) -> bytes:
        """Remove the next bytes, at most `size`, and return them."""
        piece, self.unparsed = self.unparsed[:size], self.unparsed[size:]
        return piece

    def next_head(self) -> Head | None:
        """Remove the next head and parse it; None if it is not complete."""
        unparsed = self.unparsed
        if unparsed[:1] in b"\r\n":
            unparsed = self.unparsed = unparsed.lstrip(b"\r\n")
        end = unparsed.find(END)
        if 0 <= end <= LARGEST_HEAD:
            end += len(END)
            self.unparsed = unparsed[end:]
            return parse_head(unparsed[:end])
        if len(unparsed) > LARGEST_HEAD:
            parts = unparsed.partition(b"\r\n")[0].split(b" ", 2)
            is_target = max(map(len, parts)) > LONGEST_TARGET
            return rejected_head(unparsed, TargetTooLong() if is_target else HeadTooLarge())
        broken = unparsed.count(b"\n") != unparsed.count(b"\r\n")
        return rejected_head(unparsed, MalformedRequest(NOT_HTTP)) if broken else None

    def next_chunks(self) -> bytes:
        """Remove the chunks that are received, or the last chunk with the trailer, and return them.

        Raises BodyTooLarge, HeadTooLarge or MalformedRequest.
        """
        unparsed, end = self.unparsed, self._chunk_left
        while end < len(unparsed) and (line := _CHUNK.match(unparsed, end)):
            if line.end() - end > LARGEST_HEAD:
                break
            if not (size := int(line["size"], 16)):
                stop = unparsed.find(END, line.end() - 2)
                if 0 <= stop <= end + LARGEST_HEAD:
                    self._chunk_left = self._announced = 0
                    return self.take(stop + len(END))
                if unparsed.count(b"\n", end) != unparsed.count(b"\r\n", end):
                    raise MalformedRequest(NOT_HTTP)
                break
            self._announced += size
            if self._announced > self._largest:
                raise BodyTooLarge(self._largest)
            end = line.end() + size + 2
        else:
            if b"\n" in unparsed[end:]:
                raise MalformedRequest("The size of a chunk can't be read.")
        if len(unparsed) - end > LARGEST_HEAD:
            raise HeadTooLarge
        piece = self.take(end)
        self._chunk_left = end - len(piece)
        return piece


class Body:
    """The body of one request, as far as it has been received."""

    __slots__ = ("_largest", "_length", "_parser", "content", "is_complete", "keeps_alive", "size")

    def __init__(self, length: int, largest: int) -> None:
        """A body of a declared length, or CHUNKED; with at most `largest` bytes."""
        self._length, self._largest = length, largest
        self.content: bytes | bytearray = b""
        self.size = 0  # bytes received, including the framing
        self.is_complete = False
        self.keeps_alive = True  # unless its trailer closes the connection
        self._parser: Any = None
        if length == CHUNKED:
            self._parser = HttpRequestParser(self)
            self._parser.feed_data(CHUNKED_HEAD)

    @property
    def is_chunked(self) -> bool:
        """Whether its length is known only at its end."""
        return self._length == CHUNKED

    @property
    def largest(self) -> int:
        """The most bytes that it can have once it is complete."""
        if self.is_complete:
            return len(self.content)
        return self._largest if self.is_chunked else self._length

    def read(self, incoming: Incoming) -> int:
        """Read a piece, and return its size. Raises RequestError."""
        if self.is_chunked:
            piece = incoming.next_chunks()
            try:
                self._parser.feed_data(piece)
            except HttpParserError:
                raise MalformedRequest(NOT_HTTP) from None
        else:
            piece = incoming.take(self._length - len(self.content))
            self.on_body(piece)
            self.is_complete = len(self.content) == self._length
        self.size += len(piece)
        if self.is_chunked and self.size > self._largest + self._largest // 8 + MAX_FRAMING:
            raise BodyTooLarge(self._largest)
        return len(piece)

    def on_body(self, data: bytes) -> None:
        """Add a piece that the parser has found."""
        if type(self.content) is bytes:
            self.content = bytearray(self.content + data) if self.content else data
        else:
            self.content += data

    def on_message_complete(self) -> None:
        """Note the end of a chunked body, and whether its trailer closes the connection."""
        self.is_complete = True
        self.keeps_alive = self._parser.should_keep_alive()

    def discard(self) -> None:
        """Free its memory: the parser and the body refer to each other."""
        self._parser, self.content = None, b""
