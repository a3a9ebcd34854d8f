"""`/healthz` and `/readyz`: liveness and readiness."""

from wsgiref.types import WSGIEnvironment

from service import __version__
from service.api.operation import Operation, PlainOperation
from service.api.responses import Response, fresh_response
from service.codec import encode
from service.server.stopping import is_stopping
from service.settings import Config


def operations(config: Config) -> list[Operation]:
    """`GET /healthz` and `GET /readyz`."""
    runs = {"version": __version__}
    if config.revision:
        runs["revision"] = config.revision

    def live(_: WSGIEnvironment) -> Response:
        return fresh_response(encode({"status": "ok", **runs}))

    def ready(_: WSGIEnvironment) -> Response:
        if is_stopping():
            return fresh_response(encode({"status": "stopping", **runs}), "503 SERVICE UNAVAILABLE")
        return fresh_response(encode({"status": "ready", **runs}))

    return [
        PlainOperation("GET", "/healthz", live, probe=True),
        PlainOperation("GET", "/readyz", ready, probe=True),
    ]
