import json
import os
from urllib.request import Request, urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def solve(*games, misere=False):
    """The value of each game, the winning moves of their sum, and whether its player to move wins.

    A game is a position and a function from a position to its next positions. A winning move is
    the number of the game and the position that it leaves there.
    """
    numbers, positions, options = {}, [], {}  # positions are numbered, so that names are short

    def number_of(position, following):
        if (position, following) not in numbers:
            numbers[position, following] = str(len(positions))
            positions.append((position, following))
        return numbers[position, following]

    starts = [number_of(*game) for game in games]
    for position, following in positions:  # which grow as they are listed
        reached = {number_of(each, following) for each in following(position)}
        options[number_of(position, following)] = sorted(reached)
    keys = {"options": options, "sum": starts, "misere": misere}
    body = json.dumps(keys, separators=(",", ":")).encode()
    request = Request(f"{SERVICE}/grundy", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as response:
        result = json.load(response)
    values = [result["grundy_values"][start] for start in starts]
    winning = result["sum"]["winning_moves"]
    moves = [(move["component"], positions[int(move["to"])][0]) for move in winning]
    return values, moves, result["sum"]["to_move_wins"]


def knight(square):
    x, y = square
    steps = (-2, 1), (-2, -1), (1, -2), (-1, -2)
    targets = [(x + right, y + down) for right, down in steps]
    return [(x, y) for x, y in targets if 0 <= x < 15 and 0 <= y < 15]


def nim_with_a_pass(position):
    """Besides taking objects, a player may pass once, unless the pile is empty."""
    pile, can_pass = position
    taken = [(left, can_pass) for left in range(pile)]
    return [*taken, (pile, False)] if can_pass and pile else taken


def hackenbush(tree):
    """A tree is a sorted tuple of the trees on its branches; a move cuts a branch."""
    for i, branch in enumerate(tree):
        others = tree[:i] + tree[i + 1 :]
        yield others
        for left in hackenbush(branch):
            yield tuple(sorted((*others, left)))


def cram(free):
    """A move covers two neighbouring squares of 4 × 4; a position is the bits of the free ones."""
    right = [3 << 4 * row + column for row in range(4) for column in range(3)]
    down = [17 << 4 * row + column for row in range(3) for column in range(4)]
    return [free - domino for domino in right + down if free & domino == domino]


def chomp(rows):
    """A move takes a square with all to its right and below; the first square is poisoned."""
    for i, row in enumerate(rows):
        for column in range(i == 0, row):
            yield rows[:i] + tuple(min(left, column) for left in rows[i:])


STALK = (((), ()),)  # a branch that carries two
GAMES = {
    "Knight": ((14, 14), knight),
    "Nim with a pass": ((4, True), nim_with_a_pass),
    "Hackenbush": (((), STALK), hackenbush),
    "Cram 4 × 4": (2**16 - 1, cram),
    "Chomp 6 × 8": ((8,) * 6, chomp),
}


def show(name, values, moves, wins):
    print(f"{name}: the player to move {'wins' if wins else 'loses'}")
    print(f"- value {' and '.join(map(str, values))}, winning moves: {len(moves)}")


if __name__ == "__main__":
    for name, game in GAMES.items():
        show(name, *solve(game))
    show("Knight and Nim with a pass", *solve(GAMES["Knight"], GAMES["Nim with a pass"]))
