"""Request headers that are lists; only the beginning of a long one is parsed."""

from wsgiref.types import WSGIEnvironment

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
