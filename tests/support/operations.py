"""All operations of the service, found as the application finds them, without an application."""

from itertools import chain

from service.api.operation import LATER, Operations, TypedOperation
from service.operations import all_blueprints
from service.settings import Config
from tests.support.wsgi import Request


def all_operations(config: Config) -> Operations:
    """The operations of all blueprints, as they are after each has had a wrong request."""
    return prepare(Operations(chain.from_iterable(all_blueprints(config).values())))


def prepare(operations: Operations) -> Operations:
    """The same operations, as they are after each has had a wrong request."""
    for each in operations.all:
        if isinstance(each, TypedOperation):
            each._bodies.prepare()
            each._queries.prepare()
    return operations


def runs_in_thread(operations: Operations, request: Request) -> bool:
    """Whether the thread runs a request. Errors of a small one are found on the event loop."""
    operation = operations.find(request.method, request.path)
    assert operation is not None
    try:
        return operation.begin(request.environ(), request.body) is LATER
    except Exception:  # noqa: BLE001  # an error of the request
        return False
