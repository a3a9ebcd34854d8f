"""Flask's own first application, in a separate module because importing Flask is slow."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flask

hello = flask.Flask(__name__)


@hello.route("/")
def greet() -> str:
    """Flask's own first page."""
    return "<p>Hello, World!</p>"


@hello.route("/echo", methods=["POST"])
def echo() -> dict[str, Any]:
    """The request as Flask read it."""
    return {"body": flask.request.get_data(as_text=True), "type": flask.request.content_type}


@hello.route("/stream")
def stream() -> flask.Response:
    """A response made piece by piece while the request is read."""

    def pieces() -> Iterator[str]:
        for number in range(1_000):
            yield f"{number} {flask.request.path}\n"

    return flask.Response(flask.stream_with_context(pieces()), mimetype="text/plain")


@hello.route("/file")
def file() -> flask.Response:
    """A file, sent with everything that Flask does for files."""
    return flask.send_file(Path(__file__), mimetype="text/plain")


@hello.route("/fails")
def fails() -> flask.Response:
    """A response that fails after its first piece."""

    def pieces() -> Iterator[str]:
        yield "the first piece"
        raise ZeroDivisionError("secret")

    return flask.Response(pieces(), mimetype="text/plain")
