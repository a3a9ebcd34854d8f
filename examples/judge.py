import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE = "http://localhost:8000"


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=10) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.status, json.load(error)


def judge(players, piles, moves):
    """The player who has won, and why."""
    played = [{"pile": pile, "remove": remove} for pile, remove in moves]
    status, result = post("/review", {"piles": piles, "moves": played})
    if status == 422:
        error = result["errors"][0]
        _, _, number, *_ = error["pointer"].split("/")  # such as #/moves/3/remove
        illegal = int(number)
        winner = players[(illegal + 1) % 2]
        return winner, f"move {illegal + 1} is illegal: {error['detail']}"
    if status != 200:
        raise RuntimeError(result["detail"])
    if result["finished"]:
        return players[result["winner"] == "second"], "the last object is taken"
    to_move = len(moves) % 2
    ahead = to_move if result["position"]["to_move_wins"] else 1 - to_move
    return players[ahead], "the time is over, and this player can win"


games = [
    (("Ada", "Ben"), [3, 4, 5], [(0, 2), (1, 4), (2, 4), (0, 1), (2, 1)]),
    (("Ben", "Cem"), [3, 4, 5], [(0, 2), (1, 5)]),
    (("Cem", "Ada"), [3, 4, 5], [(0, 1)]),
]
points = {"Ada": 0, "Ben": 0, "Cem": 0}
for players, piles, moves in games:
    winner, reason = judge(players, piles, moves)
    points[winner] += 1
    print(f"{' against '.join(players)}: {winner} wins, {reason}")
for name, count in points.items():
    print(f"{name}: {count}")
