"""Links as QR pictures, for a class to open with its phones."""

import io
from functools import lru_cache

from service.web.files import CONTENT_TYPES, File

LONGEST_LINK = 600
"""Characters of a link; a longer one makes a picture that phones do not read from a wall."""


@lru_cache(maxsize=64)
def qr_picture(link: str) -> File | None:
    """The QR picture of a link to a page; None if it is not one, or too long.

    >>> qr_picture("http://localhost:8000/#3,4,5").content[:5]
    b'<?xml'
    >>> qr_picture("javascript:alert(1)")
    """
    if len(link) > LONGEST_LINK or not link.startswith(("http://", "https://")):
        return None
    import segno  # noqa: PLC0415  # not at every start

    svg = io.BytesIO()
    segno.make_qr(link, error="m").save(svg, kind="svg", border=4, light="#fff")
    return File(svg.getvalue(), CONTENT_TYPES[".svg"])
