"""Calls an application as a WSGI server does, with the same request repeatedly."""

import io
import json
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from flask import Flask

from service.app import EXTENSION
from service.codec import encode
from service.server.application import Later


class Request(NamedTuple):
    """A request to an application, as its WSGI environment."""

    method: str
    path: str
    query: str = ""
    body: bytes = b""
    headers: Mapping[str, str] = {}

    def environ(self) -> WSGIEnvironment:
        sent = {"CONTENT_LENGTH": str(len(self.body))} if self.body else {}
        return {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": self.path,
            "QUERY_STRING": self.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.0.2.1",
            "HTTP_HOST": "localhost:8000",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(self.body),
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            **sent,
            **self.headers,
        }


class Response(NamedTuple):
    """A response as an application returns it: the status line and every header."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def json(self) -> Any:
        return json.loads(self.body)


JSON = {"CONTENT_TYPE": "application/json"}


def post(path: str, value: Any, **headers: str) -> Request:
    """A request with a JSON body; bytes are sent as they are."""
    body = value if isinstance(value, bytes) else encode(value)
    return Request("POST", path, body=body, headers={**JSON, **headers})


def get(path: str, query: str = "", **headers: str) -> Request:
    return Request("GET", path, query, headers=headers)


def call(application: WSGIApplication, request: Request) -> Response:
    """The response of an application."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], _: Any = None, /) -> Any:
        started[:] = status, headers

    chunks = application(request.environ(), start_response)
    body = b"".join(chunks)
    if close := getattr(chunks, "close", None):
        close()
    return Response(started[0], started[1], body)


def prepared(app: Flask, request: Request) -> Response:
    """The response of the shortcut, by which the service's own server bypasses Flask.

    The server adds its length, if there is none.
    """
    handled = app.extensions[EXTENSION].handle(request.environ(), request.body)
    response = handled.respond() if isinstance(handled, Later) else handled
    joined = [tuple(line.split(": ", 1)) for line in response.lines.splitlines()]
    if response.headers == [("Content-Type", "application/json")]:
        joined.append(("Content-Length", str(len(response.body))))
    return Response(response.status, [*response.headers, *joined], response.body)
