"""Keys of a request's WSGI environ by which packages pass facts about it to each other."""

from urllib.parse import quote
from wsgiref.types import WSGIEnvironment

PREFIXED = "service.prefixed"
"""SCRIPT_NAME and PATH_INFO as they were sent, once the prefix is in SCRIPT_NAME."""

STARTED = "service.started"
"""The `perf_counter()` time at which the request was complete."""

IDS = "service.ids"
"""The ids of the request for the log."""

ROUTE = "service.route"
"""The template of the route, such as `/static/<path:name>`."""

PROBLEM_TYPE = "service.problem_type"
"""The last part of the problem's `type`."""

FIELD_ERRORS = "service.field_errors"
"""The errors that the problem lists."""

NOTED = "service.noted"
"""Present if the service's own server has the request counted and logged: a dictionary, in which a
middleware's copy of the environ leaves what is to be noted."""


def mount_of(environ: WSGIEnvironment) -> str:
    """The path at which the application is mounted; empty if it is not mounted.

    >>> mount_of({"SCRIPT_NAME": "/games/nim"})
    '/games/nim'
    """
    return quote(environ.get("SCRIPT_NAME", "").encode("latin-1"))
