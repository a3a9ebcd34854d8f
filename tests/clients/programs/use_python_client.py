"""Calls every operation of the API with the client that openapi-python-client generates.

Writes one JSON object: what each call returned, by the call's name. Arguments: the service's URL,
and the file with the examples of problems that no request can provoke.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx
from nim_client import Client
from nim_client.api.games import (
    list_games,
    list_grundy_values,
    list_grundy_values_by_link,
    solve_graph,
)
from nim_client.api.nimbers import (
    add_nimbers,
    divide_nimbers,
    multiply_nimbers,
    raise_nimber,
    tabulate_nimbers,
    take_square_root_of_nimber,
)
from nim_client.api.positions import (
    analyse_position,
    analyse_position_by_link,
    explain_position,
    explain_position_by_link,
    get_game_graph,
    get_game_graph_by_link,
    list_positions,
    list_positions_by_link,
    review_game,
    solve_position,
    solve_position_by_link,
    solve_positions,
)
from nim_client.models import (
    Analysis,
    Batch,
    Calculation,
    Explanation,
    GameGraph,
    GameName,
    Graph,
    GraphOptions,
    ListGrundyValuesByLinkGame,
    ListOfGames,
    PlayedGame,
    PlayedMove,
    Position,
    PositionTable,
    PositionToAnalyse,
    PositionToList,
    PowerCalculation,
    Problem,
    Review,
    Solution,
    Solutions,
    SolvedGraph,
    Table,
    TabulateNimbersOperation,
    ValueSequence,
    WantedValues,
)

LARGE = 2**53 - 1

Respond = Callable[[httpx.Request], httpx.Response]


class Model(Protocol):
    """What every generated model can do."""

    def to_dict(self) -> dict[str, Any]: ...


M = TypeVar("M", bound=Model)


class Altered(httpx.BaseTransport):
    """Sends requests otherwise than the client makes them, or responds to them itself."""

    def __init__(self, respond: Respond) -> None:
        self._respond = respond

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._respond(request)


def read(kind: type[M], response: object) -> dict[str, Any]:
    """What a model has read, which must be of its kind, written again."""
    assert isinstance(response, kind), response
    return response.to_dict()


def solve(url: str) -> dict[str, Any]:
    """One success of each operation."""
    client = Client(url, raise_on_unexpected_status=True)
    return positions(client) | games(client) | nimbers(client)


def positions(client: Client) -> dict[str, Any]:
    """What is asked about positions."""
    three, why, small = [3, 4, 5], [41, 163, 13], [1, 3, 5]
    large = Position([LARGE, 2**33, 1], misere=True)
    batch = Batch([Position([1, 2, 3]), Position([5, 1], misere=True)])
    game = PlayedGame([2, 3], [PlayedMove(pile=1, remove=3), PlayedMove(pile=0, remove=2)])
    found: dict[str, tuple[type[Model], object]] = {
        "solvePosition": (Solution, solve_position.sync(client=client, body=Position(three))),
        "large": (Solution, solve_position.sync(client=client, body=large)),
        "solvePositionByLink": (
            Solution,
            solve_position_by_link.sync(client=client, piles=three, misere=False),
        ),
        "ruled": (
            Solution,
            solve_position_by_link.sync(client=client, piles=[9, 4], subtraction_set=[1, 3, 4]),
        ),
        "solvePositions": (Solutions, solve_positions.sync(client=client, body=batch)),
        "explainPosition": (
            Explanation,
            explain_position.sync(client=client, body=Position(why)),
        ),
        "explainPositionByLink": (
            Explanation,
            explain_position_by_link.sync(client=client, piles=why),
        ),
        "analysePosition": (
            Analysis,
            analyse_position.sync(client=client, body=PositionToAnalyse(three)),
        ),
        "analysePositionByLink": (
            Analysis,
            analyse_position_by_link.sync(client=client, piles=three),
        ),
        "reviewGame": (Review, review_game.sync(client=client, body=game)),
        "listPositions": (
            PositionTable,
            list_positions.sync(client=client, body=PositionToList(small)),
        ),
        "listPositionsByLink": (
            PositionTable,
            list_positions_by_link.sync(client=client, piles=small),
        ),
        "getGameGraph": (GameGraph, get_game_graph.sync(client=client, body=Position([1, 2]))),
        "getGameGraphByLink": (
            GameGraph,
            get_game_graph_by_link.sync(client=client, piles=[1, 2]),
        ),
    }
    return {name: read(kind, response) for name, (kind, response) in found.items()}


def games(client: Client) -> dict[str, Any]:
    """What is asked about games."""
    options = GraphOptions.from_dict({"a": ["b", "c"], "b": ["c"], "c": []})
    kayles = WantedValues(13, game=GameName.KAYLES)
    found: dict[str, tuple[type[Model], object]] = {
        "listGames": (ListOfGames, list_games.sync(client=client)),
        "listGrundyValues": (ValueSequence, list_grundy_values.sync(client=client, body=kayles)),
        "listGrundyValuesByLink": (
            ValueSequence,
            list_grundy_values_by_link.sync(client=client, size=5),
        ),
        "kayles": (
            ValueSequence,
            list_grundy_values_by_link.sync(
                client=client, size=13, game=ListGrundyValuesByLinkGame.KAYLES
            ),
        ),
        "solveGraph": (
            SolvedGraph,
            solve_graph.sync(client=client, body=Graph(options, sum_=["a", "b"])),
        ),
    }
    return {name: read(kind, response) for name, (kind, response) in found.items()}


def nimbers(client: Client) -> dict[str, Any]:
    """Calculations with nimbers."""
    found: dict[str, tuple[type[Model], object]] = {
        "addNimbers": (Calculation, add_nimbers.sync(client=client, operands=[3, 4, 5])),
        "large-sum": (Calculation, add_nimbers.sync(client=client, operands=[2**32 - 1, 1])),
        "multiplyNimbers": (Calculation, multiply_nimbers.sync(client=client, operands=[5, 8])),
        "divideNimbers": (Calculation, divide_nimbers.sync(client=client, operands=[5, 8])),
        "takeSquareRootOfNimber": (
            Calculation,
            take_square_root_of_nimber.sync(client=client, operands=[5]),
        ),
        "raiseNimber": (PowerCalculation, raise_nimber.sync(client=client, base=5, exponent=7)),
        "tabulateNimbers": (
            Table,
            tabulate_nimbers.sync(
                client=client, operation=TabulateNimbersOperation.PRODUCT, size=4
            ),
        ),
    }
    return {name: read(kind, response) for name, (kind, response) in found.items()}


def fail(url: str, examples: dict[str, Any]) -> dict[str, Any]:
    """One problem of each kind, by the last part of its type."""
    piles = Position([3, 4, 5])

    def sent(
        method: str = "POST", body: bytes = b"{}", header: tuple[str, str] = ("Accept", "*/*")
    ) -> Respond:
        headers = {"Content-Type": "application/json", **dict([header])}
        return lambda _: httpx.request(method, f"{url}/move", content=body, headers=headers)

    def replayed(name: str) -> Respond:
        kind = {"Content-Type": "application/problem+json"}
        return lambda _: httpx.Response(examples[name]["status"], json=examples[name], headers=kind)

    ways = {
        "not-json": sent(body=b'{"piles": [3, 4, NaN]}'),
        "method-not-allowed": sent("DELETE"),
        "too-large": sent(body=b" " * (2**20 + 1)),
        "head-too-large": sent(header=("X-Long", "x" * 10_000)),
        "unsupported-media-type": sent(header=("Content-Type", "text/plain")),
        "unsupported-encoding": sent(header=("Content-Encoding", "gzip")),
        **{name: replayed(name) for name in examples},
    }
    problems: dict[str, Any] = {}
    for name, respond in ways.items():
        client = Client(url, httpx_args={"transport": Altered(respond)})
        problem = solve_position.sync(client=client, body=piles)
        assert isinstance(problem, Problem), name
        problems[name] = problem.to_dict()
    client = Client(url)
    picky = Client(url, headers={"If-Match": '"another"'})
    for name, invalid in {
        "precondition-failed": solve_position_by_link.sync(client=picky, piles=[3]),
        "invalid-body": solve_position.sync(client=client, body=Position([3, -4])),
        "invalid-query": solve_position_by_link.sync(client=client, piles=[3, -4]),
        "target-too-long": solve_position_by_link.sync(client=client, piles=[LARGE] * 1000),
    }.items():
        assert isinstance(invalid, Problem), name
        problems[name] = invalid.to_dict()
    return problems


if __name__ == "__main__":
    url, examples = sys.argv[1], json.loads(Path(sys.argv[2]).read_text())
    json.dump({"responses": solve(url), "problems": fail(url, examples)}, sys.stdout)
