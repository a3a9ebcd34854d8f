"""All operations of the service, found as the application finds them, but without one."""

from itertools import chain

from service.http.operation import Operations
from service.operations import all_families
from service.settings import Config


def all_operations(config: Config) -> Operations:
    """The operations of all families."""
    return Operations(chain.from_iterable(all_families(config).values()))
