import json
from urllib.request import Request, urlopen

SERVICE = "http://localhost:8000"


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as response:
        return json.load(response)


def after(piles, move):
    return [move["leaves"] if i == move["pile"] else pile for i, pile in enumerate(piles)]


piles = [1, 3, 5, 7]
analysis = post("/analysis", {"piles": piles, "moves": True})
moves = [judged["move"] for judged in analysis["moves"]]
positions = [{"piles": after(piles, move)} for move in moves]
results = post("/moves", {"positions": positions})["results"]
wins = [len(result["winning_moves"]) for result in results]
traps = [
    (count, -judged["plies"], judged["move"])
    for count, judged in zip(wins, analysis["moves"], strict=True)
]
fewest, _, move = min(traps, key=lambda trap: trap[:2])
left = ", ".join(map(str, after(piles, move)))
print(f"Take {move['remove']} from pile {move['pile'] + 1}, which leaves {left}.")
print(f"Winning replies: {fewest}. Other moves leave up to {max(wins)}.")
