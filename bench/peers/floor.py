"""Floors for costs inside one process: the same answer with nothing checked, and Flask alone."""

from functools import reduce
from operator import xor
from typing import Any

import msgspec
from flask import Flask

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def solve(position: dict[str, Any]) -> dict[str, Any]:
    """Solve a normal-play position the straight way: XOR, and each pile that it makes smaller."""
    piles = position["piles"]
    total = reduce(xor, piles, 0)
    moves = [
        {"pile": i, "remove": p - (p ^ total), "leaves": p ^ total}
        for i, p in enumerate(piles)
        if p ^ total < p
    ]
    if moves:
        best = max(moves, key=lambda move: move["remove"])
    elif any(piles):
        largest = max(piles)
        best = {"pile": piles.index(largest), "remove": 1, "leaves": largest - 1}
    else:
        best = None
    return {
        "nim_sum": total,
        "position_class": "N" if total else "P",
        "to_move_wins": total != 0,
        "winning_moves": moves,
        "best_move": best,
    }


def move(body: bytes) -> bytes:
    """Parse, XOR, dump."""
    return _encode(solve(_decode(body)))


def moves(body: bytes) -> bytes:
    """Parse, XOR, dump, for a batch."""
    return _encode({"results": [*map(solve, _decode(body)["positions"])]})


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
