"""The application: `create_app` does all the wiring; importing a module does nothing."""

from service.api import errors, routes
from service.api.application import Application
from service.api.health import Process
from service.api.middleware import Middleware
from service.config import Config
from service.telemetry.metrics import Metrics, NoMetrics


def create_process(config: Config) -> Process:
    """What a process is before it has served anything."""
    return Process(metrics=Metrics() if config.metrics else NoMetrics())


def create_app(config: Config | None = None, process: Process | None = None) -> Application:
    """Make the WSGI application for a process, by default one of its own."""
    config = config or Config()
    process = process or create_process(config)
    app = Application()
    errors.attach(app)
    routes.attach(app, config, process)
    app.wsgi_app = Middleware(app.wsgi_app, config, process)  # type: ignore[method-assign]
    return app
