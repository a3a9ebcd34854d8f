"""`/explanation`: who wins a position, with which moves, and why."""

from collections.abc import Mapping
from typing import Any

from service.game.questions.explain import explain, work_to_explain
from service.http.operation import Operation, TypedOperation
from service.limits import MAX_EXPLAINED_PILES
from service.operations.position import Asked, Position, limited, takes_all
from service.settings import Config
from service.telemetry.metrics import Metrics


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for one in the query."""

    def explained(asked: Asked) -> Mapping[str, Any]:
        explanation = explain(*asked)
        metrics.solved(asked.piles, asked.misere, explanation["position_class"], asked.game.name)
        return explanation

    return [
        TypedOperation(
            method,
            "/explanation",
            Position,
            limited(min(config.max_piles, MAX_EXPLAINED_PILES)),
            explained,
            work=lambda asked: work_to_explain(*asked),
            takes=takes_all,
        )
        for method in ("POST", "GET")
    ]
