"""All operations of the service, found as the application finds them, but without one."""

from itertools import chain

from service.http.operation import Operations
from service.operations import all_families
from service.settings import Config
from service.telemetry.metrics import Metrics


def all_operations(config: Config, measured: Metrics) -> Operations:
    """The operations of all families; `measured` counts the positions that they solve."""
    return Operations(chain.from_iterable(all_families(config, measured).values()))
