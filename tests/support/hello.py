"""Flask's own first application, by itself, as importing Flask is most of a server's start."""

from typing import Any

import flask

hello = flask.Flask(__name__)


@hello.route("/")
def greet() -> str:
    """Flask's own first page."""
    return "<p>Hello, World!</p>"


@hello.route("/echo", methods=["POST"])
def echo() -> dict[str, Any]:
    """What Flask has read of a request."""
    return {"body": flask.request.get_data(as_text=True), "type": flask.request.content_type}
