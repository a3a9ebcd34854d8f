"""A later version of the service, with everything that the contract allows it to add.

Every object has an additional key, and every open list of words, such as the codes of errors, has
a word that is unknown today.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.contract import SPEC, resolve
from tests.support.http_client import request

NEW = {"added_later": {"by": "1.1"}}
"""The additional key of each object."""


def later(value: Any, schema: dict[str, Any]) -> Any:
    """A value of a schema, as a later version may write it."""
    schema = resolve(next(iter(schema.get("oneOf", [schema]))))
    if isinstance(value, str) and "x-extensible-enum" in schema:
        return f"{value}-of-later"
    if isinstance(value, list):
        return [later(item, schema.get("items", {})) for item in value]
    if isinstance(value, dict) and "properties" in schema:
        properties = schema["properties"]
        return {key: later(item, properties[key]) for key, item in value.items()} | NEW
    return value


def response_of(operation: dict[str, Any], response: Any) -> Any:
    """The response of an operation, as a later version sends it."""
    content = resolve(operation["responses"]["200"])["content"]["application/json"]
    return later(response, content["schema"])


def problem_of(problem: Any) -> Any:
    """A problem, as a later version sends it."""
    return later(problem, SPEC["components"]["schemas"]["Problem"])


@contextmanager
def later_version(port: int) -> Iterator[str]:
    """The URL of a later version: it forwards to a server, and adds to the responses."""

    def forward(sent: Request) -> Response:
        reply = request(
            port,
            sent.method,
            sent.full_path.removesuffix("?"),
            sent.get_data() or None,
            {"Content-Type": sent.content_type} if sent.content_type else {},
        )
        operation = SPEC["paths"][sent.path][sent.method.lower()]
        added = (
            response_of(operation, reply.json) if reply.status == 200 else problem_of(reply.json)
        )
        return Response(json.dumps(added), reply.status, content_type=reply.headers["content-type"])

    with HTTPServer(threaded=True) as server:
        server.expect_request(re.compile("/.*")).respond_with_handler(forward)
        yield server.url_for("")
