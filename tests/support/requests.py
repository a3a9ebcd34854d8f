"""A small valid request for each typed operation."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from service.api.operation import TypedOperation
from service.api.request_types import Request as Keys
from service.api.request_types import example_of_object
from service.app import create_app
from service.settings import Config
from tests.support.operations import all_operations
from tests.support.positions import query_of
from tests.support.wsgi import Request, Response, call, get, post

CONFIG = Config(access_log=False)

TYPED = [each for each in all_operations(CONFIG).all if isinstance(each, TypedOperation)]

REQUESTS: Mapping[str, Mapping[str, Any]] = {
    each.path: json.loads(example_of_object(each.request)) for each in TYPED
}
"""A small valid request for each operation, as an error shows it."""


def typed_requests() -> Iterator[tuple[str, str, type[Keys]]]:
    """The methods, the path and the type of each request that has a type."""
    for each in TYPED:
        if each.body:
            yield "POST", each.path, each.body
            yield "QUERY", each.path, each.body
        if each.query:
            yield "GET", each.path, each.query


OPERATIONS = [(method, path) for method, path, _ in typed_requests()]
"""The method and the path of each."""

POSTS = [path for method, path in OPERATIONS if method == "POST"]
GETS = [path for method, path in OPERATIONS if method == "GET"]

APP = create_app(ACCESS_LOG=False)
call(APP, get("/healthz"))  # the first request goes through Flask


def request_of(method: str, path: str, keys: Mapping[str, Any], **headers: str) -> Request:
    """A request for some keys, in a body or in a query."""
    if method == "GET":
        return get(path, query_of(keys), **headers)
    return post(path, keys, **headers)._replace(method=method)


def ask(method: str, path: str, keys: Mapping[str, Any], **headers: str) -> Response:
    """The response of the service to some keys."""
    return call(APP, request_of(method, path, keys, **headers))
