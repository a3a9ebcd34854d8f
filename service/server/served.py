"""What a worker serves, and what it is told about it."""

from collections.abc import Callable
from typing import NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.limits import LARGEST_INLINE
from service.wsgi import Answer, answer_in_text


def turn_by_size(environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
    """No turn for a small request; the client's turn for a large one."""
    is_small = len(environ["QUERY_STRING"]) + len(body) <= LARGEST_INLINE
    return None if is_small else environ["REMOTE_ADDR"] or "-"


class Served(NamedTuple):
    """An application, and what a worker may be given to know of it."""

    application: WSGIApplication
    turn_of: Callable[[WSGIEnvironment, bytes | bytearray], str | None] = turn_by_size
    """Whose turn a request counts as that may take long; "" goes before all others.

    None for a request that is answered at once.
    """
    answer_fault: Callable[[Exception, WSGIEnvironment], Answer] = answer_in_text
    """The answer to a request that can't be read, or not now."""
    on_tick: Callable[[int, int], None] = lambda *_: None
    """Called a few times a second with the requests under way and the connections open."""
    max_body_bytes: int = 2**20
    request_timeout: float = 10.0
    drain_seconds: float = 2.0
