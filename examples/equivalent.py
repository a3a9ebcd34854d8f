import json
import os
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as response:
        return json.load(response)


def are_equivalent(one, other):
    return not post("/move", {"game": "sum", "components": [one, other]})["to_move_wins"]


for pins in range(1, 8):
    row = {"game": "kayles", "piles": [pins]}
    [pile] = [n for n in range(8) if are_equivalent(row, {"piles": [n]})]
    print(f"A row of {pins} is worth a pile of {pile}.")
