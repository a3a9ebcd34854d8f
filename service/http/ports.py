"""Two ports, two applications: what is on one can't be reached through the other."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class ByPort:
    """Sends the requests to one port to an application of their own."""

    def __init__(self, other: WSGIApplication, port: int, inside: WSGIApplication) -> None:
        self._other = other
        self._port = str(port)
        self._inside = inside

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request by the application of its port."""
        application = self._inside if environ["SERVER_PORT"] == self._port else self._other
        return application(environ, start_response)
