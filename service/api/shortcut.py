"""The shortcut: an operation responds without Flask's contexts, unless an extension has to see it.

The response has the same bytes.
"""

from typing import Any

from flask import signals
from flask.app import Flask

SIGNALS = [each for each in vars(signals).values() if hasattr(each, "receivers")]

MAY_GROW = {"blueprints", "view_functions", "extensions"}
"""Registries whose new entries don't affect requests to operations."""

NO_MATTER = ("MAX_CONTENT_LENGTH", "SECRET_", "SESSION_")
"""Prefixes of Flask's settings that change no response, or that both paths respect."""

ENTRY_POINTS = ("__call__", "wsgi_app", "full_dispatch_request", "dispatch_request")
"""Methods of Flask that tracing may have wrapped."""

CLASSES = ("request_class", "response_class", "session_interface", "json")


class Shortcut:
    """The shortcut past one application.

    The first request goes through Flask, and completes its set-up. Then the application is compared
    with its state when this object was made, which decides once whether the shortcut is open.
    Signals can be connected later, so each request checks them. Other changes after the first
    request have no effect.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._made = snapshot(app)
        self._receivers = [signal.receivers for signal in SIGNALS]
        self._is_decided = self._is_open = False

    @property
    def is_open(self) -> bool:
        """Whether nothing has to see a request."""
        return self._is_open and not any(self._receivers)

    def decide(self) -> None:
        """After Flask's first response, decide whether the shortcut is open."""
        if not self._is_decided:
            self._is_decided = True
            self._is_open = self._is_plain() and self._is_unchanged()

    def _is_plain(self) -> bool:
        """Whether Flask is as it is published, with its own settings."""
        changed = (
            name
            for name, usual in Flask.default_config.items()
            if (self._app.config[name] or None) != (usual or None)
            and not name.startswith(NO_MATTER)
        )
        wrapped = (hasattr(getattr(Flask, name), "__wrapped__") for name in ENTRY_POINTS)
        return type(self._app) is Flask and not any(wrapped) and not any(changed)

    def _is_unchanged(self) -> bool:
        now = snapshot(self._app)
        return all(
            now[name] == value
            or (name in MAY_GROW and all(now[name].get(key) is value[key] for key in value))
            for name, value in self._made.items()
        )


def snapshot(app: Flask) -> dict[str, Any]:
    """Everything an extension can change: the registries, the classes and Flask's settings."""
    found: dict[str, Any] = {name: getattr(app, name) for name in CLASSES}
    for name, value in vars(app).items():
        if name == "config":
            found[name] = {key: value[key] for key in Flask.default_config}
        elif isinstance(value, dict | list):
            found[name] = copied(value)
    return found


def copied(value: Any) -> Any:
    """Copy nested dictionaries and lists, without empty ones.

    Each of Flask's look-ups adds an empty one.

    >>> copied({"a": {}, "b": {"c": [1], "d": []}})
    {'b': {'c': [1]}}
    """
    if isinstance(value, dict):
        inner = {key: copied(each) for key, each in value.items()}
        return {key: each for key, each in inner.items() if each not in ({}, [])}
    return [*value] if isinstance(value, list) else value
