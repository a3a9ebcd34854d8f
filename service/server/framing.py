"""What has come from a client, cut into pieces of which none reaches beyond the end of a request.

The parser reads whatever it is given, the next request too. Given one piece at a time it has
parsed nothing when a request has to wait for its turn, and nothing when one is refused.
"""

import re

from service.heads import NOT_HTTP, Head, read_head, unread_head
from service.limits import LARGEST_HEAD, LONGEST_TARGET
from service.request_faults import HeadTooLarge, MalformedRequest, TargetTooLong

END = b"\r\n\r\n"
"""What a head ends with, and the trailer of a chunked body; no other request ends elsewhere."""

_CHUNK = re.compile(rb"(?P<size>[0-9A-Fa-f]{1,16})(?:;[^\r\n]*)?\r\n")


class Incoming:
    """The bytes of one connection that are still to be read."""

    __slots__ = ("_of_chunk", "waiting")

    def __init__(self) -> None:
        self.waiting = b""
        self._of_chunk = 0  # bytes of a chunk to come, with the CRLF after it

    def take(self, size: int) -> bytes:
        """The next bytes, at most so many."""
        piece, self.waiting = self.waiting[:size], self.waiting[size:]
        return piece

    def next_head(self) -> Head | None:
        """The next head; None where more has to come first."""
        waiting = self.waiting
        if waiting[:1] in b"\r\n":
            waiting = self.waiting = waiting.lstrip(b"\r\n")
        end = waiting.find(END)
        if (end if end >= 0 else len(waiting)) > LARGEST_HEAD:
            parts = waiting.partition(b"\r\n")[0].split(b" ", 2)
            is_target = max(map(len, parts)) > LONGEST_TARGET
            return unread_head(waiting, TargetTooLong() if is_target else HeadTooLarge())
        if end < 0:
            broken = waiting.count(b"\n") != waiting.count(b"\r\n")
            return unread_head(waiting, MalformedRequest(NOT_HTTP)) if broken else None
        self._of_chunk = 0
        return read_head(self.take(end + len(END)))

    def next_chunks(self) -> bytes:
        """Whole chunks and what has come of the next one, or the last one and the trailer.

        Raises HeadTooLarge or MalformedRequest.
        """
        waiting, end = self.waiting, self._of_chunk
        while end < len(waiting) and (line := _CHUNK.match(waiting, end)):
            if line.end() - end > LARGEST_HEAD:
                break
            if not (size := int(line["size"], 16)):
                stop = waiting.find(END, line.end() - 2)
                if 0 <= stop <= end + LARGEST_HEAD:
                    return self.take(stop + len(END))
                if waiting.count(b"\n", end) != waiting.count(b"\r\n", end):
                    raise MalformedRequest(NOT_HTTP)
                break
            end = line.end() + size + 2
        else:
            if b"\n" in waiting[end:]:
                raise MalformedRequest("The size of a chunk can't be read.")
        if len(waiting) - end > LARGEST_HEAD:
            raise HeadTooLarge
        piece = self.take(end)
        self._of_chunk = end - len(piece)
        return piece
