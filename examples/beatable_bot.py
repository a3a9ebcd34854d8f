import json
import random
from urllib.request import urlopen

SERVICE = "http://localhost:8000"
SKILL = 0.6  # 0 is a beginner, 1 never makes a mistake


def best_move(piles):
    # A GET request, so that a cache can respond to repeated ones.
    query = ",".join(map(str, piles))
    with urlopen(f"{SERVICE}/move?piles={query}", timeout=10) as response:
        move = json.load(response)["best_move"]
    return move["pile"], move["leaves"]


def any_move(piles):
    pile = random.choice([i for i, objects in enumerate(piles) if objects])
    return pile, random.randrange(piles[pile])


def bot_move(piles):
    return best_move(piles) if random.random() < SKILL else any_move(piles)


piles = [1, 3, 5, 7]
players = [("You", best_move), ("The bot", bot_move)]
while any(piles):
    (name, choose), *_ = players
    pile, leaves = choose(piles)
    piles[pile] = leaves
    print(f"{name}: {', '.join(map(str, piles))}")
    players.reverse()
print("The bot has won." if name == "The bot" else "You have won.")
