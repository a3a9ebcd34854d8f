"""The target of most tests' requests: a real server, or the application in-process."""

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import unquote
from wsgiref.types import WSGIApplication

from tests.support import wsgi
from tests.support.http_client import JSON, Reply, body_of

SOLVED = {
    "nim_sum": 2,
    "position_class": "N",
    "to_move_wins": True,
    "winning_moves": [{"pile": 0, "remove": 2, "leaves": 1}],
    "best_move": {"pile": 0, "remove": 2, "leaves": 1},
}
"""The response to the piles 3, 4 and 5."""


class Service(Protocol):
    """Responds to requests, over a socket or in-process."""

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply: ...

    def get(self, path: str, **headers: str) -> Reply:
        return self.request("GET", path, headers=headers)

    def post(self, path: str, body: Any, **headers: str) -> Reply:
        return self.request("POST", path, body, headers)


class InProcess(Service):
    """The application without a server or socket, ten times as fast."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """The response to one request; a body that isn't bytes is sent as JSON."""
        sent = body_of(body)
        fields = {"content-type": JSON} if sent is not None else {}
        fields |= {name.lower(): value for name, value in (headers or {}).items()}
        path, _, query = path.partition("?")
        request = wsgi.Request(
            method,
            unquote(path, "latin-1"),
            query,
            sent or b"",
            {variable_of(name): value for name, value in fields.items()},
        )
        response = wsgi.call(self._application, request)
        names = {name.lower(): value for name, value in response.headers}
        assert len(names) == len(response.headers), f"repeated: {response.headers}"
        # A server sends no body after these, no matter what the application returns.
        has_body = method != "HEAD" and response.status[:3] not in {"204", "304"}
        return Reply(int(response.status[:3]), names, response.body if has_body else b"")


def variable_of(name: str) -> str:
    """The variable of a WSGI environment that holds a header.

    >>> variable_of("content-type"), variable_of("if-none-match")
    ('CONTENT_TYPE', 'HTTP_IF_NONE_MATCH')
    """
    variable = name.upper().replace("-", "_")
    return variable if variable in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{variable}"
