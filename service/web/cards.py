"""The card of a position: the picture that other sites show with a link to it."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import hypot

from ..api.files import File

WIDTH, HEIGHT = 1200, 630
PAPER, INK = (246, 244, 238), (51, 53, 61)
SHADES = 16
"""Colours from paper to ink, so that the edges of discs are smooth."""

MOST_IN_ROW, MOST_ROWS = 24, 10
"""Of a position's objects on its card."""

CARDS_KEPT = 32


@lru_cache(maxsize=CARDS_KEPT)
def card(piles: Sequence[int]) -> File:
    """The card of a position, which gives no winning move away.

    Of many or large piles the first objects are drawn.
    """
    drawn = [min(pile, MOST_IN_ROW) for pile in piles[:MOST_ROWS]]
    return File(lambda: png([*_lines(drawn)]), "image/png")


def _lines(piles: Sequence[int]) -> Iterator[bytes]:
    """The lines of a card: a byte for each pixel, from 0 for paper to SHADES - 1 for ink."""
    widest = max(piles)
    step = int(min(HEIGHT / (len(piles) + 1), WIDTH / (widest + 1), HEIGHT / 4))
    left = bytes((WIDTH - widest * step) // 2)
    above = (HEIGHT - len(piles) * step) // 2
    empty = bytes(WIDTH)
    yield from [empty] * above
    for pile in piles:
        for part in disc(step):
            yield (left + part * pile).ljust(WIDTH, b"\0")
    yield from [empty] * (HEIGHT - above - len(piles) * step)


@cache
def disc(size: int) -> Sequence[bytes]:
    """The lines of a disc in a square of this size, with space around it.

    >>> [len(line) for line in disc(2)]
    [2, 2]
    """
    middle, radius = size / 2 - 0.5, size * 0.36

    def shade(x: int, y: int) -> int:
        inside = radius - hypot(x - middle, y - middle) + 0.5
        return round(min(1.0, max(0.0, inside)) * (SHADES - 1))

    return [bytes(shade(x, y) for x in range(size)) for y in range(size)]


def png(lines: Sequence[bytes]) -> bytes:
    """Lines of pixels as PNG.

    >>> png([bytes(2)])[1:4]
    b'PNG'
    """
    shares = [i / (SHADES - 1) for i in range(SHADES)]
    palette = bytes(
        round(paper + share * (ink - paper))
        for share in shares
        for paper, ink in zip(PAPER, INK, strict=True)
    )
    header = struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 3, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + line for line in lines))
    chunks = [(b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
