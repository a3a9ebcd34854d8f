"""Floors for costs inside one process: the same answer without checks, and Flask alone."""

from typing import Any

import msgspec
from flask import Flask

from service.game.questions.plain_nim import solve_nim as solve

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def move(body: bytes) -> bytes:
    """Parse, solve, dump."""
    return _encode(solve(_decode(body)["piles"]))


def moves(body: bytes) -> bytes:
    """Parse, solve, dump, for a batch."""
    positions = _decode(body)["positions"]
    return _encode({"results": [solve(position["piles"]) for position in positions]})


def constant_view() -> Flask:
    """A stock Flask application whose one view returns a constant."""
    app = Flask(__name__)

    @app.post("/move")
    def view() -> dict[str, Any]:
        return {
            "nim_sum": 2,
            "position_class": "N",
            "to_move_wins": True,
            "winning_moves": [{"pile": 0, "remove": 2, "leaves": 1}],
            "best_move": {"pile": 0, "remove": 2, "leaves": 1},
        }

    return app
