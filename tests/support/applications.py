"""WSGI applications that test the server without the service."""

import json
import sys
import time
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from tests.support.servers import Server

TEXT = [("Content-Type", "text/plain")]


def serve(application: str, *arguments: str, **options: Any) -> Server:
    """A gunicorn with the server's worker and an application of this module."""
    own = ("--config", str(Path(__file__).with_name("any_application.conf.py")))
    of_gunicorn = (*own, *arguments, f"{__name__}:{application}")
    return Server(arguments=of_gunicorn, WEB_CONCURRENCY=1, **options)


def tell(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """The environ as JSON, with the types of its streams."""
    environ["wsgi.errors"].write("written to wsgi.errors\n")
    shown = {key: value for key, value in environ.items() if isinstance(value, str | bool | list)}
    shown["wsgi.version"] = list(environ["wsgi.version"])
    shown["switch_interval"] = [sys.getswitchinterval()]
    shown["body"] = environ["wsgi.input"].read().decode()
    environ |= {"PATH_INFO": "/elsewhere", "left": "behind"}
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(shown).encode()]


def slow(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Sleeps for the milliseconds in the query, and responds with that many bytes."""
    _, _, milliseconds = environ["QUERY_STRING"].partition("sleep=")
    time.sleep(int(milliseconds.partition("&")[0] or 0) / 1_000)
    _, _, size = environ["QUERY_STRING"].partition("size=")
    start_response("200 OK", TEXT)
    return [b"." * int(size.partition("&")[0] or 1)]
