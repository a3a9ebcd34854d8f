import json
import os
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as response:
        return json.load(response)


def bot(piles):
    move = post("/move", {"piles": piles})["best_move"]
    piles[move["pile"]] = move["leaves"]


def opponent(piles):
    piles[piles.index(max(piles))] -= 1


piles = [3, 4, 5]
players = [("The bot", bot), ("The opponent", opponent)]
while any(piles):
    (name, play), *_ = players
    play(piles)
    print(f"{name} leaves {', '.join(map(str, piles))}.")
    players.reverse()
print(f"{name} has won.")
