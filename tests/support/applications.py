"""WSGI applications for tests of the server, which serves any; with nothing of the service."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterable
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
    shown["switch_interval"] = [sys.getswitchinterval()]
    shown["body"] = environ["wsgi.input"].read().decode()
    environ |= {"PATH_INFO": "/elsewhere", "left": "behind"}
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(shown).encode()]


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
