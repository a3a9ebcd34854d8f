import json
import os
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def post(path, keys):
    body = json.dumps(keys).encode()
    request = Request(SERVICE + path, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as response:
        return json.load(response)


position = {"game": "kayles", "piles": [5, 2]}
found = post("/legal", position)
print(found["rule"])
while found["legal"]:
    # A person would choose one of these texts; this one always chooses the first.
    chosen = found["legal"][0]
    position |= chosen["leaves"]
    print(f"You {chosen['move']['text']}.")
    found = post("/move", {**position, "legal": 2})
    if not found["legal"]:
        print("You have won.")
        break
    # The best move is the one that the service lists with the same keys.
    best = found["best_move"]
    reply = next(each for each in found["legal"] if best.items() <= each["move"].items())
    position |= reply["leaves"]
    print(f"The service replies: {reply['move']['text']}.")
    found = reply if "legal" in reply else post("/legal", position)
else:
    print("The service has won.")
