"""Which requests are answered on the event loop, and in whose turn the others are."""

from collections.abc import Iterable
from wsgiref.types import WSGIEnvironment

from service.http.clients import Clients
from service.http.operation import Operation
from service.limits import LARGEST_INLINE

URGENT = ""
"""The turn that comes before all others."""


class Turns:
    """What a server asks of each request before it has the application answer it."""

    def __init__(self, operations: Iterable[Operation], clients: Clients) -> None:
        self._operations = {(each.method, each.path): each for each in operations}
        self._clients = clients

    def __call__(self, environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
        """Whose turn a request waits for, its client's; None where it is answered at once."""
        method = environ["REQUEST_METHOD"]
        asked = "GET" if method == "HEAD" else method, environ["PATH_INFO"]
        query = environ["QUERY_STRING"]
        if operation := self._operations.get(asked):
            if not operation.takes_long(query, body):
                return None
            return URGENT if operation.urgent else self._clients.address(environ)
        return None if len(query) + len(body) <= LARGEST_INLINE else self._clients.address(environ)
