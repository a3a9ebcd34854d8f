"""The metrics of all processes."""

from wsgiref.types import WSGIEnvironment

from ..api.negotiation import list_in
from ..api.operation import PlainOperation
from ..api.responses import NO_STORE, negotiated_response
from ..server.responses import Response
from ..telemetry.exposition import Exposition, check_processes


def scrape(path: str) -> PlainOperation:
    """`/metrics`."""
    exposition = Exposition()

    def respond(environ: WSGIEnvironment) -> Response:
        check_processes(several=environ["wsgi.multiprocess"])
        text, media_type = exposition.text(list_in(environ, "HTTP_ACCEPT"))
        return negotiated_response(environ, text, media_type, ("Accept",), [NO_STORE])

    return PlainOperation(path, respond, urgent=True, probe=True)
