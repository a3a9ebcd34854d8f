"""The query of a request."""

from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment


def parameters(environ: WSGIEnvironment) -> dict[str, list[str]]:
    """The parameters of a request with all their texts.

    >>> parameters({"QUERY_STRING": "piles=3,4&misere="})
    {'piles': ['3,4'], 'misere': ['']}
    """
    text = environ.get("QUERY_STRING", "")
    return parse_qs(text, keep_blank_values=True, errors="replace") if text else {}
