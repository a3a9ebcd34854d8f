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
    Configuration,
    GameName,
    GamesApi,
    Graph,
    NimbersApi,
    PlayedGame,
    PlayedMove,
    Position,
    PositionsApi,
    PositionToAnalyse,
    PositionToList,
    Problem,
    WantedValues,
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
    positions, games, nimbers = PositionsApi(client), GamesApi(client), NimbersApi(client)
    batch = Batch(positions=[Position(piles=[1, 2, 3]), Position(piles=[5, 1], misere=True)])
    moves = [PlayedMove(pile=1, remove=3), PlayedMove(pile=0, remove=2)]
    graph = Graph(options={"a": ["b", "c"], "b": ["c"], "c": []}, sum=["a", "b"])
    kayles = WantedValues(game=GameName.KAYLES, size=13)
    why, small = [41, 163, 13], [1, 3, 5]
    responses = {
        "solvePosition": positions.solve_position(Position(piles=[3, 4, 5])),
        "large": positions.solve_position(Position(piles=[LARGE, 2**33, 1], misere=True)),
        "solvePositionByLink": positions.solve_position_by_link([3, 4, 5]),
        "ruled": positions.solve_position_by_link([9, 4], subtraction_set=[1, 3, 4]),
        "solvePositions": positions.solve_positions(batch),
        "explainPosition": positions.explain_position(Position(piles=why)),
        "explainPositionByLink": positions.explain_position_by_link(why),
        "analysePosition": positions.analyse_position(PositionToAnalyse(piles=[3, 4, 5])),
        "analysePositionByLink": positions.analyse_position_by_link([3, 4, 5]),
        "reviewGame": positions.review_game(PlayedGame(piles=[2, 3], moves=moves)),
        "listPositions": positions.list_positions(PositionToList(piles=small)),
        "listPositionsByLink": positions.list_positions_by_link(small),
        "getGameGraph": positions.get_game_graph(Position(piles=[1, 2])),
        "getGameGraphByLink": positions.get_game_graph_by_link([1, 2]),
        "listGames": games.list_games(),
        "listGrundyValues": games.list_grundy_values(kayles),
        "listGrundyValuesByLink": games.list_grundy_values_by_link(5),
        "kayles": games.list_grundy_values_by_link(13, game="kayles"),
        "solveGraph": games.solve_graph(graph),
        "addNimbers": nimbers.add_nimbers([3, 4, 5]),
        "large-sum": nimbers.add_nimbers([2**32 - 1, 1]),
        "multiplyNimbers": nimbers.multiply_nimbers([5, 8]),
        "divideNimbers": nimbers.divide_nimbers([5, 8]),
        "takeSquareRootOfNimber": nimbers.take_square_root_of_nimber([5]),
        "raiseNimber": nimbers.raise_nimber(5, 7),
        "tabulateNimbers": nimbers.tabulate_nimbers("product", 4),
    }
    problems = {
        # The models check what a schema can say, so the service has to find what it can't.
        "too-long": failed(
            lambda: positions.solve_position_by_link([LARGE] * 1000),
        ),
        "unknown-pile": failed(
            lambda: positions.review_game(
                PlayedGame(piles=[], moves=[PlayedMove(pile=0, remove=1)])
            )
        ),
    }
    read = {name: response.to_dict() for name, response in responses.items()}
    json.dump({"responses": read, "problems": problems}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
