"""`/move`: who wins a position, and with which moves."""

from service.api.operation import Operation, TypedOperation
from service.game.position import Position
from service.game.questions.solve import work
from service.game.solution import Solution
from service.limits import MAX_LISTED_MOVES
from service.operations.position import PositionRequest, every_game, position_validator
from service.settings import Config
from service.telemetry.metrics import count_solved


def operations(config: Config) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for one in the query."""

    def solved(position: Position) -> Solution:
        # The validator has checked the piles.
        solution = position.game.solve(position, MAX_LISTED_MOVES)
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
        return solution

    return [
        TypedOperation(
            method,
            "/move",
            PositionRequest,
            position_validator(config.max_piles),
            solved,
            work=work,
            takes=every_game,
        )
        for method in ("POST", "GET")
    ]
