import json
import os
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as response:
        return json.load(response)


game = {
    "piles": [1, 3, 5],
    "moves": [
        {"pile": 2, "remove": 2},
        {"pile": 1, "remove": 2},
        {"pile": 0, "remove": 1},
        {"pile": 1, "remove": 1},
        {"pile": 2, "remove": 3},
    ],
}

review = post("/review", game)
number = review["decisive_mistake"]
if number is None:
    print(f"The {review['winner']} player won every position from the beginning.")
else:
    ply = review["plies"][number - 1]
    print(f"Move {number} of the {ply['player']} player lost the game.")
    for sentence in post("/explanation", {"piles": ply["piles"]})["sentences"]:
        print(f"- {sentence}")
