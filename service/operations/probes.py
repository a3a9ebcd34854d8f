"""Liveness and readiness."""

from wsgiref.types import WSGIEnvironment

from .. import __version__
from ..api.operation import PlainOperation
from ..api.responses import fresh_response
from ..codec import encode
from ..server.responses import Response
from ..server.stopping import is_stopping
from ..settings import Config


def live(path: str, config: Config) -> PlainOperation:
    """`/healthz`: the process responds."""
    body = said("ok", config)
    return PlainOperation(path, lambda _: fresh_response(body), probe=True)


def ready(path: str, config: Config) -> PlainOperation:
    """`/readyz`: the process accepts requests."""
    is_ready, stopping = said("ready", config), said("stopping", config)

    def respond(_: WSGIEnvironment) -> Response:
        if is_stopping():
            return fresh_response(stopping, "503 SERVICE UNAVAILABLE")
        return fresh_response(is_ready)

    return PlainOperation(path, respond, probe=True)


def said(status: str, config: Config) -> bytes:
    """A body: the status, and the running version."""
    revision = {"revision": config.revision} if config.revision else {}
    return encode({"status": status, "version": __version__, **revision})
