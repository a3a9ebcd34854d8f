"""All operations of the service, in a file for each or for a family: nothing else has paths."""

from itertools import chain

from service.http.operation import Operation
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

Families = dict[str, list[Operation]]
"""Operations by their families."""


def all_families(config: Config) -> Families:
    """The families that are switched on."""
    found = {name: family.operations(config) for name, family in OF_POSITIONS.items()}
    of_positions = [*chain.from_iterable(found.values())]
    found["games"] = games.operations(config, of_positions)
    found["mcp"] = mcp.operations(config, of_positions)
    found |= {name: family.operations(config) for name, family in OTHERS.items()}
    return {name: operations for name, operations in found.items() if operations}
