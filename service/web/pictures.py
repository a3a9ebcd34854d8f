"""Pictures in formats that are not text: icons, and the card that other sites show with a link.

They are drawn when a client first requests them.
"""

import struct
import zlib
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from itertools import chain, starmap
from math import hypot, sqrt
from pathlib import Path
from typing import NamedTuple

from service.web.files import File

Colour = tuple[int, int, int]

PAPER, INK, ACCENT = (246, 244, 238), (51, 53, 61), (43, 70, 200)


class Disc(NamedTuple):
    """A filled circle, in pixels."""

    x: float
    y: float
    radius: float
    colour: Colour


class Drawing(File):
    """A picture whose digest is that of its source, so that it need not be drawn for that."""

    @cached_property
    def digest(self) -> str:
        """A digest of the code that draws the contents."""
        return sha256(Path(__file__).read_bytes()).hexdigest()[:32]


def pictures() -> dict[str, File]:
    """Every picture by its name."""
    return {
        "card.png": Drawing(lambda: draw(1200, 630, piles_of((3, 4, 5), 1200, 630)), "image/png"),
        "touch.png": Drawing(lambda: draw(180, 180, icon(180)), "image/png"),
        "icon-512.png": Drawing(lambda: draw(512, 512, icon(512)), "image/png"),
        "favicon.ico": Drawing(lambda: as_ico(draw(48, 48, icon(48)), 48), "image/x-icon"),
    }


def icon(size: int) -> Iterable[Disc]:
    """The service's sign: piles of 1, 2 and 3, of which one object is being taken."""
    step = size * 0.3
    for row in range(3):
        for column in range(row + 1):
            colour = ACCENT if (row, column) == (1, 1) else INK
            yield Disc(size * 0.2 + column * step, size * 0.2 + row * step, size * 0.11, colour)


def piles_of(piles: tuple[int, ...], width: int, height: int) -> Iterable[Disc]:
    """A position in the middle of a card, which gives no winning move away."""
    step = height / (len(piles) + 1)
    left = (width - max(piles) * step) / 2 + step / 2
    for row, count in enumerate(piles):
        for column in range(count):
            yield Disc(left + column * step, step * (row + 1), step * 0.36, INK)


def draw(width: int, height: int, discs: Iterable[Disc]) -> bytes:
    """Discs on paper, as PNG; their edges are smooth.

    >>> draw(2, 1, [])[1:4]
    b'PNG'
    """
    rows = [bytearray(bytes(PAPER) * width) for _ in range(height)]
    for disc in discs:
        top, bottom = int(disc.y - disc.radius), int(disc.y + disc.radius) + 2
        for y in range(max(0, top), min(height, bottom)):
            _draw_line(rows[y], y, disc)
    # Each row begins with the number of its filter: 0, for none.
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", pixels), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def as_ico(png: bytes, size: int) -> bytes:
    """A PNG in the format of /favicon.ico, which may contain one."""
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, size, size, 0, 0, 1, 32, len(png), 22) + png


def _draw_line(row: bytearray, y: int, disc: Disc) -> None:
    """Draw the part of a disc that is in one row of pixels: what is whole, and its two ends."""
    height = y + 0.5 - disc.y
    half = sqrt(max(0.0, disc.radius**2 - height**2))
    whole = range(int(disc.x - half) + 2, int(disc.x + half) - 2)
    row[3 * whole.start : 3 * whole.stop] = bytes(disc.colour) * len(whole)
    ends = (int(disc.x - half) - 2, whole.start), (whole.stop, int(disc.x + half) + 3)
    for x in chain(*starmap(range, ends if whole else ((ends[0][0], ends[1][1]),))):
        distance = hypot(x + 0.5 - disc.x, height)
        share = min(1.0, max(0.0, disc.radius - distance + 0.5))
        for i, value in enumerate(disc.colour, start=3 * x):
            row[i] = round(row[i] + share * (value - row[i]))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
