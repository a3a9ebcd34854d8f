"""All operations of the service, in a file for each or for a family: nothing else has paths."""

from itertools import chain

from service.api.operation import Operation, with_queries
from service.operations import (
    analysis,
    batch,
    contract,
    explanation,
    games,
    grundy,
    mcp,
    metrics,
    move,
    nimbers,
    pages,
    positions,
    probes,
    review,
    values,
)
from service.settings import Config

OF_POSITIONS = {
    "move": move,
    "moves": batch,
    "explanation": explanation,
    "review": review,
    "positions": positions,
    "values": values,
    "analysis": analysis,
}
OTHERS = {
    "grundy": grundy,
    "nimbers": nimbers,
    "probes": probes,
    "metrics": metrics,
    "contract": contract,
    "pages": pages,
}


def all_blueprints(config: Config) -> dict[str, list[Operation]]:
    """The operations that are switched on, by the names of their blueprints."""
    found = {name: module.operations(config) for name, module in OF_POSITIONS.items()}
    of_positions = [*chain.from_iterable(found.values())]
    found["games"] = games.operations(config, of_positions)
    found["mcp"] = mcp.operations(config, of_positions)
    found |= {name: module.operations(config) for name, module in OTHERS.items()}
    return {name: [*with_queries(each)] for name, each in found.items() if each}
