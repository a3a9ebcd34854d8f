"""The service as FastAPI and pydantic have it: strict, and measured by the usual instrumentator.

The instrumentator is told to keep one histogram by method, route and status, as the service does;
by default (here with DEFAULT_METRICS set) it keeps five metrics and takes longer.
"""

import os
from typing import Annotated

from fastapi import FastAPI
from prometheus_fastapi_instrumentator import Instrumentator
from prometheus_fastapi_instrumentator.metrics import latency
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from service.game import nim
from service.limits import MAX_PILE
from service.settings import Config
from service.telemetry.metrics import SECONDS, Metrics

limits = Config()
metrics = Metrics()


class Position(BaseModel):
    """A position, as strict as the service's."""

    model_config = ConfigDict(extra="forbid")
    piles: Annotated[
        list[Annotated[StrictInt, Field(ge=0, le=MAX_PILE)]], Field(max_length=limits.max_piles)
    ]
    misere: StrictBool = False


class Batch(BaseModel):
    """Many positions."""

    model_config = ConfigDict(extra="forbid")
    positions: Annotated[list[Position], Field(max_length=limits.max_positions)]


class Move(BaseModel):
    """A move."""

    pile: int
    remove: int
    leaves: int


class Solution(BaseModel):
    """A solved position."""

    nim_sum: int
    position_class: nim.PositionClass
    to_move_wins: bool
    winning_moves: list[Move]
    best_move: Move | None


class Solutions(BaseModel):
    """Many solved positions."""

    results: list[Solution]


app = FastAPI()


@app.post("/move", response_model=Solution)
async def move(position: Position) -> nim.Solution:
    """Solve a position."""
    solution = nim.solve(position.piles, position.misere)
    metrics.solved(position.piles, position.misere, solution["position_class"])
    return solution


@app.post("/moves", response_model=Solutions)
async def moves(batch: Batch) -> dict[str, list[nim.Solution]]:
    """Solve many positions."""
    results = [nim.solve(position.piles, position.misere) for position in batch.positions]
    metrics.solved_many(
        [len(position.piles) for position in batch.positions],
        [position.misere for position in batch.positions],
        [solution["position_class"] for solution in results],
    )
    return {"results": results}


instrumentator = Instrumentator()
if "DEFAULT_METRICS" not in os.environ:
    instrumentator.add(latency(buckets=SECONDS))
instrumentator.instrument(app).expose(app)
