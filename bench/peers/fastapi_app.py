"""The service built with FastAPI and pydantic: strict, and measured by the usual instrumentator.

The instrumentator is configured for one histogram by method, route and status, as in the service.
By default (here with DEFAULT_METRICS set) it has five metrics and takes longer.
"""

import os
from typing import Annotated

from fastapi import FastAPI
from prometheus_fastapi_instrumentator import Instrumentator
from prometheus_fastapi_instrumentator.metrics import latency
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from bench.peers.counting import (
    MAX_PILE,
    MAX_PILES,
    MAX_POSITIONS,
    SECONDS,
    PositionClass,
    solve,
    solve_all,
)
from bench.peers.counting import Solved as Answer


class Position(BaseModel):
    """A position, as strict as the service's."""

    model_config = ConfigDict(extra="forbid")
    piles: Annotated[
        list[Annotated[StrictInt, Field(ge=0, le=MAX_PILE)]], Field(max_length=MAX_PILES)
    ]
    misere: StrictBool | None = None


class Batch(BaseModel):
    """Many positions."""

    model_config = ConfigDict(extra="forbid")
    positions: Annotated[list[Position], Field(max_length=MAX_POSITIONS)]


class Move(BaseModel):
    """A move."""

    pile: int
    remove: int
    leaves: int


class Solved(BaseModel):
    """A solved position."""

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: list[Move]
    best_move: Move | None


class SolvedBatch(BaseModel):
    """Many solved positions."""

    results: list[Solved]


app = FastAPI()


@app.post("/move", response_model=Solved)
async def move(position: Position) -> Answer:
    """Solve a position."""
    return solve(position.piles, position.misere is True)


@app.post("/moves", response_model=SolvedBatch)
async def moves(batch: Batch) -> dict[str, list[Answer]]:
    """Solve many positions."""
    return {"results": solve_all([(one.piles, one.misere is True) for one in batch.positions])}


instrumentator = Instrumentator()
if "DEFAULT_METRICS" not in os.environ:
    instrumentator.add(latency(buckets=SECONDS))
instrumentator.instrument(app).expose(app)
