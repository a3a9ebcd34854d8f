"""The server's side: the WSGI application called inline on gunicorn's event loop.

A move takes microseconds, so handing a request to a thread would cost more than answering it,
and a thread that waits for a slow client is lost to everybody else. This bridge between two
public specifications, ASGI (the server's) and WSGI (Flask's), reads each request whole, within
its limits, and only then calls the application.
"""

import asyncio
import gc
import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from io import BytesIO
from time import perf_counter
from typing import Any
from wsgiref.types import WSGIApplication

from service.api.body import BodyTooLarge, IncompleteBody, Overloaded, RequestTimeout
from service.api.environ import BODY_FAULT, STARTED
from service.api.health import Process
from service.app import create_app, create_process
from service.config import Config
from service.serving.connections import Connection, current
from service.serving.lifecycle import Lifecycle

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]


class Disconnected(Exception):
    """The client is gone, and there is nobody to answer."""


def create_server(config: Config | None = None) -> "Bridge":
    """Make the ASGI application that gunicorn serves, from the environment's settings."""
    config = config or Config.from_environment(os.environ)
    process = create_process(config)
    bridge = Bridge(create_app(config, process), config, process)
    # What exists now lasts as long as the process: the collector need not look at it again,
    # and forked workers go on sharing its memory.
    gc.collect()
    gc.freeze()
    return bridge


class Bridge:
    """An ASGI application around a WSGI one."""

    def __init__(self, application: WSGIApplication, config: Config, process: Process) -> None:
        self._application = application
        self._limit = config.max_body_bytes
        self._process = process
        self._lifecycle = Lifecycle(config, process)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the process's whole life."""
        if scope["type"] == "http":
            self._process.in_flight += 1
            try:
                await self._serve(scope, receive, send)
            except (Disconnected, OSError):
                pass  # the server may raise an OSError where the client is gone
            finally:
                self._process.in_flight -= 1
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await send({"type": "websocket.close"})

    # --- One request ------------------------------------------------------------------------

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        environ = make_environ(scope)
        connection = current.get()
        body, fault = b"", None
        if "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            body, fault = await self._read(environ, receive, connection)
            environ["CONTENT_LENGTH"] = str(len(body))
            environ[BODY_FAULT] = fault
        connection.received()
        environ["wsgi.input"] = BytesIO(body)
        status, headers, answer = call(self._application, environ)

        last = fault is not None or self._process.draining
        if last:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})
        connection.answered(last=last)

    async def _read(
        self, environ: dict[str, Any], receive: Receive, connection: Connection
    ) -> tuple[bytes, Exception | None]:
        """The request's body, or what is wrong with it."""
        # The server has checked that a declared length is a number.
        if int(environ.get("CONTENT_LENGTH") or 0) > self._limit:
            return b"", BodyTooLarge(self._limit)
        chunks: list[bytes] = []
        size = 0
        connection.receiving()
        try:
            # No timer: the watch over all connections sets the time when it is up.
            async with asyncio.timeout(None) as connection.reading:
                # The condition counts where the server swallows the timeout's cancellation,
                # which may happen when bytes arrive at the same moment.
                while connection.reading:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        break
                    chunk = message["body"]
                    size += len(chunk)
                    if size > self._limit:
                        return b"", BodyTooLarge(self._limit)
                    chunks.append(chunk)
                    if not message["more_body"]:
                        return b"".join(chunks), None
        except TimeoutError:
            pass
        finally:
            connection.reading = None
        if connection.closed:
            raise Disconnected
        if connection.ended:
            return b"", IncompleteBody()
        return b"", Overloaded() if connection.refused else RequestTimeout()

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._lifecycle.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await send({"type": "lifespan.shutdown.complete"})
                return


# --- Between the two specifications ---------------------------------------------------------


def make_environ(scope: Scope) -> dict[str, Any]:
    """The WSGI environment of an ASGI request, still without its body."""
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "0",
        "SERVER_PROTOCOL": "HTTP/" + scope["http_version"],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        STARTED: perf_counter(),
    }
    for name, value in scope["headers"]:
        key = environ_key(name)
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@lru_cache(maxsize=256)
def environ_key(header: bytes) -> str:
    """The WSGI environment's key for a request header.

    >>> environ_key(b"content-type"), environ_key(b"x-request-id")
    ('CONTENT_TYPE', 'HTTP_X_REQUEST_ID')
    """
    name = header.decode("latin-1").upper().replace("-", "_")
    # Not by that name: another header, content_length, is not to pass for one of these.
    return name if header in {b"content-type", b"content-length"} else "HTTP_" + name


@lru_cache(maxsize=256)
def encode_header(name: str) -> bytes:
    """A response header's name as ASGI has it: lower case, in bytes."""
    return name.lower().encode("latin-1")


def call(
    application: WSGIApplication, environ: dict[str, Any]
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """The application's answer: status, headers, body."""
    status = 500
    headers: list[tuple[bytes, bytes]] = []

    def start_response(line: str, fields: Headers, _: Any = None, /) -> Callable[[bytes], object]:
        nonlocal status
        status = int(line[:3])
        headers[:] = [(encode_header(name), value.encode("latin-1")) for name, value in fields]
        return lambda _: None

    chunks: Iterable[bytes] = application(environ, start_response)
    try:
        body = b"".join(chunks)
    finally:
        if close := getattr(chunks, "close", None):
            close()
    return status, headers, body
