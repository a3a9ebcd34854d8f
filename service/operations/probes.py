"""`/healthz` and `/readyz`: whether a process lives, and whether it should get requests."""

from wsgiref.types import WSGIEnvironment

from service import __version__, stop
from service.codec import encode
from service.http.answers import Answer, answer_fresh
from service.http.operation import Operation
from service.settings import Config
from service.telemetry.metrics import Metrics


def operations(config: Config, _: Metrics) -> list[Operation]:
    """`GET /healthz` and `GET /readyz`."""
    runs = {"version": __version__}
    if config.revision:
        runs["revision"] = config.revision

    def answer(word: str, status: str) -> Answer:
        return answer_fresh(encode({"status": word, **runs}), status)

    def live(_: WSGIEnvironment) -> Answer:
        return answer("ok", "200 OK")

    def ready(_: WSGIEnvironment) -> Answer:
        if stop.is_stopping():
            return answer("stopping", "503 SERVICE UNAVAILABLE")
        return answer("ready", "200 OK")

    return [
        Operation("GET", "/healthz", live, probe=True),
        Operation("GET", "/readyz", ready, probe=True),
    ]
