"""Between the two specifications: a WSGI application called for a request of ASGI."""

import sys
from functools import lru_cache
from typing import Any
from wsgiref.types import WSGIApplication

Scope = dict[str, Any]
Headers = list[tuple[str, str]]
Answer = tuple[str, Headers, bytes]


def make_environ(scope: Scope) -> dict[str, Any]:
    """The WSGI environment of an ASGI request, still without its body."""
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": str(scope["server"][1]),
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "SERVER_PROTOCOL": "HTTP/" + scope["http_version"],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # the key would be another header's
        key = environ_key(name)
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@lru_cache(maxsize=64)
def environ_key(header: bytes) -> str:
    """The WSGI environment's key for a request header.

    >>> environ_key(b"content-type"), environ_key(b"x-request-id")
    ('CONTENT_TYPE', 'HTTP_X_REQUEST_ID')
    """
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else "HTTP_" + name


def call(application: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """The application's answer: status, headers, body."""
    started: list[Any] = []

    def start_response(status: str, headers: Headers, _: Any = None, /) -> Any:
        started[:] = status, headers

    (body,) = application(environ, start_response)  # in one piece, as Middleware gives it
    return started[0], started[1], body
