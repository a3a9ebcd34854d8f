"""Stands in for what the wiring will do: the present application, as the server takes it."""

import os
from typing import Any

from service.api import body as bodies
from service.api import head as heads
from service.api.cost import takes_long
from service.api.environ import REQUEST_FAULT
from service.app import create_app, create_process
from service.server.answers import call
from service.server.served import Served
from service.settings import Config
from service.stop import is_stopping
from service.telemetry.metrics import NoMetrics
from service.telemetry.output import ERR, OUT

LOADED: list[Any] = []


def create_server() -> Any:
    config = Config.from_environment(os.environ)
    process = create_process(config)
    application = create_app(config, process)
    application.app_context().push()
    application.extensions["nim"] = (config, process)
    return application


def join(worker: Any) -> None:
    application = worker.wsgi
    config, process = application.extensions["nim"]

    def turn_of(environ: Any, body: Any) -> str | None:
        if environ["PATH_INFO"] == "/metrics":
            return ""
        query = environ["QUERY_STRING"].encode("latin-1")
        return environ["REMOTE_ADDR"] if takes_long(environ["PATH_INFO"], query, body) else None

    def answer_fault(fault: Exception, environ: Any) -> Any:
        name = type(fault).__name__
        kind = getattr(bodies, name, None) or getattr(heads, name)
        environ[REQUEST_FAULT] = kind.__new__(kind)
        environ[REQUEST_FAULT].args = fault.args
        return call(application, environ)

    def on_tick(under_way: int, connections: int) -> None:
        process.in_flight = under_way + 1
        process.metrics.publish(under_way, connections)

    process.is_stopping = is_stopping
    try:
        process.metrics.start_process()
    except Exception:
        process.metrics = NoMetrics()
    for stream in (OUT, ERR):
        stream.start()
    worker.served = Served(
        application,
        turn_of,
        answer_fault,
        on_tick,
        config.max_body_bytes,
        config.request_timeout,
        config.drain_seconds,
    )
