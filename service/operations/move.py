"""`/move`: who wins a position, and with which moves."""

from service.api.operation import Operation, TypedOperation
from service.game.game import Position
from service.game.questions.solve import work
from service.game.solution import Solution
from service.limits import MAX_LISTED_MOVES
from service.operations.position import position_validator, precheck_of, request_of, takes_of
from service.settings import Config
from service.telemetry.metrics import count_solved


def operations(config: Config) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for a position in the query."""

    def solved(position: Position) -> Solution:
        # The validator has checked the piles.
        solution = position.solve(MAX_LISTED_MOVES)
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
        return solution

    return [
        TypedOperation(
            method,
            "/move",
            request_of(method),
            position_validator(config.max_piles, precheck_of(method, "/move")),
            solved,
            work=work,
            takes=takes_of(method),
            precheck=precheck_of(method, "/move"),
        )
        for method in ("POST", "GET")
    ]
