"""Links as QR codes, which a class opens with its phones."""

import io
from functools import lru_cache

import segno

from ..api.files import CONTENT_TYPES, File

LONGEST_LINK = 600
"""Bytes of a link; phones can't read the QR code of a longer one from a wall."""


@lru_cache(maxsize=64)
def qr_picture(link: str) -> File | None:
    """The QR code of a link to a page, drawn when first needed; None for other links.

    >>> qr_picture("http://localhost:8000/#3,4,5").content[:5]
    b'<?xml'
    >>> qr_picture("javascript:alert(1)")
    """
    if len(link.encode()) > LONGEST_LINK or not link.startswith(("http://", "https://")):
        return None
    return File(lambda: _draw(link), CONTENT_TYPES[".svg"])


def _draw(link: str) -> bytes:
    svg = io.BytesIO()
    segno.make_qr(link, error="m").save(svg, kind="svg", border=4, light="#fff")
    return svg.getvalue()
