"""Query text to values, as strict as JSON."""

import re
from collections.abc import Sequence
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment

from service.http.faults import cut

_NATURAL = re.compile("0|[1-9][0-9]{0,15}", re.ASCII)


class BadText(ValueError):
    """The text of a parameter is not a value: by which code, and why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def parameters(environ: WSGIEnvironment) -> dict[str, list[str]]:
    """The parameters of a request with all their texts.

    >>> parameters({"QUERY_STRING": "piles=3,4&misere="})
    {'piles': ['3,4'], 'misere': ['']}
    """
    text = environ.get("QUERY_STRING", "")
    return parse_qs(text, keep_blank_values=True, errors="replace") if text else {}


def natural(text: str) -> int:
    """A natural number as JSON would write it: no sign, no leading zero, nothing else.

    >>> natural("12")
    12
    >>> natural("+12")
    Traceback (most recent call last):
    ...
    service.http.query.BadText: Must be an integer, such as 12.
    """
    if _NATURAL.fullmatch(text):
        return int(text)
    if text.isascii() and text.isdigit() and not text.startswith("0"):
        return 10**16  # beyond every limit, which then says so
    raise BadText("not-an-integer", "Must be an integer, such as 12.")


def naturals(texts: Sequence[str]) -> list[int]:
    """Natural numbers: one text with commas between them, or a text for each of them.

    Clients write a list in either way. One empty text is the empty list.

    >>> naturals(["3,4,5"]), naturals(["3", "4", "5"]), naturals([""])
    ([3, 4, 5], [3, 4, 5], [])
    """
    if texts == [""]:
        return []
    items = texts[0].split(",") if len(texts) == 1 else texts
    for place, item in enumerate(items, start=1):
        if not _NATURAL.fullmatch(item):
            try:
                natural(item)
            except BadText:
                message = f"Item {place}, {cut(item)!r}, must be an integer, such as 12."
                if "," in item:
                    message += " Repeat the parameter or use commas, not both."
                raise BadText("not-an-integer", message) from None
    return [*map(natural, items)]


def boolean(text: str) -> bool:
    """True or false, as JSON writes them.

    >>> boolean("true")
    True
    """
    if text in {"true", "false"}:
        return text == "true"
    if text.lower() in {"true", "false"}:
        raise BadText("not-a-boolean", "Must be true or false, in lower case.")
    raise BadText("not-a-boolean", "Must be true or false.")
