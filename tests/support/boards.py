"""Games on boards by their rules alone: no theorem, no pieces, no symmetry, no shared code.

`RULES` has the legal moves of each game: what a move chooses, as a set so that the order of a name
doesn't matter, with the board that it leaves. A board is what is on it: edges, squares or heads.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

from tests.support.oracle import mex

Board = Any
"""Hashable."""

Chosen = Any
"""Hashable."""

Moves = Mapping[Chosen, Board]
Request = dict[str, Any]


# --- Graphs ---------------------------------------------------------------------------------------


def graph(text: str) -> tuple[list[frozenset[str]], set[str]]:
    """The edges of a text and its vertices; a loop is an edge with one end."""
    edges, vertices = list[frozenset[str]](), set[str]()
    for walk in filter(None, text.split(",")):
        vertices |= {*walk.split("-")}
        edges += map(frozenset, pairwise(walk.split("-")))
    return edges, vertices


def hanging(text: str) -> Board:
    return tuple(sorted(map(sorted, graph(text)[0])))  # the same edge may be there twice


def cut(edges: Any) -> Moves:
    """Hackenbush: what no chain of edges joins with the ground falls."""
    found = {}
    for i, edge in enumerate(edges):
        rest = [*edges[:i], *edges[i + 1 :]]
        held = {"0"}
        for _ in rest:
            held |= {end for each in rest if held & {*each} for end in each}
        found[frozenset(edge)] = tuple(each for each in rest if held & {*each})
    return found


def cut_(board: Any) -> Moves:
    return {name: tuple(map(tuple, left)) for name, left in cut(board).items()}


def nodes(text: str) -> Board:
    edges, vertices = graph(text)
    return frozenset(edges), frozenset(vertices)


def take_node(board: Any) -> Moves:
    edges, vertices = board
    found = {}
    for node in vertices:
        gone = {node}.union(*(edge for edge in edges if node in edge))
        found[frozenset([node])] = (
            frozenset(edge for edge in edges if not edge & gone),
            vertices - gone,
        )
    return found


def take_edge(edges: Any) -> Moves:
    return {edge: frozenset(each for each in edges if not each & edge) for edge in edges}


def token(text: str) -> Board:
    edges, _, at = text.partition("@")
    return frozenset(edge for edge in graph(edges)[0] if len(edge) > 1), at


def walk(board: Any) -> Moves:
    edges, at = board
    left = frozenset(edge for edge in edges if at not in edge)
    return {frozenset([to]): (left, to) for edge in edges if at in edge for to in edge - {at}}


# --- Grids and coins ------------------------------------------------------------------------------


def cells(text: str, mark: str) -> Board:
    rows = text.split(",")
    return frozenset(
        (x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == mark
    )


def cover(squares: Any) -> Moves:
    pairs = [((x, y), other) for x, y in squares for other in ((x + 1, y), (x, y + 1))]
    names = [frozenset("abcdefghijkl"[x] + str(y + 1) for x, y in pair) for pair in pairs]
    return {
        name: squares - {*pair}
        for name, pair in zip(names, pairs, strict=True)
        if pair[1] in squares
    }


TURNS: Mapping[str, Callable[[tuple[int, ...]], bool]] = {
    "turtles": lambda places: len(places) <= 2,
    "mock": lambda places: len(places) <= 3,
    "ruler": lambda places: places[-1] - places[0] == len(places) - 1,
    "twins": lambda places: len(places) == 2,
}
"""Whether a move may turn coins at these places, in ascending order."""


def turned(word: str, last: int) -> Iterator[tuple[int, ...]]:
    for count in range(last + 1):
        for others in combinations(range(1, last), count):
            if TURNS[word]((*others, last)):
                yield (*others, last)


def coins(position: Mapping[str, Any]) -> Board:
    heads = frozenset((x + 1, y + 1) for x, y in cells(position["board"], "H"))
    return (*position["code"].split("*"), "")[:2], heads


def turn(board: Any) -> Moves:
    (along, down), heads = board
    found: dict[Chosen, Board] = {}
    for x, y in heads:
        for columns in turned(along, x):
            for rows in turned(down, y) if down else [(y,)]:
                cross = {(column, row) for column in columns for row in rows}
                name = (columns, rows) if down else columns
                found[name] = ((along, down), heads ^ cross)
    return found


# --- Every game -----------------------------------------------------------------------------------

START: Mapping[str, Callable[[Mapping[str, Any]], Board]] = {
    "hackenbush": lambda position: tuple(map(tuple, hanging(position["board"]))),
    "node-kayles": lambda position: nodes(position["board"]),
    "arc-kayles": lambda position: frozenset(graph(position["board"])[0]),
    "geography": lambda position: token(position["board"]),
    "cram": lambda position: cells(position["board"], "_"),
    "coins": coins,
}

RULES: Mapping[str, Callable[[Any], Moves]] = {
    "hackenbush": cut_,
    "node-kayles": take_node,
    "arc-kayles": take_edge,
    "geography": walk,
    "cram": cover,
    "coins": turn,
}


def board_of(position: Mapping[str, Any]) -> Board:
    """The board of a request."""
    return START[position["game"]](position)


def chosen(position: Mapping[str, Any], play: str) -> Chosen:
    """What `play` in a response names."""
    if position["game"] != "coins":
        return frozenset(play.split("-"))
    parts = [tuple(sorted(map(int, part.split("-")))) for part in play.split(":")]
    return tuple(parts) if len(parts) > 1 else parts[0]


@cache
def wins(game: str, board: Board, misere: bool) -> bool:
    """Whether the player to move wins, by playing everything out."""
    left = {*RULES[game](board).values()}
    return any(not wins(game, each, misere) for each in left) if left else misere


@cache
def value(game: str, board: Board) -> int:
    """The Grundy value, by its definition."""
    return mex([value(game, each) for each in {*RULES[game](board).values()}])


@cache
def sum_wins(components: tuple[tuple[str, Board], ...], misere: bool) -> bool:
    """Whether the player to move wins boards that are played side by side."""
    left = {
        (*components[:i], (game, each), *components[i + 1 :])
        for i, (game, board) in enumerate(components)
        for each in RULES[game](board).values()
    }
    return any(not sum_wins(each, misere) for each in left) if left else misere


# --- Positions ------------------------------------------------------------------------------------


def some(game: str, count: int, most: int = 8) -> list[Request]:
    """Small positions, always the same ones; `most` is about the number of things on a board."""
    draw = Random(f"{game} {most}")
    return [{"game": game, **MADE[game](draw, most)} for _ in range(count)]


def _hanging(draw: Random, most: int) -> Request:
    edges, vertices = list[str](), 1
    for _ in range(draw.randint(1, most)):
        ends = [draw.randrange(vertices), draw.randrange(vertices)]
        if draw.random() < 0.6:
            ends[1] = vertices
            vertices += 1
        draw.shuffle(ends)
        edges.append("-".join(map(str, ends)))
    names = [*map(str, range(vertices))]
    if draw.random() < 0.5:  # as people name vertices, in any order
        names[1:] = draw.sample([*map(str, range(1, 30)), "a", "b", "c7"], vertices - 1)
    renamed = ["-".join(names[int(end)] for end in edge.split("-")) for edge in edges]
    return {"board": ",".join(draw.sample(renamed, len(renamed)))}


def _edges(draw: Random, most: int, walks: bool = True) -> tuple[list[str], list[str]]:
    names = draw.sample([*map(str, range(15)), "a", "b", "c7"], draw.randint(1, most))
    share = draw.choice([0.15, 0.3, 0.5])
    edges = [f"{a}-{b}" for a, b in combinations(names, 2) if draw.random() < share]
    if walks and len(names) > 2 and draw.random() < 0.3:
        edges = ["-".join([*names, *draw.choice([[], names[:1]])])]
    return edges, names


def _nodes(draw: Random, most: int) -> Request:
    edges, names = _edges(draw, most)
    return {"board": ",".join([*edges, *names])}


def _arcs(draw: Random, most: int) -> Request:
    edges, _ = _edges(draw, min(most, 6))
    return {"board": ",".join(edges)}


def _token(draw: Random, most: int) -> Request:
    edges, names = _edges(draw, most)
    return {"board": f"{','.join([*edges, *names])}@{draw.choice(names)}"}


def _grid(draw: Random, most: int) -> Request:
    width = draw.randint(1, min(6, most))
    height, share = draw.randint(1, max(1, (most + 5) // width)), draw.choice([0, 0, 0.2, 0.4])
    rows = ["".join("x" if draw.random() < share else "_" for _ in range(width))] * height
    if share:
        rows = ["".join("x" if draw.random() < share else "_" for _ in range(width)) for _ in rows]
    return {"board": ",".join(rows)}


def _coins(draw: Random, most: int) -> Request:
    words = [draw.choice([*TURNS]) for _ in range(draw.randint(1, 2))]
    size = (1, draw.randint(1, most))
    if len(words) == 2:
        size = draw.choice(
            [
                size
                for size in [(1, 4), (2, 3), (3, 2), (3, 3), (2, 4)]
                if size[0] * size[1] <= most + 1
            ]
        )
    rows = ["".join(draw.choice("HT") for _ in range(size[1])) for _ in range(size[0])]
    return {"code": "*".join(words), "board": ",".join(rows)}


MADE: Mapping[str, Callable[[Random, int], Request]] = {
    "hackenbush": _hanging,
    "node-kayles": _nodes,
    "arc-kayles": _arcs,
    "geography": _token,
    "cram": _grid,
    "coins": _coins,
}
"""A small position of each game."""


def each_of(games: Iterable[str], count: int, most: int = 8) -> Iterator[Request]:
    """Small positions of several games."""
    for game in games:
        yield from some(game, count, most)


# --- Large boards ---------------------------------------------------------------------------------


def path(vertices: int) -> str:
    return "-".join(map(str, range(vertices)))


def ring(edges: int) -> str:
    return f"{path(edges)}-0"


def complete(vertices: int) -> str:
    return ",".join(f"{a}-{b}" for a, b in combinations(range(vertices), 2))


def lattice(height: int, width: int) -> str:
    lines = [[f"{y * width + x}" for x in range(width)] for y in range(height)]
    return ",".join("-".join(line) for line in [*lines, *zip(*lines, strict=True)])


def grown(edges: int) -> str:
    """A tree with long branches that fork at random."""
    draw = Random(2)
    return ",".join(f"{draw.randrange(max(0, n - 6), n)}-{n}" for n in range(1, edges + 1))


def heads(height: int, width: int) -> str:
    return ",".join(["H" * width] * height)


LARGE: Mapping[str, tuple[str, ...]] = {
    "hackenbush": (*map(grown, (20, 60, 400)), ring(400), complete(6), complete(28)),
    "node-kayles": (lattice(4, 5), lattice(5, 40), path(200), grown(40), complete(20)),
    "arc-kayles": (lattice(3, 4), lattice(4, 28), path(201), grown(40), complete(20)),
    "geography": (*(f"{board}@0" for board in (complete(24), path(300), grown(60))),),
    "cram": ("3x6", "3x25", "4x26", "20x20", "1x26"),
    "coins": (heads(1, 9), heads(1, 100), heads(4, 4), heads(10, 10)),
}
"""Boards as large as may be, and some that a search can nearly solve."""


def boards_of(game: str, code: str = "", **_: Any) -> list[str]:
    """The large boards of a game; with a code of coins, those that it allows."""
    return [board for board in LARGE[game] if "*" in code or game != "coins" or "," not in board]
