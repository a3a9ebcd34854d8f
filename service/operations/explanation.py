"""`/explanation`: who wins a position, with which moves, and why."""

from service.api.operation import Operation, TypedOperation
from service.game.game import Position
from service.game.questions.explain import Explanation, explain, work_to_explain
from service.limits import MAX_EXPLAINED_PILES, MAX_LISTED_MOVES
from service.operations.position import position_validator, precheck_of, request_of, takes_of
from service.settings import Config
from service.telemetry.metrics import count_solved


def operations(config: Config) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for a position in the query."""

    def explained(position: Position) -> Explanation:
        explanation = explain(position, MAX_LISTED_MOVES)
        count_solved(position.game.name, explanation["position_class"], misere=position.misere)
        return explanation

    return [
        TypedOperation(
            method,
            "/explanation",
            request_of(method),
            position_validator(
                min(config.max_piles, MAX_EXPLAINED_PILES), precheck_of(method, "/explanation")
            ),
            explained,
            work=lambda position: work_to_explain(position, MAX_LISTED_MOVES),
            takes=takes_of(method),
            precheck=precheck_of(method, "/explanation"),
        )
        for method in ("POST", "GET")
    ]
