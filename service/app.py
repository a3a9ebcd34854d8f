"""The wiring: `create_app` makes the application; importing a module does nothing."""

import os
from collections.abc import Iterable
from typing import Any, NamedTuple
from wsgiref.types import StartResponse, WSGIEnvironment

import flask

from service.http.attach import attach
from service.http.clients import Clients, Turns
from service.http.middleware import Middleware
from service.http.operation import Operation
from service.http.shortcut import Shortcut
from service.operations import all_operations
from service.operations.pages import missing_page
from service.server.served import Served
from service.settings import Config
from service.telemetry.metrics import Metrics
from service.telemetry.streams import ERR, OUT
from service.wsgi import FAULT, Answer, call

EXTENSION = "nim-move-service"
"""The key in `app.extensions` of what the service's own server may know of an application."""


class Known(NamedTuple):
    """What the service's own server is told of an application."""

    config: Config
    metrics: Metrics
    turns: Turns


def create_app(config: Config | None = None) -> flask.Flask:
    """Make the application: an ordinary Flask application, with a short way past Flask.

    Its settings are those of the environment unless others are given; BadSetting names one that
    can't be read.
    """
    config = config or Config.from_environment(os.environ)
    metrics = Metrics(config.revision, on=config.metrics)
    operations = all_operations(config, metrics)
    probes = frozenset(each.path for each in operations if each.probe)
    inside = [each for each in operations if config.metrics_port and each.path == "/metrics"]
    metrics.start_at_zero(each.path for each in operations)

    def application_of(some: list[Operation]) -> flask.Flask:
        app = flask.Flask("service", static_folder=None, template_folder=None)
        attach(app, some, config.max_body_bytes, missing_page(config))
        shortcut = Shortcut(app, some, config.max_body_bytes)
        app.wsgi_app = Middleware(app, shortcut, config, metrics, probes)  # type: ignore[method-assign]
        return app

    app = application_of([each for each in operations if each not in inside])
    if inside:
        outside, port = app.wsgi_app, str(config.metrics_port)
        within = application_of(inside).wsgi_app

        def by_port(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            """Two applications, so that no request crosses from one port to the other's routes."""
            application = within if environ["SERVER_PORT"] == port else outside
            return application(environ, start_response)

        app.wsgi_app = by_port  # type: ignore[method-assign]
    turns = Turns(operations, Clients(config.trusted_proxies))
    app.extensions[EXTENSION] = Known(config, metrics, turns)
    return app


def join(worker: Any) -> None:
    """Tell a gunicorn worker, which has just been forked, what it serves; of any class.

    Only the service's own looks at `served`.
    """
    for stream in (OUT, ERR):
        stream.start()
    app = worker.wsgi
    known = app.extensions.get(EXTENSION) if isinstance(app, flask.Flask) else None
    if known is None:
        return  # an application of someone else's
    known.metrics.start_process()
    worker.served = Served(
        application=app,
        turn_of=known.turns,
        answer_fault=lambda fault, environ: answer_fault(app, fault, environ),
        on_tick=known.metrics.publish,
        max_body_bytes=known.config.max_body_bytes,
        request_timeout=known.config.request_timeout,
        drain_seconds=known.config.drain_seconds,
    )


def answer_fault(app: flask.Flask, fault: Exception, environ: WSGIEnvironment) -> Answer:
    """The answer to a request that the server could not read, logged and measured as any."""
    environ[FAULT] = fault
    return call(app, environ)
