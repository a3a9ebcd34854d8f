import json
import os
import random
import sys
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")
SKILL = 0.6  # of the beatable opponent: 0 plays at random, 1 never makes a mistake
CARELESS = {"perfect": 0, "trap": 0, "beatable": 1 - SKILL, "random": 1}


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as response:
        return json.load(response)


def after(piles, move):
    return [move["leaves"] if i == move["pile"] else pile for i, pile in enumerate(piles)]


def trap(piles, moves):
    """The move with the fewest winning replies; on a tie, the one that lasts longest."""
    positions = [{"piles": after(piles, judged["move"])} for judged in moves]
    results = post("/moves", {"positions": positions})["results"]
    replies = [len(result["winning_moves"]) for result in results]
    plies = [judged["plies"] or 0 for judged in moves]  # null in large positions
    best = min(range(len(moves)), key=lambda i: (replies[i], -plies[i]))
    return moves[best]["move"]


def choose(strength, piles):
    analysis = post("/analysis", {"piles": piles, "moves": True})
    if not analysis["moves"]:
        sys.exit("No move is legal.")
    if random.random() < CARELESS[strength]:
        return random.choice(analysis["moves"])["move"]
    if strength == "trap" and not analysis["to_move_wins"]:
        return trap(piles, analysis["moves"])
    return analysis["move"]  # the fastest win, or the longest resistance


strength, *numbers = sys.argv[1:] or ["trap", "1", "3", "5", "7"]
piles = [int(number) for number in numbers]
if strength not in CARELESS:
    sys.exit(f"The strengths are {', '.join(CARELESS)}.")
move = choose(strength, piles)
left = ", ".join(map(str, after(piles, move)))
print(f"Take {move['remove']} from pile {move['pile'] + 1}, which leaves {left}.")
