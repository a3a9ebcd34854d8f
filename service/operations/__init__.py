"""Every operation of the service, a file for each or for a family: nothing else knows paths."""

from service.http.operation import Operation
from service.operations import (
    batch,
    contract,
    explanation,
    game_graph,
    grundy,
    metrics,
    move,
    nimbers,
    octal,
    pages,
    positions,
    probes,
    review,
    variant,
)
from service.settings import Config
from service.telemetry.metrics import Metrics

FAMILIES = (
    move,
    batch,
    explanation,
    review,
    positions,
    game_graph,
    grundy,
    octal,
    variant,
    nimbers,
    probes,
    metrics,
    contract,
    pages,
)


def all_operations(config: Config, instruments: Metrics) -> list[Operation]:
    """The operations that are switched on; `instruments` count what they solve."""
    return [each for family in FAMILIES for each in family.operations(config, instruments)]
