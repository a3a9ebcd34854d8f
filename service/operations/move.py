"""`/move`: who wins a position, and with which moves."""

from service.game.questions.solve import work
from service.game.solution import Solution
from service.http.operation import Operation, TypedOperation
from service.operations.position import Position, PositionRequest, every_game, position_validator
from service.settings import Config
from service.telemetry.metrics import count_solved


def operations(config: Config) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for one in the query."""

    def solved(position: Position) -> Solution:
        game, piles, misere = position
        solution = game.solve(piles, misere)  # the validator has checked the piles
        count_solved(game.name, solution["position_class"], misere=misere)
        return solution

    return [
        TypedOperation(
            method,
            "/move",
            PositionRequest,
            position_validator(config.max_piles),
            solved,
            work=lambda position: work(*position),
            takes=every_game,
        )
        for method in ("POST", "GET")
    ]
