"""Calls every operation of the API with the Python client that openapi-generator generates.

Writes one JSON object: what each call returned, by the call's name. Argument: the service's URL.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from nim_client import (
    ApiClient,
    ApiException,
    Batch,
    BreakingPosition,
    Configuration,
    Game,
    Graph,
    NimbersApi,
    OtherGamesApi,
    PlayedMove,
    Position,
    PositionsApi,
    PositionToExplain,
    Problem,
    VariantPosition,
)

LARGE = 2**53 - 1


def failed(call: Callable[[], Any]) -> dict[str, Any]:
    """The problem that a call raises."""
    try:
        call()
    except ApiException as error:
        problem = error.data
    else:
        raise AssertionError("the call succeeded")
    assert isinstance(problem, Problem)
    return problem.to_dict()


def main(url: str) -> None:
    """Call them all."""
    client = ApiClient(Configuration(host=url))
    positions, games, nimbers = PositionsApi(client), OtherGamesApi(client), NimbersApi(client)
    batch = Batch(positions=[Position(piles=[1, 2, 3]), Position(piles=[5, 1], misere=True)])
    moves = [PlayedMove(pile=1, remove=3), PlayedMove(pile=0, remove=2)]
    graph = Graph(options={"a": ["b", "c"], "b": ["c"], "c": []}, sum=["a", "b"])
    why = [41, 163, 13]
    answers = {
        "solvePosition": positions.solve_position(Position(piles=[3, 4, 5])),
        "large": positions.solve_position(Position(piles=[LARGE, 2**33, 1], misere=True)),
        "solvePositionByLink": positions.solve_position_by_link([3, 4, 5]),
        "ruled": positions.solve_position_by_link([9, 4], subtraction_set=[1, 3, 4]),
        "solvePositions": positions.solve_positions(batch),
        "explainPosition": positions.explain_position(PositionToExplain(piles=why)),
        "explainPositionByLink": positions.explain_position_by_link(why),
        "reviewGame": positions.review_game(Game(piles=[2, 3], moves=moves)),
        "listPositions": positions.list_positions([1, 3, 5]),
        "getGameGraph": positions.get_game_graph([1, 2]),
        "solveVariant": games.solve_variant(
            VariantPosition(game="moore", piles=[1, 2, 3], max_piles=2)
        ),
        "solveVariantByLink": games.solve_variant_by_link("moore", [2, 2, 2], max_piles=2),
        "solveGraph": games.solve_graph(graph),
        "solveTakeAndBreak": games.solve_take_and_break(
            BreakingPosition(code="0.77", piles=[12, 7])
        ),
        "listGrundyValues": games.list_grundy_values(13, code="0.77"),
        "addNimbers": nimbers.add_nimbers([3, 4, 5]),
        "large-sum": nimbers.add_nimbers([2**32 - 1, 1]),
        "multiplyNimbers": nimbers.multiply_nimbers([5, 8]),
        "tabulateNimbers": nimbers.tabulate_nimbers("product", 4),
    }
    problems = {
        # The models check what a schema can say, so the service has to find what it can't.
        "too-long": failed(
            lambda: positions.solve_position_by_link([LARGE] * 1000),
        ),
        "unknown-pile": failed(
            lambda: positions.review_game(Game(piles=[], moves=[PlayedMove(pile=0, remove=1)]))
        ),
    }
    read = {name: answer.to_dict() for name, answer in answers.items()}
    json.dump({"answers": read, "problems": problems}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
