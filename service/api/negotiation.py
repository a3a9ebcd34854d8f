"""What a client accepts, by request headers that are lists; of a long one only the beginning."""

from functools import lru_cache
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

LONGEST_LIST = 1_000
"""Characters that are read of such a header: werkzeug's parsers are slow on long ones."""

LISTS = ("HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")


def list_in(environ: WSGIEnvironment, key: str) -> str:
    """The list in a request header, shortened to the whole members that fit."""
    value: str = environ.get(key, "")
    return value if len(value) <= LONGEST_LIST else value[:LONGEST_LIST].rpartition(",")[0]


def shorten_lists(environ: WSGIEnvironment) -> None:
    """Shorten each long list to the whole members that fit.

    >>> environ = {"HTTP_ACCEPT": "text/html, " + "a/b, " * 500}
    >>> shorten_lists(environ)
    >>> len(environ["HTTP_ACCEPT"]), environ["HTTP_ACCEPT"][-10:]
    (999, ', a/b, a/b')
    """
    for key in LISTS:
        if key in environ:
            environ[key] = list_in(environ, key)


def accepts_gzip(environ: WSGIEnvironment) -> bool:
    """Whether a client prefers gzip to no encoding."""
    return _prefers_gzip(list_in(environ, "HTTP_ACCEPT_ENCODING"))


@lru_cache(maxsize=64)
def _prefers_gzip(accepted: str) -> bool:
    """Whether this Accept-Encoding prefers gzip (RFC 9110, 12.5.3).

    >>> [*map(_prefers_gzip, ("gzip, deflate, br", "*", "identity;q=0, gzip;q=0.1"))]
    [True, True, True]
    >>> [*map(_prefers_gzip, ("", "br", "gzip;q=0", "gzip;q=0.5, identity", "*, gzip;q=0"))]
    [False, False, False, False, False]
    """
    given = parse_accept_header(accepted.replace("x-gzip", "gzip"))
    # A body without encoding is always acceptable, but a named encoding is preferred.
    return given["gzip"] > 0 and given["gzip"] >= given["identity"]


def preferred(environ: WSGIEnvironment, *offered: str) -> str:
    """The media type that a client prefers of those offered; the first if it names none.

    >>> page = {"HTTP_ACCEPT": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    >>> preferred(page, "application/json", "text/html")
    'text/html'
    >>> preferred({"HTTP_ACCEPT": "*/*"}, "application/json", "text/html")
    'application/json'
    """
    return _preferred(list_in(environ, "HTTP_ACCEPT"), offered)


@lru_cache(maxsize=64)
def _preferred(accepted: str, offered: tuple[str, ...]) -> str:
    if not accepted:
        return offered[0]
    return parse_accept_header(accepted, MIMEAccept).best_match(offered, default=offered[0])
