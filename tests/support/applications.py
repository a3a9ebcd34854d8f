"""WSGI applications for tests of the server, which serves any; with nothing of the service."""

import io
import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

from tests.support.servers import Server
from tests.support.waiting import PATIENCE

TEXT = [("Content-Type", "text/plain")]

Application = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]


def serve(application: str, *arguments: str, module: str = __name__) -> Server:
    """A gunicorn with the server's worker and an application, of this module if of no other."""
    own = ("--config", str(Path(__file__).with_name("any_application.conf.py")))
    return Server(arguments=(*own, *arguments, f"{module}:{application}"), WEB_CONCURRENCY=1)


def tell(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """The environ as JSON, which is then written to; and what its streams are."""
    environ["wsgi.errors"].write("written to wsgi.errors\n")
    shown = {key: value for key, value in environ.items() if isinstance(value, str | bool | list)}
    shown["wsgi.version"] = list(environ["wsgi.version"])
    shown["body"] = environ["wsgi.input"].read().decode()
    environ |= {"PATH_INFO": "/elsewhere", "left": "behind"}
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(shown).encode()]


class Closing:
    """Chunks that are closed after use, which is written to the log."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        self._errors = environ["wsgi.errors"]

    def __iter__(self) -> Iterator[bytes]:
        yield b"one "
        yield b""
        yield b"two"

    def close(self) -> None:
        """Say that this was called."""
        self._errors.write("closed\n")
        self._errors.flush()


def answers(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:  # noqa: C901, PLR0911, PLR0912
    """Whatever the specification allows, or forbids, by path."""
    match environ["PATH_INFO"]:
        case "/chunks":
            start_response("200 OK", TEXT)
            return Closing(environ)
        case "/write":
            write = start_response("200 OK", TEXT)
            write(b"one ")
            return [b"two"]
        case "/file":
            start_response("200 OK", TEXT)
            wrapped: Iterable[bytes] = environ["wsgi.file_wrapper"](io.BytesIO(b"one two"), 3)
            return wrapped
        case "/again":
            start_response("200 OK", TEXT)
            try:
                raise ZeroDivisionError  # noqa: TRY301
            except ZeroDivisionError as error:
                start_response("503 Service Unavailable", TEXT, (type(error), error, None))  # type: ignore[arg-type]
            return [b"one two"]
        case "/empty":
            start_response("204 No Content", [])
            return []
        case "/declared":
            start_response("200 OK", [*TEXT, ("content-length", "7"), ("Connection", "keep-alive")])
            return [b"one two"]
        case "/wrong-length":
            start_response("200 OK", [*TEXT, ("Content-Length", "5")])
            return [b"one two"]
        case "/line-end":
            start_response("200 OK", [("Location", "/\r\nSet-Cookie: a=b")])
            return [b"one two"]
        case "/no-latin":
            start_response("200 OK", [("Title", "\u03bb")])
            return [b"one two"]
        case "/text":
            start_response("200 OK", TEXT)
            return ["one two"]  # type: ignore[list-item]
        case "/twice":
            start_response("200 OK", TEXT)
            start_response("200 OK", TEXT)
            return [b"one two"]
        case "/raise":
            start_response("200 OK", TEXT)
            raise ZeroDivisionError("secret")
        case _:
            return [b"one two"]  # without a start_response


def interval(_: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Tells for how many seconds a thread computes while another waits."""
    start_response("200 OK", TEXT)
    return [str(sys.getswitchinterval()).encode()]


_numbers, _released = count(1), threading.Event()


def held(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Gives each request a number; `?hold` waits until there has been a `?release`."""
    number = next(_numbers)
    match environ["QUERY_STRING"]:
        case "hold":
            _released.wait(PATIENCE)
        case "release":
            _released.set()
    start_response("200 OK", TEXT)
    return [b"%d" % number]


def slow(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Sleeps for as many milliseconds as the query says, and answers with as many bytes."""
    _, _, milliseconds = environ["QUERY_STRING"].partition("sleep=")
    time.sleep(int(milliseconds.partition("&")[0] or 0) / 1_000)
    _, _, size = environ["QUERY_STRING"].partition("size=")
    start_response("200 OK", TEXT)
    return [b"." * int(size.partition("&")[0] or 1)]
