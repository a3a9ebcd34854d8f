"""What a line of the log says of a request: for what it asked, and how it was answered."""

import logging
from urllib.parse import quote
from wsgiref.types import WSGIEnvironment

from service.http.environ_keys import PROBLEM_TYPE
from service.limits import LONGEST_LOGGED
from service.settings import Config


def least_logged(config: Config) -> str:
    """The status from which on requests have a line; "600" where none has.

    >>> least_logged(Config()), least_logged(Config(access_log="errors"))
    ('100', '400')
    >>> least_logged(Config(log_level="WARNING"))
    '600'
    """
    if logging.getLevelNamesMapping()[config.log_level] > logging.INFO:  # the level of these lines
        return "600"
    return {False: "600", "errors": "400", True: "100"}[config.access_log]


def printable(text: str) -> str:
    r"""A path or query, cut short, with whatever a terminal might obey percent-encoded.

    >>> printable("/move"), printable("/\x1b[31m"), len(printable(500 * "a"))
    ('/move', '/%1B[31m', 200)
    """
    if not (text.isascii() and text.isprintable()):
        text = quote(text[:LONGEST_LOGGED].encode("latin-1"), safe="!\"#$%&'()*+,/:;<=>?@[\\]^`{|}")
    return text if len(text) <= LONGEST_LOGGED else text[: LONGEST_LOGGED - 3] + "..."


def describe(environ: WSGIEnvironment) -> dict[str, str]:
    """Path, query and problem of a request, where it has them."""
    facts = {"path": printable(environ["PATH_INFO"])}
    if query := environ["QUERY_STRING"]:
        facts["query"] = printable(query)
    if problem := environ.get(PROBLEM_TYPE):
        facts["problem"] = problem
    return facts
