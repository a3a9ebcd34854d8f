"""The legal moves of all positions that play can reach, as `/legal` lists them, for scripts.

The argument is a list of positions in JSON; the output has one `{at, rule, legal}` for each.
"""

import json
import sys
from typing import Any

from service.game.games import GAMES
from service.game.position import Position
from service.game.questions.legal import listing

MOST = 20_000


def listed(keys: dict[str, Any]) -> list[dict[str, Any]]:
    """The positions below one, each with its legal moves."""
    of = {key: value for key, value in keys.items() if key != "game"}
    start = GAMES[keys.get("game", "nim")].position(**of)
    found: dict[Position, dict[str, Any]] = {}
    waiting = [start]
    while waiting and len(found) < MOST:
        position = waiting.pop()
        if position in found:
            continue
        game = position.game
        at = {**keys, **game.changing_keys(position)}
        found[position] = {"at": at, **listing(position, 1)}
        waiting += [position.after(move) for move in position.moves()]
    return [*found.values()]


if __name__ == "__main__":
    json.dump([each for keys in json.loads(sys.argv[1]) for each in listed(keys)], sys.stdout)
