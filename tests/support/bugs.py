"""Bugs in any part of the server and of the service, each met by one request that asks for it.

Serve with `Server(arguments=(APPLICATION,))`, or `install()` them in the test's process.
"""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from flask import Flask

from service.api import records
from service.api import service as service_module
from service.api.operation import Operations, TypedOperation
from service.api.service import Service
from service.app import create_app as create_service
from service.operations.move import Move
from service.server import output
from service.server.connection import Connection
from service.server.input import Input
from service.server.output import Output
from service.server.turns import Turns

APPLICATION = "tests.support.bugs:create_app()"

PARTS: dict[str, tuple[Any, str]] = {
    "ids": (service_module, "ids_of"),
    "find": (Operations, "find"),
    "begin": (TypedOperation, "begin"),
    "parse": (Move, "parse"),
    "handle": (Move, "handle"),
    "problem": (service_module, "problem_response"),
    "headers": (Service, "_finished"),
    "respond": (Output, "respond"),
    "encode": (output, "encode"),
    "send": (Output, "send"),
    "count": (records, "count_response"),
    "log": (records, "write_access"),
    "note": (records.Recorded, "note"),
    "turn": (Connection, "take_turn"),
    "read": (Input, "read"),
    "end": (Connection, "_respond"),
}

armed: set[str] = set()
"""The parts whose next call raises."""


def install(patch: Callable[[Any, str, Any], object] = setattr) -> None:
    """Give each part a bug, for a request whose header `X-Bug` names it.

    What is called before a request is read has it for the next one of the same connection.
    """

    def faulty(name: str, part: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **others: Any) -> Any:
            if name in armed:
                armed.clear()
                raise ZeroDivisionError("secret")
            result = part(*args, **others)
            if name == "read" and args[0].request:
                armed.update(args[0].request.environ.get("HTTP_X_BUG", "").split())
            return result

        return call

    for name, (owner, attribute) in PARTS.items():
        patch(owner, attribute, faulty(name, getattr(owner, attribute)))


def create_app() -> Flask:
    """The service with these bugs."""
    install()
    return create_service()


def create_stuck_app() -> Flask:
    """The service in a worker that takes the turns of one moment, and then no more."""

    def take_once(turns: Turns) -> None:
        Turns._run = lambda _: None  # type: ignore[method-assign,assignment]
        run(turns)
        turns.due_since = perf_counter()

    run, Turns._run = Turns._run, take_once  # type: ignore[method-assign,assignment]
    return create_service()


def create_slow_app() -> Flask:
    """The service whose large requests take a second each, once the file GO exists."""
    run = TypedOperation.run

    def run_slowly(*args: Any) -> Any:
        while not Path(os.environ["GO"]).exists():
            time.sleep(0.01)
        time.sleep(1)
        return run(*args)

    TypedOperation.run = run_slowly  # type: ignore[method-assign,assignment]
    return create_service()


def create_threadless_app() -> Flask:
    """The service on a system that has no thread left for large requests."""
    start = threading.Thread.start

    def start_others(thread: threading.Thread) -> None:
        if thread.name.startswith("large requests"):
            raise RuntimeError("can't start new thread")
        start(thread)

    threading.Thread.start = start_others  # type: ignore[method-assign,assignment]
    return create_service()
