import json
import os
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")

moves = [(2, 2), (1, 2), (0, 1), (1, 1), (2, 3)]
game = {"piles": [1, 3, 5], "moves": [{"pile": pile, "remove": n} for pile, n in moves]}
headers = {"Content-Type": "application/json"}
request = Request(SERVICE + "/review", json.dumps(game).encode(), headers)
with urlopen(request, timeout=10) as response:
    mine = [ply for ply in json.load(response)["plies"] if ply["player"] == "first"]
print(sum(ply["mistake"] for ply in mine), "of my", len(mine), "moves were mistakes.")
