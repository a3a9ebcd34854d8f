"""POST /explanation: the solution of POST /move and more, with the same strictness."""

import pytest

from tests.support.servers import Server


@pytest.mark.parametrize("misere", [False, True])
def test_an_explanation_holds_the_solution(server: Server, misere: bool) -> None:
    position = {"piles": [3, 1, 1], "misere": misere}
    explained = server.post("/explanation", position).json

    assert explained.items() >= server.post("/move", position).json.items()


def test_an_explanation_is_as_strict_as_a_solution(server: Server) -> None:
    position = {"piles": [-1, "2"], "misere": 1, "x": None}
    replies = [server.post(path, position) for path in ("/move", "/explanation")]

    assert (replies[1].status, replies[1].json) == (422, replies[0].json)
