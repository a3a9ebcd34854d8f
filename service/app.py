"""The application: `create_app` does all the wiring; importing a module does nothing."""

from collections.abc import Iterable

from service.api import errors, routes
from service.api.application import Application
from service.api.handlers import Reading
from service.api.health import Process
from service.api.middleware import Middleware
from service.api.ports import ByPort
from service.settings import Config
from service.telemetry.metrics import Metrics, NoMetrics


def create_process(config: Config) -> Process:
    """What a process is before it has served anything."""
    return Process(metrics=Metrics() if config.metrics else NoMetrics())


def create_app(config: Config | None = None, process: Process | None = None) -> Application:
    """Make the WSGI application for a process, by default one of its own."""
    config = config or Config()
    process = process or create_process(config)
    reading = Reading(config) if config.pages else None
    rows = routes.table(config, process, reading)
    inside = [row for row in rows if config.metrics_port and row[1] == "/metrics"]
    app = _application([row for row in rows if row not in inside])
    if reading:
        app.extensions["nim-pages"] = reading.pages
    wsgi = app.wsgi_app
    if inside:
        # Two applications, so that no request can cross from one port to the other's routes.
        wsgi = ByPort(wsgi, config.metrics_port, _application(inside).wsgi_app)
    process.metrics.start_at_zero(path for _, path, _ in rows)
    app.wsgi_app = Middleware(wsgi, config, process)  # type: ignore[method-assign]
    return app


def _application(rows: Iterable[routes.Row]) -> Application:
    app = Application()
    errors.attach(app)
    routes.attach(app, rows)
    return app
