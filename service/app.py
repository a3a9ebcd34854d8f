"""The wiring: `create_app` makes the application; importing a module starts nothing."""

import encodings.idna  # Python would import these two when they are first needed
import encodings.unicode_escape  # noqa: F401
import os
from collections.abc import Mapping
from itertools import chain
from typing import Any

import flask

from . import __version__
from .api.errors import CODES
from .api.flask_views import add_views
from .api.operation import Operations
from .api.service import Service
from .operations import all_blueprints, contract
from .settings import Config, warn_of_unknown
from .telemetry.metrics import BUILD, start_at_zero
from .web import views

EXTENSION = "nim-move-service"
"""The key in `app.extensions` of an application's Service."""


def create_app(config: Mapping[str, Any] | None = None, **settings: Any) -> flask.Flask:
    """Make the application: an ordinary Flask application, with a shortcut past Flask.

    The given settings override the environment, and all settings go into `app.config`: the
    service's own under the names of their variables without `NIM_`, such as `MAX_PILES`.
    BadSetting says which setting has a value that is not allowed.
    """
    if wrong := [name for name in settings if not name.isupper()]:
        raise TypeError(f"{wrong[0]} is not a setting: setting names are in capitals")
    app = flask.Flask(__name__.partition(".")[0], static_folder=None, template_folder=None)
    app.config.from_mapping(Config.from_environment(os.environ).to_config())
    app.config.from_mapping(config, **settings)
    warn_of_unknown(os.environ)
    read = Config.from_config(app.config)
    app.config.update(read.to_config())  # the typed values
    BUILD.info({"version": __version__, "revision": read.revision})

    blueprints = all_blueprints(read)
    on_ports = {}
    if read.metrics_port:
        on_ports[str(read.metrics_port)] = Operations(blueprints.pop("metrics", ()))
    add_views(app, blueprints, read.max_body_bytes, views.missing_page(read))
    app.register_blueprint(contract.blueprint())
    if read.pages:
        app.register_blueprint(views.blueprint(read))
    routes = [rule.rule for rule in app.url_map.iter_rules()]
    start_at_zero([*routes, *chain.from_iterable(each.paths for each in on_ports.values())], CODES)
    operations = Operations(chain.from_iterable(blueprints.values()))
    service = Service(app, operations, on_ports, read)
    app.wsgi_app = service  # type: ignore[method-assign]
    app.extensions[EXTENSION] = service
    return app
