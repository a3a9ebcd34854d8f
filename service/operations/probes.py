"""`/healthz` and `/readyz`: whether a process lives, and whether it should get requests."""

from wsgiref.types import WSGIEnvironment

from service import __version__, stop
from service.codec import encode
from service.http.answers import Answer, answer_fresh
from service.http.operation import Operation
from service.settings import Config
from service.telemetry.metrics import NoMetrics


def operations(_: Config, __: NoMetrics) -> list[Operation]:
    """`GET /healthz` and `GET /readyz`."""

    def live(_: WSGIEnvironment) -> Answer:
        return _status("ok", "200 OK")

    def ready(_: WSGIEnvironment) -> Answer:
        if stop.is_stopping():
            return _status("stopping", "503 SERVICE UNAVAILABLE")
        return _status("ready", "200 OK")

    return [
        Operation(method="GET", path="/healthz", give=live, probe=True),
        Operation(method="GET", path="/readyz", give=ready, probe=True),
    ]


def _status(word: str, status: str) -> Answer:
    return answer_fresh(encode({"status": word, "version": __version__}), status)
