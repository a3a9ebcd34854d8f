"""The wiring: `create_app` makes the application; importing a module does nothing."""

import logging
import os
from collections.abc import Iterable, Mapping
from itertools import chain
from threading import Lock
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import flask

from service import __version__
from service.http.attach import GetViewContext, ViewContext, attach, blueprint_of, by_endpoint
from service.http.clients import Clients, QueueKeys
from service.http.errors import CODES
from service.http.middleware import Middleware
from service.http.operation import Operations
from service.http.shortcut import Shortcut
from service.operations import Families, all_families
from service.operations.pages import missing_page
from service.settings import Config, warn_of_unknown
from service.telemetry.metrics import BUILD, start_at_zero

log = logging.getLogger(__name__)

EXTENSION = "nim-move-service"
"""The key in `app.extensions` of an application's Entrance."""

IN_BLUEPRINTS = f"{EXTENSION}.blueprints"
"""The key in `app.extensions` of what blueprints serve in another application."""

OF_BLUEPRINTS = {"max_piles", "max_positions", "max_body_bytes", "embed_origins", "revision"}
"""The settings that blueprints read from another application's config; other keys are its own."""


class Entrance:
    """The WSGI application in front of Flask's, made from the settings.

    `create_app` makes it from those in `app.config`, which are read once more at the first request,
    or by the worker that begins to serve: then all set-up is done. If they have changed by then, it
    is made again.
    """

    def __init__(self, app: flask.Flask) -> None:
        self._app = app
        self._flask = app.wsgi_app
        self._lock = Lock()
        self._is_settled = False
        self.config, self.limit = settings_of(app)
        families = self._make_operations()
        attach(app, self._get_context)
        register(app, families, self._get_context)
        self._shortcut = Shortcut(app)
        self._application = self._make_application(families)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond to a request."""
        if not self._is_settled:
            self.settle()
        return self._application(environ, start_response)

    def settle(self) -> None:
        """Read the settings for the last time, and apply what has changed."""
        with self._lock:
            if self._is_settled:
                return
            read = settings_of(self._app)
            if read != (self.config, self.limit):
                self.config, self.limit = read
                families = self._make_operations()
                register(self._app, families, self._get_context)
                self._application = self._make_application(families)
            # It has nothing left to do, so it is replaced, unless somebody has wrapped it.
            if self._app.wsgi_app is self:
                self._app.wsgi_app = self._application  # type: ignore[assignment, method-assign]
            self._is_settled = True

    def _make_operations(self) -> Families:
        """Make all operations, and return those on the ordinary port."""
        config = self.config
        families = all_families(config)
        BUILD.info({"version": __version__, "revision": config.revision})
        operations = Operations(chain.from_iterable(families.values()))
        start_at_zero((each.path for each in operations.all), CODES)
        self.clients = Clients(config.trusted_proxies)
        self.queue_keys = QueueKeys(operations, self.clients)
        self._on_other_port = families.pop("metrics", None) if config.metrics_port else None
        self._context = ViewContext(by_endpoint(families), self.limit, missing_page(config))
        return families

    def _get_context(self) -> ViewContext:
        return self._context

    def _make_application(self, families: Families) -> WSGIApplication:
        """The application of these operations, and of those on the port of metrics."""
        outside = self._middleware(self._app, self._flask, self._shortcut, families)
        if self._on_other_port is None:
            return outside
        families = {"metrics": self._on_other_port}
        context = self._context._replace(operations=by_endpoint(families))
        app = new_flask()
        attach(app, lambda: context)
        register(app, families, lambda: context)
        inside = self._middleware(app, app.wsgi_app, Shortcut(app), families)
        port = str(self.config.metrics_port)

        def by_port(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            """Two applications, so that no request crosses from one port to the other's routes."""
            application = inside if environ["SERVER_PORT"] == port else outside
            return application(environ, start_response)

        return by_port

    def _middleware(
        self, app: flask.Flask, wsgi_app: WSGIApplication, shortcut: Shortcut, families: Families
    ) -> Middleware:
        operations = Operations(chain.from_iterable(families.values()))
        shortcut.serve(operations, self.limit)
        return Middleware(
            app=app,
            wsgi_app=wsgi_app,
            operations=operations,
            shortcut=shortcut,
            clients=self.clients,
            config=self.config,
        )


def create_app(config: Mapping[str, Any] | None = None, **settings: Any) -> flask.Flask:
    """Make the application: an ordinary Flask application, with a shortcut past Flask.

    What is given goes over the environment, and all of it into `app.config`: the service's own
    settings under the names of their variables without `NIM_`, such as `MAX_PILES`. BadSetting
    says which of them has a value that is not allowed.
    """
    if wrong := [name for name in settings if not name.isupper()]:
        raise TypeError(f"{wrong[0]} is no setting: their names are in capital letters")
    app = new_flask()
    app.config.from_mapping(Config.from_environment(os.environ).to_config())
    app.config.from_mapping(config, **settings)
    warn_of_unknown(os.environ)
    entrance = Entrance(app)
    app.wsgi_app = entrance  # type: ignore[method-assign]
    app.extensions[EXTENSION] = entrance
    return app


def new_flask() -> flask.Flask:
    """A Flask application without routes."""
    return flask.Flask("service", static_folder=None, template_folder=None)


def register(app: flask.Flask, families: Families, get_context: GetViewContext) -> None:
    """Register the blueprints of these families that an application does not have yet."""
    for family, operations in families.items():
        if family not in app.blueprints:
            app.register_blueprint(blueprint_of(family, operations, get_context))


def settings_of(app: flask.Flask) -> tuple[Config, int]:
    """The settings in an application's config, and the limit on bodies with Flask's own setting.

    The config has the typed values afterwards.
    """
    config = Config.from_config(app.config)
    app.config.update(config.to_config())
    return config, smaller_limit(config.max_body_bytes, app.config)


def smaller_limit(limit: int, config: Mapping[str, Any]) -> int:
    """The limit on bodies, or Flask's own if that is smaller."""
    flasks = config["MAX_CONTENT_LENGTH"]
    return limit if flasks is None else min(limit, flasks)


def create_blueprints() -> dict[str, flask.Blueprint]:
    """Make a blueprint of each family of operations, by name, for another application to register.

    There they respond through Flask alone, with the settings in that application's `config`.
    """

    def get_context() -> ViewContext:
        app = flask.current_app
        if (found := app.extensions.get(IN_BLUEPRINTS)) is None:
            config = Config.from_config(app.config, OF_BLUEPRINTS)
            operations = by_endpoint(all_families(config))
            found = ViewContext(operations, smaller_limit(config.max_body_bytes, app.config))
            app.extensions[IN_BLUEPRINTS] = found
        return found

    families = all_families(Config(metrics=False))
    return {
        family: blueprint_of(family, operations, get_context)
        for family, operations in families.items()
    }
