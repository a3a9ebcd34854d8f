"""All operations of the service, found as the application finds them, without an application."""

from itertools import chain

from service.api.operation import LATER, Operations
from service.operations import all_blueprints
from service.settings import Config
from tests.support.wsgi import Request


def all_operations(config: Config) -> Operations:
    """The operations of all blueprints."""
    return Operations(chain.from_iterable(all_blueprints(config).values()))


def runs_in_thread(operations: Operations, request: Request) -> bool:
    """Whether the thread runs a request. Errors of a small one are found on the event loop."""
    operation = operations.find(request.method, request.path)
    assert operation is not None
    try:
        return operation.begin(request.environ(), request.body) is LATER
    except Exception:  # noqa: BLE001  # an error of the request
        return False
