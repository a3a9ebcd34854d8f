"""Every operation of the service, a file for each or for a family: nothing else knows paths."""

from service.http.operation import Operation
from service.operations import (
    batch,
    contract,
    grundy,
    move,
    nimbers,
    octal,
    pages,
    probes,
    reach,
    review,
    variant,
)
from service.settings import Config
from service.telemetry.metrics import Metrics

FAMILIES = (move, batch, review, reach, grundy, octal, variant, nimbers, probes, contract, pages)


def all_operations(config: Config, instruments: Metrics) -> list[Operation]:
    """The operations that are switched on; `instruments` count what they solve."""
    return [each for family in FAMILIES for each in family.operations(config, instruments)]
