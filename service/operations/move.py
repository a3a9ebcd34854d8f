"""`/move`: who wins a position, and with which moves."""

from service.game.questions.solve import solve, work
from service.game.solution import Solution
from service.http.operation import Operation, TypedOperation
from service.operations.position import Asked, Position, limited, takes_all
from service.settings import Config
from service.telemetry.metrics import Metrics


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for one in the query."""

    def solved(asked: Asked) -> Solution:
        solution = solve(*asked)
        metrics.solved(asked.piles, asked.misere, solution["position_class"], asked.game.name)
        return solution

    return [
        TypedOperation(
            method,
            "/move",
            Position,
            limited(config.max_piles),
            solved,
            work=lambda asked: work(*asked),
            takes=takes_all,
        )
        for method in ("POST", "GET")
    ]
