"""Liveness and readiness."""

from dataclasses import dataclass

from flask import Flask, Response

from service import __version__
from service.codec import encode


@dataclass(slots=True)
class Process:
    """What the server knows of this process and the application tells."""

    leaving: bool = False
    """Whether it was asked to stop, and takes leave of its clients."""

    stopping: bool = False
    """Whether no other process takes its place, so that the service is no longer ready."""

    in_flight: int = 0
    """Requests that are being received or answered."""


def attach(app: Flask, process: Process) -> None:
    """Add `/healthz`, which depends on nothing, and `/readyz`."""

    @app.get("/healthz")
    def healthz() -> Response:
        return _status("ok", 200)

    @app.get("/readyz")
    def readyz() -> Response:
        return _status("stopping", 503) if process.stopping else _status("ready", 200)


def _status(status: str, code: int) -> Response:
    response = Response(
        encode({"status": status, "version": __version__}), code, mimetype="application/json"
    )
    response.headers["Cache-Control"] = "no-store"
    return response
