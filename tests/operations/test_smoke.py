"""The first request that a new user sends is answered."""

from tests.support.servers import Server


def test_a_position_is_solved_over_http(server: Server) -> None:
    reply = server.post("/move", {"piles": [19, 20, 21]})
    assert (reply.status, reply.json) == (
        200,
        {
            "nim_sum": 18,
            "position_class": "N",
            "to_move_wins": True,
            "winning_moves": [
                {"pile": 0, "remove": 18, "leaves": 1},
                {"pile": 1, "remove": 14, "leaves": 6},
                {"pile": 2, "remove": 14, "leaves": 7},
            ],
            "best_move": {"pile": 0, "remove": 18, "leaves": 1},
        },
    )
