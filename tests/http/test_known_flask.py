"""What can be attached to Flask is known: a newer Flask that has more of it fails here.

What changes how Flask responds to a request has to close the shortcut (service/http/shortcut.py).
"""

import flask
from flask import signals

SETTINGS = {
    # The shortcut looks at these.
    *("DEBUG", "TESTING", "PROPAGATE_EXCEPTIONS", "TRAP_HTTP_EXCEPTIONS"),
    *("TRAP_BAD_REQUEST_ERRORS", "SERVER_NAME", "TRUSTED_HOSTS"),
    # Both ways go by this one.
    "MAX_CONTENT_LENGTH",
    # Of sessions, forms, templates, files and addresses, which no operation has.
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "PERMANENT_SESSION_LIFETIME", "MAX_COOKIE_SIZE"),
    *("SESSION_COOKIE_NAME", "SESSION_COOKIE_DOMAIN", "SESSION_COOKIE_PATH"),
    *("SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SECURE", "SESSION_COOKIE_PARTITIONED"),
    *("SESSION_COOKIE_SAMESITE", "SESSION_REFRESH_EACH_REQUEST"),
    *("MAX_FORM_MEMORY_SIZE", "MAX_FORM_PARTS", "USE_X_SENDFILE", "SEND_FILE_MAX_AGE_DEFAULT"),
    *("EXPLAIN_TEMPLATE_LOADING", "TEMPLATES_AUTO_RELOAD"),
    *("APPLICATION_ROOT", "PREFERRED_URL_SCHEME", "PROVIDE_AUTOMATIC_OPTIONS"),
}

SIGNALS = {
    # The shortcut looks at these.
    *("request_started", "request_finished", "request_tearing_down", "got_request_exception"),
    *("appcontext_pushed", "appcontext_popped", "appcontext_tearing_down"),
    # Of templates and sessions, which no operation has.
    *("template_rendered", "before_render_template", "message_flashed"),
}

REGISTRIES = {
    # The shortcut looks at these.
    *("before_request_funcs", "after_request_funcs", "teardown_request_funcs"),
    *("teardown_appcontext_funcs", "url_value_preprocessors", "error_handler_spec"),
    "view_functions",
    # Of no request.
    *("blueprints", "extensions", "shell_context_processors", "template_context_processors"),
    *("url_build_error_handlers", "url_default_functions"),
}


def test_every_setting_of_flask_is_known() -> None:
    assert {*flask.Flask.default_config} == SETTINGS


def test_every_signal_of_flask_is_known() -> None:
    assert {name for name, value in vars(signals).items() if hasattr(value, "send")} == SIGNALS


def test_everything_that_flask_keeps_what_is_registered_in_is_known() -> None:
    """Each is a dictionary or a list; its configuration is known above."""
    app = flask.Flask("any", static_folder=None)
    kept = {name for name, value in vars(app).items() if type(value) is list or is_dict(value)}
    assert kept == REGISTRIES


def is_dict(value: object) -> bool:
    return isinstance(value, dict) and not isinstance(value, flask.Config)
