"""The service with two additional operations that have bugs, and a bug in one of its own.

Application with `Server(arguments=(APPLICATION,))`.
"""

import time
from typing import NoReturn

from flask import Flask

from service.app import EXTENSION
from service.app import create_app as create_service

APPLICATION = "tests.support.faulty:create_app()"


def create_app() -> Flask:
    """The service with bugs."""
    app = create_service()

    @app.get("/raise")
    def fail() -> NoReturn:
        raise ZeroDivisionError("secret")

    @app.get("/hang")
    def hang() -> NoReturn:
        while True:
            time.sleep(60)

    def prepare(*_: object) -> NoReturn:
        raise ZeroDivisionError("secret")

    operation = app.extensions[EXTENSION].operations.find("POST", "/grundy")
    operation.prepare = prepare
    return app
