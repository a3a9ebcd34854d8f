"""`/metrics`: the metrics of all processes."""

from wsgiref.types import WSGIEnvironment

from service.api.header_lists import list_in
from service.api.operation import Operation, PlainOperation
from service.api.responses import NO_STORE, Response, negotiated_response
from service.settings import Config
from service.telemetry.exposition import Exposition


def operations(config: Config) -> list[Operation]:
    """`GET /metrics`, unless metrics are switched off."""
    if not config.metrics:
        return []
    exposition = Exposition()

    def scrape(environ: WSGIEnvironment) -> Response:
        text, media_type = exposition.text(list_in(environ, "HTTP_ACCEPT"))
        return negotiated_response(environ, text, media_type, ("Accept",), [NO_STORE])

    return [PlainOperation("GET", "/metrics", scrape, in_thread=True, urgent=True, probe=True)]
