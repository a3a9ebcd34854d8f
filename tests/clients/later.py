"""A later version of the service, which adds what the contract says that it may add.

Every object has a key more, and every word that may grow, such as a class or the code of an error,
is one that is unknown today.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.contract import SPEC, resolve
from tests.support.http_client import Reply, request

NEW = {"added_later": {"by": "1.1"}}
"""The key that each object has more."""

OF_THE_CONNECTION = {"host", "content-length", "connection", "accept-encoding"}
"""Headers of a request that are not passed on."""


def later(value: Any, schema: dict[str, Any]) -> Any:
    """A value of a schema, as a later version may write it."""
    schema = resolve(next(iter(schema.get("oneOf", [schema]))))
    if isinstance(value, str) and "x-extensible-enum" in schema:
        return f"{value}-of-later"
    if isinstance(value, list):
        return [later(item, schema.get("items", {})) for item in value]
    if isinstance(value, dict) and "properties" in schema:
        properties = schema["properties"]
        return {key: later(item, properties[key]) for key, item in value.items()} | NEW
    return value


def response_of(operation: dict[str, Any], response: Any) -> Any:
    """The response of an operation, as a later version sends it."""
    content = resolve(operation["responses"]["200"])["content"]["application/json"]
    return later(response, content["schema"])


def problem_of(problem: Any) -> Any:
    """A problem, as a later version sends it."""
    return later(problem, SPEC["components"]["schemas"]["Problem"])


@contextmanager
def later_version(port: int) -> Iterator[str]:
    """The URL of a later version: it forwards to a server, and adds to the responses."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {
                name: value
                for name, value in self.headers.items()
                if name.lower() not in OF_THE_CONNECTION
            }
            reply = request(port, self.command, self.path, body or None, headers)
            sent = json.dumps(self.added(reply)).encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.headers["content-type"])
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def added(self, reply: Reply) -> Any:
            if reply.status != 200:
                return problem_of(reply.json)
            path = self.path.partition("?")[0]
            return response_of(SPEC["paths"][path][self.command.lower()], reply.json)

        do_GET = do_POST = do_DELETE = forward  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
