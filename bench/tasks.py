"""`make tasks`: positions with their solutions, as a benchmark for other solvers and for models.

Each line of the output is a position as `/move` takes it, with its class, all winning moves, the
plies to the end, and the difficulty: the share of legal moves that win, 0 in a lost position. The
same seed gives the same bytes.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from service.app import create_app

COUNT = 1_000


class Kind(NamedTuple):
    """A game, and how large its positions may be."""

    keys: dict[str, Any]
    piles: tuple[int, int]
    """The fewest and the most."""

    largest: int
    """Objects in a pile."""


KINDS = [
    Kind({"game": "nim"}, (2, 4), 12),
    Kind({"game": "nim", "max_remove": 3}, (1, 3), 15),
    Kind({"game": "nim", "subtraction_set": [1, 3, 4]}, (1, 3), 15),
    Kind({"game": "kayles"}, (1, 3), 9),
    Kind({"game": "dawsons-kayles"}, (1, 3), 9),
    Kind({"game": "dawsons-chess"}, (1, 3), 9),
    Kind({"game": "laskers-nim"}, (1, 3), 6),
    Kind({"game": "grundys-game"}, (1, 3), 9),
    Kind({"game": "moore", "max_piles": 2}, (2, 4), 5),
    Kind({"game": "wythoff"}, (2, 2), 15),
    Kind({"game": "fibonacci"}, (1, 1), 25),
    Kind({"game": "greedy"}, (2, 3), 6),
    Kind({"game": "numbers", "numbers": "squares"}, (1, 3), 12),
    Kind({"game": "euclid"}, (2, 2), 23),
    Kind({"game": "staircase"}, (2, 3), 5),
]


def tasks(seed: int, count: int = COUNT) -> Iterator[dict[str, Any]]:
    """Different positions that have a legal move, each with its solution."""
    random = Random(seed)
    client = create_app(ACCESS_LOG=False).test_client()
    seen: set[str] = set()
    while len(seen) < count:
        keys, (fewest, most), largest = random.choice(KINDS)
        piles = [random.randint(1, largest) for _ in range(random.randint(fewest, most))]
        position = {**keys, "piles": piles, "misere": random.random() < 0.5}
        name = json.dumps(position)
        if name in seen:
            continue
        reply = client.post("/analysis", json={**position, "moves": True})
        analysis: Any = reply.json
        if reply.status_code != 200:
            raise RuntimeError(f"{name}: {analysis}")
        if not analysis["legal_move_count"]:
            continue
        seen.add(name)
        yield {
            **position,
            "position_class": analysis["position_class"],
            "winning_moves": [in_form(each["move"]) for each in analysis["moves"] if each["wins"]],
            "plies": analysis["plies"],
            "difficulty": round(analysis["winning_move_count"] / analysis["legal_move_count"], 4),
        }


def in_form(move: Mapping[str, Any]) -> dict[str, Any]:
    """A move as `/move` gives it, without its text: who solves the task needs one form."""
    return {key: value for key, value in move.items() if key != "text"}


def line_of(task: Mapping[str, Any]) -> str:
    """A task as a line of the output."""
    return json.dumps(task, separators=(",", ":"))


def main() -> None:
    """Print the tasks, one in each line."""
    parser = argparse.ArgumentParser(prog="make tasks")
    parser.add_argument("--seed", type=int, default=1)
    for task in tasks(parser.parse_args().seed):
        print(line_of(task))


if __name__ == "__main__":
    main()
