"""The limits that no setting changes: at the limit, and one beyond it."""

from collections.abc import Callable
from typing import Any

import pytest

from service import limits
from tests.support.http_client import Reply
from tests.support.problems import faults, without_codes
from tests.support.service import Service


def batch(piles: int) -> Any:
    full, rest = divmod(piles, 10_000)
    return {"positions": [{"piles": [0] * 10_000}] * full + [{"piles": [0] * rest}]}


def game(moves: int) -> Any:
    return {"piles": [moves], "moves": [{"pile": 0, "remove": 1}] * moves}


def graph(positions: int) -> Any:
    return {"options": {str(i): [] for i in range(positions)}}


def game_of_total(total: int) -> Any:
    """A game whose moves times its piles are so many."""
    piles = next(n for n in range(1, 101) if total % n == 0 and total // n <= 1_000)
    moves = total // piles
    return {
        "piles": [moves, *[0] * (piles - 1)],
        "moves": [{"pile": 0, "remove": 1}] * moves,
    }


def sum_of_moves(moves: int) -> Any:
    """A sum of components that have this number of options together."""
    thousands, rest = divmod(moves, 1_000)
    names = [str(i) for i in range(1_000)]
    options = {"a": names, "b": names[:rest], **{name: [] for name in names}}
    return {"options": options, "sum": ["a"] * thousands + ["b"]}


def played_out(steps: int) -> Any:
    """A sum in misère play that takes so many steps.

    A sum of j components that all have one move has one position and one move of it with j of
    them, and again with one component less; a name for a single component takes one step.
    """
    count = next(n for n in range(2, 1_000) if (n + 1) * (n + 2) - 2 > steps)
    names = range(steps - (count * (count + 1) - 2))
    return {
        "options": {"a": ["b"], "b": []},
        "sums": {f"s{i}": ["a"] for i in names},
        "sum": ["a"] * count,
        "misere": True,
    }


def drawn_moves(moves: int) -> str:
    """A pile of 9,000 under a set of 7 numbers, each of which can't be taken from the smallest."""
    numbers = [1, 2, 3, 4, 5, 6]
    numbers.append(7 * 9_001 - sum(numbers) - moves)
    return f"?piles=9000&subtraction_set={','.join(map(str, numbers))}"


def listed_piles(piles: int) -> str:
    """80 piles of which one has moves: each takes 5 objects, and wins from every second position.

    So half as many winning results are listed as positions; at least so many piles in all.
    """
    count = next(n for n in range(10_000) if 80 * (n + n // 2) >= piles)
    sizes = [5 * (count - 1) + 3, *[3] * 79]
    return f"?all=true&subtraction_set=5&piles={','.join(map(str, sizes))}"


TOO_LONG_A_GAME = (
    "The moves times the piles, times the numbers of a subtraction set, must be 20,000 or less."
)


def set_moves(moves: int) -> Any:
    """Piles under a set of one number, so that each has one move at most."""
    positions = batch(moves)["positions"]
    return {"positions": [{**position, "subtraction_set": [1]} for position in positions]}


def breaking_moves(moves: int) -> Any:
    """Piles that a move splits, in half as many ways as they have objects."""
    full, rest = divmod(moves, 500)
    return {"code": "4.0", "piles": [1000] * full + [2 * rest]}


WITHOUT_A_PERIOD = [39, 709, 300, 1136, 1024, 1114, 187, 1092, 256, 8031, 6723]
"""A subtraction set whose period, if it has one, is beyond what is computed."""


# The limit's name in limits.py, the operation, its request for a number of what is limited, and
# the fault of one too many.
LIMITS: list[tuple[str, str, Callable[[int], Any], tuple[str, str]]] = [
    (
        "MAX_PILE",
        "/move",
        lambda n: {"piles": [n]},
        ("#/piles/0", "Must be 9,007,199,254,740,991 or less."),
    ),
    (
        "MAX_BATCH_PILES",
        "/moves",
        batch,
        ("#/positions", "At most 100,000 piles are allowed in all."),
    ),
    (
        "MAX_EXPLAINED_PILES",
        "/explanation",
        lambda n: {"piles": [1] * n},
        ("#/piles", "At most 1,000 piles are allowed."),
    ),
    (
        "MAX_REVIEWED_PILES",
        "/review",
        lambda n: {"piles": [1] * n, "moves": []},
        ("#/piles", "At most 100 piles are allowed."),
    ),
    ("MAX_REVIEWED_MOVES", "/review", game, ("#/moves", "At most 1,000 moves are allowed.")),
    (
        "MAX_REVIEWED_TOTAL",
        "/review",
        game_of_total,
        ("#/moves", TOO_LONG_A_GAME),
    ),
    (
        "MAX_SET_VALUES",
        "/move",
        lambda n: {"piles": [n - 1], "subtraction_set": WITHOUT_A_PERIOD},
        (
            "#/piles/0",
            (
                "No period is proven for this subtraction set: the largest pile that can be"
                " solved is 65,535."
            ),
        ),
    ),
    (
        "MAX_SET_NUMBERS",
        "/move",
        lambda n: {"piles": [1], "subtraction_set": [*range(1, n + 1)]},
        ("#/subtraction_set", "At most 64 numbers are allowed."),
    ),
    (
        "MAX_SET_NUMBER",
        "/move",
        lambda n: {"piles": [1], "subtraction_set": [n]},
        ("#/subtraction_set/0", "Must be 10,000 or less."),
    ),
    (
        "MAX_SET_MOVES",
        "/moves",
        set_moves,
        (
            "#/positions",
            (
                "The number of piles times that of numbers in the subtraction set may be at most"
                " 50,000 in all."
            ),
        ),
    ),
    (
        "MAX_OCTAL_DIGITS",
        "/octal",
        lambda n: {"code": "0." + "1" * n, "piles": []},
        ("#/code", "After the point a code may have at most 8 digits."),
    ),
    (
        "MAX_OCTAL_PILE",
        "/octal",
        lambda n: {"code": "0.3", "piles": [n]},
        ("#/piles/0", "Must be 1,000 or less."),
    ),
    (
        "MAX_OCTAL_PILES",
        "/octal",
        lambda n: {"code": "0.3", "piles": [1] * n},
        ("#/piles", "At most 100 piles are allowed."),
    ),
    (
        "MAX_OCTAL_MOVES",
        "/octal",
        breaking_moves,
        ("#/piles", "This position has 10,001 legal moves; at most 10,000 are allowed."),
    ),
    (
        "MAX_SEQUENCE",
        "/octal/values",
        lambda n: f"?code=0.77&size={n}",
        ("size", "Must be 1,000 or less."),
    ),
    (
        "MAX_GRAPH_POSITIONS",
        "/grundy",
        graph,
        ("#/options", "At most 10,000 positions are allowed."),
    ),
    (
        "MAX_GRAPH_OPTIONS",
        "/grundy",
        lambda n: {"options": {"a": ["b"] * n, "b": []}},
        ("#/options", "At most 100,000 options are allowed in all."),
    ),
    (
        "MAX_NAME",
        "/grundy",
        lambda n: {"options": {"x" * n: []}},
        (f"#/options/{'x' * 59}%E2%80%A6", "A name has at most 60 characters."),
    ),
    (
        "MAX_COMPONENTS",
        "/grundy",
        lambda n: {"options": {"a": []}, "sum": ["a"] * n},
        ("#/sum", "At most 1,000 components are allowed."),
    ),
    (
        "MAX_SUM_MOVES",
        "/grundy",
        sum_of_moves,
        ("#/sum", "At most 10,000 moves are allowed from the components in all."),
    ),
    (
        "MAX_GRAPH_STEPS",
        "/grundy",
        played_out,
        (
            "#/sum",
            (
                "In misère play this sum has to be played out, and that takes more than 300,000"
                " steps: one for each position that it can come to and for each move there, times"
                " the components."
            ),
        ),
    ),
    (
        "MAX_LISTED_PILES",
        "/positions",
        lambda n: "?piles=" + ",".join("1" * n),
        ("piles", "At most 100 piles are allowed."),
    ),
    (
        "MAX_LISTED_POSITIONS",
        "/positions",
        lambda n: f"?piles={n - 1}",
        ("piles", "Play from here can come to more than 10,000 positions."),
    ),
    (
        "MAX_LISTED_NUMBERS",
        "/positions",
        listed_piles,
        (
            "piles",
            (
                "Play from here can come to more than 500,000 piles in all positions and winning"
                " results together."
            ),
        ),
    ),
    (
        "MAX_DRAWN_MOVES",
        "/graph",
        drawn_moves,
        ("piles", "Play from here can come to more than 60,000 moves."),
    ),
    (
        "MAX_MOORE_PILES",
        "/variant",
        lambda n: {"game": "moore", "piles": [1] * n, "max_piles": 3},
        ("#/piles", "In this game at most 100 piles are allowed."),
    ),
    (
        "MAX_NIMBER_OPERAND",
        "/nimbers/product",
        lambda n: f"?of=1,{n}",
        ("of", "Item 2: Must be 4,294,967,295 or less."),
    ),
    (
        "MAX_NIMBER_OPERANDS",
        "/nimbers/sum",
        lambda n: "?of=" + ",".join("1" * n),
        ("of", "At most 1,000 operands are allowed."),
    ),
    (
        "MAX_TABLE_SIZE",
        "/nimbers/table",
        lambda n: f"?operation=sum&size={n}",
        ("size", "Must be 256 or less."),
    ),
]

# Of what an error shows, not of what a request may hold.
ABOUT_ERRORS = {"MAX_ERRORS", "MAX_QUOTED", "MAX_CYCLE_SHOWN"}
# Beyond it nothing is refused, but no period is proven.
ABOUT_PROOFS = {"MAX_OCTAL_VALUES"}
# Beyond them nothing is refused, but not all winning moves are listed.
ABOUT_LISTS = {"MAX_VARIANT_MOVES", "MAX_VARIANT_NUMBERS"}

each_limit = pytest.mark.parametrize(
    ("name", "path", "request_", "fault"), LIMITS, ids=[limit[0] for limit in LIMITS]
)


def send(service: Service, path: str, request: Any) -> Reply:
    return service.get(path + request) if isinstance(request, str) else service.post(path, request)


def test_every_limit_is_here() -> None:
    known = {name for name in vars(limits) if name.startswith("MAX_")}

    others = ABOUT_ERRORS | ABOUT_PROOFS | ABOUT_LISTS
    assert {limit[0] for limit in LIMITS} == known - others


@each_limit
def test_at_the_limit_a_request_is_answered(
    service: Service,
    name: str,
    path: str,
    request_: Callable[[int], Any],
    fault: tuple[str, str],  # noqa: ARG001
) -> None:
    assert send(service, path, request_(getattr(limits, name))).status == 200


@each_limit
def test_one_beyond_the_limit_a_request_is_refused(
    service: Service, name: str, path: str, request_: Callable[[int], Any], fault: tuple[str, str]
) -> None:
    reply = send(service, path, request_(getattr(limits, name) + 1))

    [error] = without_codes(reply.json)["errors"]
    assert (reply.status, *error.values()) == (422, *fault)


def test_a_name_at_the_limit_is_quoted_whole(service: Service) -> None:
    name = "x" * limits.MAX_NAME

    assert faults(service.post("/grundy", {"options": {name: [1]}})) == [
        (f"#/options/{name}/0", "Must be a string.")
    ]
