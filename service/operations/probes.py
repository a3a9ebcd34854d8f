"""What machines ask again and again: `/healthz`, `/readyz` and `/metrics`."""

from wsgiref.types import WSGIEnvironment

from service import __version__, stop
from service.codec import encode
from service.http.answers import Answer, answer_fresh
from service.http.operation import ALWAYS, Operation
from service.settings import Config
from service.telemetry.exposition import Exposition
from service.telemetry.metrics import Metrics


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """Whether a process lives, whether it should get requests; and the values of all workers."""
    runs = {"version": __version__}
    if config.revision:
        runs["revision"] = config.revision
    exposition = Exposition(metrics)

    def live(_: WSGIEnvironment) -> Answer:
        return answer_fresh(encode({"status": "ok", **runs}))

    def ready(_: WSGIEnvironment) -> Answer:
        if stop.is_stopping():
            return answer_fresh(encode({"status": "stopping", **runs}), "503 SERVICE UNAVAILABLE")
        return answer_fresh(encode({"status": "ready", **runs}))

    def scrape(environ: WSGIEnvironment) -> Answer:
        text, media_type = exposition.text(environ.get("HTTP_ACCEPT", ""))
        return answer_fresh(text, media_type=media_type, headers=[("Vary", "Accept")])

    found = [
        Operation("GET", "/healthz", live, probe=True),
        Operation("GET", "/readyz", ready, probe=True),
    ]
    if config.metrics:
        found.append(Operation("GET", "/metrics", scrape, inline=ALWAYS, urgent=True, probe=True))
    return found
