"""A proxy between a browser and a server; a subclass of `Forwarder` changes what passes."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar

from tests.support.http_client import Reply, request


class Forwarder(BaseHTTPRequestHandler):
    """Asks the server at a port, and sends its response."""

    protocol_version = "HTTP/1.1"
    port: ClassVar[int]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self.forward
        raise AttributeError(name)

    def forward(self) -> None:
        """Respond to a request."""
        self.send(self.ask(self.path))

    def ask(self, path: str) -> Reply:
        """The server's response to the request, at this path."""
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)) or None
        sent = {k: v for k, v in self.headers.items() if k in {"Accept", "Content-Type"}}
        return request(self.port, self.command, path, body, sent)

    def send(self, reply: Reply) -> None:
        """Send a response."""
        self.send_response(reply.status)
        for name in ("content-type", "cache-control", "location"):
            if name in reply.headers:
                self.send_header(name, reply.headers[name])
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


class Quiet(ThreadingHTTPServer):
    """A server that does not complain about a browser that has left."""

    def handle_error(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def proxied(handler: type[Forwarder]) -> Iterator[str]:
    """The address of a proxy that handles requests so."""
    with Quiet(("127.0.0.1", 0), handler) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{proxy.server_port}"
        finally:
            proxy.shutdown()
