"""The Nim move service: who wins a Nim position, and with which moves.

`create_app` makes the application, and imports what it needs when it is called. Importing a module
starts nothing.

For programs in Python, every version 1.x keeps the names in `__all__`, here and in the package
`game`. All else is internal, and any release may change it.
"""

__all__ = ["__version__", "create_app"]

__version__ = "1.4.0-dev"

TYPE_CHECKING = False  # typing's own would be imported by the health check, every few seconds
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from flask import Flask


def create_app(config: "Mapping[str, Any] | None" = None, **settings: "Any") -> "Flask":
    """Make the application, an ordinary Flask application.

    The given settings override the environment, and all settings go into `app.config`: the
    service's own under the names of their variables without `NIM_`, such as `MAX_PILES`.
    BadSetting says which setting has a value that is not allowed.
    """
    from .app import create_app  # noqa: PLC0415

    return create_app(config, **settings)
