"""`/metrics`: the values of all workers."""

from wsgiref.types import WSGIEnvironment

from service.http.answers import Answer, answer_fresh
from service.http.operation import ALWAYS, Operation
from service.settings import Config
from service.telemetry.exposition import Exposition
from service.telemetry.metrics import Metrics


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`GET /metrics`, where metrics are not switched off."""
    if not config.metrics:
        return []
    exposition = Exposition(metrics)

    def scrape(environ: WSGIEnvironment) -> Answer:
        text, media_type = exposition.text(environ.get("HTTP_ACCEPT", ""))
        return answer_fresh(text, media_type=media_type, headers=[("Vary", "Accept")])

    return [Operation("GET", "/metrics", scrape, inline=ALWAYS, urgent=True, probe=True)]
