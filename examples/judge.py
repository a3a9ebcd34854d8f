import json
import os
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=10) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.status, json.load(error)


def reward(ply):
    if ply["position_class"] == "P":
        return 0  # every move loses: there was nothing to keep
    return -1 if ply["mistake"] else 1


def judge(game):
    """The rewards of the legal moves, the index of an illegal one or None, the winner or None."""
    status, result = post("/review", game)
    if status == 200:
        return [reward(ply) for ply in result["plies"]], None, result["winner"]
    pointer = result["errors"][0]["pointer"] if status == 422 else ""
    if not (found := re.match(r"#/moves/(\d+)", pointer)):
        raise RuntimeError(result["detail"])
    illegal = int(found[1])
    rewards, earlier, winner = judge({**game, "moves": game["moves"][:illegal]})
    if earlier is not None:
        return rewards, earlier, winner
    return rewards, illegal, ("second", "first")[illegal % 2]


def take(pile, remove, **split):
    return {"pile": pile, "remove": remove, **split}


if __name__ == "__main__":
    nim = [take(0, 2), take(1, 4), take(2, 4), take(0, 1), take(2, 1)]
    kayles = [take(0, 1, leaves_piles=[2, 2]), take(0, 1), take(1, 1)]
    games = {
        "Nim": {"piles": [3, 4, 5], "moves": nim},
        "Misère Nim": {"piles": [3, 4, 5], "misere": True, "moves": [take(0, 1), take(1, 7)]},
        "Kayles": {"game": "kayles", "piles": [5], "moves": kayles},
    }
    for name, game in games.items():
        rewards, illegal, winner = judge(game)
        print(f"{name}: {' '.join(map(str, rewards))}")
        if illegal is not None:
            print(f"- move {illegal} is illegal")
        print(f"- the {winner} player wins" if winner else "- not finished")
