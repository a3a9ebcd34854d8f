"""Calls every operation of the API with the client that openapi-python-client generates.

Writes one JSON object: what each call returned, by the call's name. Arguments: the service's URL,
and the file with the examples of problems that no request can provoke.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from nim_client import Client
from nim_client.api.nimbers import add_nimbers, multiply_nimbers, tabulate_nimbers
from nim_client.api.other_games import (
    list_grundy_values,
    solve_graph,
    solve_take_and_break,
    solve_variant,
    solve_variant_by_link,
)
from nim_client.api.positions import (
    explain_position,
    explain_position_by_link,
    get_game_graph,
    list_positions,
    review_game,
    solve_position,
    solve_position_by_link,
    solve_positions,
)
from nim_client.models import (
    Batch,
    BreakingPosition,
    BreakingSolution,
    Calculation,
    Explanation,
    Game,
    GameGraph,
    Graph,
    GraphOptions,
    Move,
    PlayedMove,
    Position,
    PositionClass,
    PositionTable,
    PositionToExplain,
    Problem,
    Review,
    Solution,
    Solutions,
    SolvedGraph,
    SolveVariantByLinkGame,
    Table,
    TabulateNimbersOperation,
    ValueSequence,
    VariantGame,
    VariantPosition,
    VariantSolution,
)

LARGE = 2**53 - 1

Answer = Callable[[httpx.Request], httpx.Response]


class Altered(httpx.BaseTransport):
    """Sends requests otherwise than the client makes them, or answers them itself."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._answer(request)


def solve(url: str) -> dict[str, Any]:
    """One success of each operation."""
    client = Client(url, raise_on_unexpected_status=True)
    solution = solve_position.sync(client=client, body=Position([3, 4, 5]))
    assert isinstance(solution, Solution)
    assert solution.position_class is PositionClass.N
    assert isinstance(solution.best_move, Move)
    large = solve_position.sync(client=client, body=Position([LARGE, 2**33, 1], misere=True))
    assert isinstance(large, Solution)
    linked = solve_position_by_link.sync(client=client, piles=[3, 4, 5], misere=False)
    assert isinstance(linked, Solution)
    batch = Batch([Position([1, 2, 3]), Position([5, 1], misere=True)])
    solutions = solve_positions.sync(client=client, body=batch)
    assert isinstance(solutions, Solutions)
    explanation = explain_position.sync(client=client, body=PositionToExplain([41, 163, 13]))
    assert isinstance(explanation, Explanation)
    linked_why = explain_position_by_link.sync(client=client, piles=[41, 163, 13])
    assert isinstance(linked_why, Explanation)
    game = Game([2, 3], [PlayedMove(1, 3), PlayedMove(0, 2)])
    review = review_game.sync(client=client, body=game)
    assert isinstance(review, Review)
    options = GraphOptions.from_dict({"a": ["b", "c"], "b": ["c"], "c": []})
    graph = solve_graph.sync(client=client, body=Graph(options, sum_=["a", "b"]))
    assert isinstance(graph, SolvedGraph)
    kayles = solve_take_and_break.sync(client=client, body=BreakingPosition("0.77", [12, 7]))
    assert isinstance(kayles, BreakingSolution)
    values = list_grundy_values.sync(client=client, code="0.77", size=13)
    assert isinstance(values, ValueSequence)
    positions = list_positions.sync(client=client, piles=[1, 3, 5])
    assert isinstance(positions, PositionTable)
    drawn = get_game_graph.sync(client=client, piles=[1, 2])
    assert isinstance(drawn, GameGraph)
    moore = VariantPosition(VariantGame.MOORE, [1, 2, 3], max_piles=2)
    variant = solve_variant.sync(client=client, body=moore)
    assert isinstance(variant, VariantSolution)
    linked_variant = solve_variant_by_link.sync(
        client=client, game=SolveVariantByLinkGame.MOORE, piles=[2, 2, 2], max_piles=2
    )
    assert isinstance(linked_variant, VariantSolution)
    ruled = solve_position_by_link.sync(client=client, piles=[9, 4], subtraction_set=[1, 3, 4])
    assert isinstance(ruled, Solution)
    total = add_nimbers.sync(client=client, of=[3, 4, 5])
    assert isinstance(total, Calculation)
    large_total = add_nimbers.sync(client=client, of=[2**32 - 1, 1])
    assert isinstance(large_total, Calculation)
    product = multiply_nimbers.sync(client=client, of=[5, 8])
    assert isinstance(product, Calculation)
    table = tabulate_nimbers.sync(client=client, operation=TabulateNimbersOperation.PRODUCT, size=4)
    assert isinstance(table, Table)
    return {
        "solvePosition": solution.to_dict(),
        "large": large.to_dict(),
        "large-sum": large_total.to_dict(),
        "solvePositionByLink": linked.to_dict(),
        "solvePositions": solutions.to_dict(),
        "explainPosition": explanation.to_dict(),
        "explainPositionByLink": linked_why.to_dict(),
        "solveTakeAndBreak": kayles.to_dict(),
        "listGrundyValues": values.to_dict(),
        "listPositions": positions.to_dict(),
        "getGameGraph": drawn.to_dict(),
        "solveVariant": variant.to_dict(),
        "solveVariantByLink": linked_variant.to_dict(),
        "ruled": ruled.to_dict(),
        "reviewGame": review.to_dict(),
        "solveGraph": graph.to_dict(),
        "addNimbers": total.to_dict(),
        "multiplyNimbers": product.to_dict(),
        "tabulateNimbers": table.to_dict(),
    }


def fail(url: str, examples: dict[str, Any]) -> dict[str, Any]:
    """One problem of each kind, by the last part of its type."""
    piles = Position([3, 4, 5])

    def sent(
        method: str = "POST", body: bytes = b"{}", header: tuple[str, str] = ("Accept", "*/*")
    ) -> Answer:
        headers = {"Content-Type": "application/json", **dict([header])}
        return lambda _: httpx.request(method, f"{url}/move", content=body, headers=headers)

    def replayed(name: str) -> Answer:
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
    for name, answer in ways.items():
        client = Client(url, httpx_args={"transport": Altered(answer)})
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
    json.dump({"answers": solve(url), "problems": fail(url, examples)}, sys.stdout)
