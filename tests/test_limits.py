"""Each limit on a request: at the limit it is accepted, and one beyond it is rejected."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

import pytest

from service import limits
from service.app import create_app
from service.game.bounds import Example
from service.game.games import growing, moore, numbers, take_and_break
from service.game.games import sum as sum_of_games
from service.game.games.nim import subtraction
from tests.support.http_client import Reply
from tests.support.limits import (
    EXAMPLES,
    WITHOUT_A_PERIOD,
    batch,
    drawn_moves,
    graph,
    listed_piles,
    played,
    played_out,
    reviewed_numbers,
    set_moves,
    square_moves,
    sum_of_moves,
)
from tests.support.problems import errors_of
from tests.support.service import InProcess, Service

TOO_LONG_A_GAME = "Too large: moves × (piles + winning moves) may be at most 100,000."
NOT_PROVEN = (
    "No period is proven for this subtraction set: the largest pile that can be solved is 65,535."
)
TOO_MANY_NUMBERS = "Piles × numbers in the subtraction set may be at most 50,000."
TOO_HARD = "These positions take too long to solve; send fewer."
TOO_LONG_A_SEARCH = (
    "In misère play this sum is solved by search, which takes more than 300,000 steps: one for "
    "each reachable position and for each of its moves, times the components."
)


class Limit(NamedTuple):
    """A limit, a request with a given number of what it counts, and the error beyond it."""

    limit: int
    path: str
    request: Callable[[int], Any]
    """The body for a number, or the query."""
    place: str
    detail: str

    def send(self, service: Service, more: int = 0) -> Reply:
        """The response to a request at the limit, or with this many more."""
        request = self.request(self.limit + more)
        if isinstance(request, str):
            return service.get(self.path + request)
        return service.post(self.path, request)


def named(rows: list[Limit]) -> pytest.MarkDecorator:
    """A test for each limit, named by its error."""
    return pytest.mark.parametrize("limit", rows, ids=[f"{row.path} {row.detail}" for row in rows])


def check(service: Service, limit: Limit) -> None:
    assert limit.send(service).status == 200
    reply = limit.send(service, more=1)
    place = "pointer" if limit.place.startswith("#") else "parameter"
    assert errors_of(reply, place) == [(limit.place, limit.detail)]


LIMITS = [
    Limit(limits.LARGEST_PILE, "/move", lambda n: {"piles": [n]},
          "#/piles/0", "Must be 9,007,199,254,740,991 or less."),
    Limit(limits.MAX_BATCH_PILES, "/moves", batch,
          "#/positions", "At most 100,000 piles are allowed in total."),
    Limit(limits.MAX_EXPLAINED_PILES, "/explanation", lambda n: {"piles": [1] * n},
          "#/piles", "At most 1,000 piles are allowed."),
    Limit(limits.MAX_REVIEWED_PILES, "/review", lambda n: {"piles": [1] * n, "moves": []},
          "#/piles", "At most 100 piles are allowed."),
    Limit(limits.MAX_REVIEWED_MOVES, "/review", played,
          "#/moves", "At most 1,000 moves are allowed."),
    Limit(limits.MAX_REVIEWED_NUMBERS, "/review", reviewed_numbers,
          "#/moves", TOO_LONG_A_GAME),
    Limit(subtraction.MAX_SET_VALUES, "/move",
          lambda n: {"piles": [n - 1], "subtraction_set": WITHOUT_A_PERIOD},
          "#/piles/0", NOT_PROVEN),
    Limit(subtraction.MAX_SET_NUMBERS, "/move",
          lambda n: {"piles": [1], "subtraction_set": [*range(1, n + 1)]},
          "#/subtraction_set", "At most 64 numbers are allowed."),
    Limit(limits.LARGEST_PILE, "/move", lambda n: {"piles": [1], "subtraction_set": [n]},
          "#/subtraction_set/0", "Must be 9,007,199,254,740,991 or less."),
    Limit(growing.MAX_ADDED, "/move",
          lambda n: {"game": "growing", "piles": [0], "add": [*range(1, n + 1)], "target": 10_000},
          "#/add", "At most 100 numbers are allowed."),
    Limit(growing.MAX_FACTORS, "/move",
          lambda n: {"game": "growing", "piles": [1], "multiply": [*range(2, n + 2)], "target": 9},
          "#/multiply", "At most 8 numbers are allowed."),
    Limit(subtraction.MAX_SET_MOVES, "/move", set_moves,
          "#/piles", TOO_MANY_NUMBERS),
    Limit(take_and_break.MAX_CODE_DIGITS, "/move",
          lambda n: {"game": "octal", "code": "0." + "1" * n, "piles": []},
          "#/code", "A code may have at most 64 digits after the point."),
    Limit(take_and_break.LARGEST_IN_TABLE, "/move",
          lambda n: {"game": "grundys-game", "piles": [n]},
          "#/piles/0", "A pile in this game may contain at most 1,000 objects."),
    Limit(numbers.LARGEST_OF_PRIMES, "/move",
          lambda n: {"game": "numbers", "numbers": "primes", "piles": [n]},
          "#/piles/0", "A pile in this game may contain at most 50,000 objects."),
    Limit(numbers.LARGEST_COMPUTED, "/move",
          lambda n: {"game": "numbers", "numbers": "cubes", "piles": [n]},
          "#/piles/0", "A pile in this game may contain at most 100,000 objects."),
    Limit(numbers.LARGEST_LISTED, "/move",
          lambda n: {"game": "numbers", "numbers": "coprime", "piles": [n]},
          "#/piles/0", "A pile in this game may contain at most 10,000 objects."),
    Limit(numbers.MAX_LEGAL_MOVES, "/move", square_moves,
          "#/piles", "This position has 50,001 legal moves; at most 50,000 are allowed."),
    Limit(moore.MAX_MOORE_PILES, "/move",
          lambda n: {"game": "moore", "piles": [1] * n, "max_piles": 3},
          "#/piles", "This game allows at most 100 piles."),
    Limit(limits.MAX_VALUES_LISTED, "/values", lambda n: f"?game=kayles&size={n}",
          "size", "Must be 1,000 or less."),
    Limit(limits.MAX_GRAPH_POSITIONS, "/grundy", graph,
          "#/options", "At most 10,000 positions are allowed."),
    Limit(limits.MAX_GRAPH_OPTIONS, "/grundy", lambda n: {"options": {"a": ["b"] * n, "b": []}},
          "#/options", "At most 200,000 options are allowed in total."),
    Limit(limits.MAX_NAME, "/grundy", lambda n: {"options": {"x" * n: []}},
          f"#/options/{'x' * 59}%E2%80%A6", "At most 60 characters are allowed."),
    Limit(limits.MAX_SUM_SIZE, "/grundy", lambda n: {"options": {"a": []}, "sum": ["a"] * n},
          "#/sum", "At most 1,000 components are allowed."),
    Limit(limits.MAX_SUM_MOVES, "/grundy", sum_of_moves,
          "#/sum", "At most 10,000 moves are allowed in all components together."),
    Limit(limits.MAX_GRAPH_STEPS, "/grundy", played_out,
          "#/sum", TOO_LONG_A_SEARCH),
    Limit(limits.MAX_LISTED_PILES, "/positions", lambda n: "?piles=" + ",".join("1" * n),
          "piles", "At most 100 piles are allowed."),
    Limit(limits.MAX_LISTED_POSITIONS, "/positions", lambda n: f"?piles={n - 1}",
          "piles", "More than 10,000 positions are reachable from here."),
    Limit(limits.MAX_STARTS, "/analysis",
          lambda n: {"piles": [1], "starts": {"pile": 0, "from": 1, "to": n}},
          "#/starts", "At most 1,000 sizes are allowed."),
    Limit(limits.MAX_NIMBER_OPERAND, "/nimbers/product", lambda n: f"?operands=1,{n}",
          "operands", "Must be 18,446,744,073,709,551,615 or less."),
    Limit(limits.MAX_NIMBER_OPERANDS, "/nimbers/sum", lambda n: "?operands=" + ",".join("1" * n),
          "operands", "At most 1,000 operands are allowed."),
    Limit(limits.MAX_EXCLUDING_OPERAND, "/nimbers/product",
          lambda n: f"?operands=3,{n}&excluded=true",
          "operands", "Must be 64 or less."),
    Limit(sum_of_games.MAX_COMPONENTS, "/move",
          lambda n: {"game": "sum", "components": [{"piles": [1]}] * n},
          "#/components", "At most 100 components are allowed."),
    Limit(limits.MAX_TABLE_SIZE, "/nimbers/table", lambda n: f"?operation=sum&size={n}",
          "size", "Must be 256 or less."),
    Limit(limits.MAX_EXPONENT, "/nimbers/power", lambda n: f"?base=1&exponent={n}",
          "exponent", "Must be 9,007,199,254,740,991 or less."),
]  # fmt: skip

# A request at these limits takes a few tenths of a second.
DEAR = [
    Limit(limits.MAX_LISTED_NUMBERS, "/positions", listed_piles,
          "piles", "The positions and winning results have more than 500,000 piles in total."),
    Limit(limits.MAX_DRAWN_MOVES, "/graph", drawn_moves,
          "piles", "More than 60,000 moves are reachable from here."),
]  # fmt: skip


@named(LIMITS)
def test_a_limit_that_no_setting_changes(service: Service, limit: Limit) -> None:
    check(service, limit)


@pytest.mark.long
@named(DEAR)
def test_a_limit_that_takes_long_to_reach(service: Service, limit: Limit) -> None:
    check(service, limit)


# --- What limits were chosen for ------------------------------------------------------------------

to_move_wins = itemgetter("to_move_wins")


def wythoff(size: int) -> Any:
    """The graph of Wythoff's Nim on a board: a queen moves towards the corner."""
    return {
        "options": {
            f"{a},{b}": [
                *(f"{c},{b}" for c in range(a)),
                *(f"{a},{c}" for c in range(b)),
                *(f"{a - c},{b - c}" for c in range(1, min(a, b) + 1)),
            ]
            for a in range(size)
            for b in range(size)
        }
    }


def is_cold(a: int, b: int) -> bool:
    """Whether a pair of numbers is one of Wythoff's."""
    small, large = sorted((a, b))
    return small == int((large - small) * (1 + 5**0.5) / 2)


BODIES: Mapping[str, Any] = {"/grundy": wythoff(51)}
"""Bodies of examples that are too long to be written out."""

ANSWERS: Mapping[str, tuple[Callable[[Any], object], object]] = {
    "a number of `subtraction_set`, and objects in a pile": (to_move_wins, 10**9 % 3 != 0),
    "sizes in `starts`": (
        lambda found: [each["size"] for each in found["starts"] if each["plies"] == 3],
        [31, 34],  # the published answer of task 20 in 2021
    ),
    "a nimber": (itemgetter("text"), "11290409524105353207"),
    "options of a graph": (
        lambda found: [name for name, value in found["grundy_values"].items() if not value],
        [f"{a},{b}" for a in range(51) for b in range(51) if is_cold(a, b)],
    ),
    "numbers in `add`": (itemgetter("winning_moves"), [{"pile": 0, "leaves": 1}]),
    "numbers in `multiply`": (to_move_wins, True),
    "`target`": (to_move_wins, True),
    "digits of a `code`": (itemgetter("nim_sum"), 2),
    "objects in a pile of `primes`": (itemgetter("nim_sum"), 11),
    "objects in a pile of `squares`, `cubes` or `factorials`": (to_move_wins, True),
}
"""What is known of each answer, by what its limit is about."""


def test_every_example_of_a_limit_has_a_known_answer() -> None:
    assert sorted(each.of for each in EXAMPLES) == sorted(ANSWERS)


@pytest.mark.parametrize("example", EXAMPLES, ids=[each.of for each in EXAMPLES])
def test_what_a_limit_was_chosen_for_is_answered(service: Service, example: Example) -> None:
    path, _, text = example.request.partition(" ")
    body = text.encode() or BODIES.get(path)
    reply = service.post(path, body) if body else service.get(path)
    part_of, known = ANSWERS[example.of]
    assert part_of(reply.json) == known


# --- Settings -------------------------------------------------------------------------------------

PILES, POSITIONS = 3, 2


def ones(count: int) -> list[int]:
    return [1] * count


CONFIGURED = [
    Limit(PILES, "/move", lambda n: {"piles": ones(n)},
          "#/piles", "At most 3 piles are allowed."),
    Limit(PILES, "/move", lambda n: "?piles=" + ",".join("1" * n),
          "piles", "At most 3 piles are allowed."),
    Limit(PILES, "/explanation", lambda n: {"piles": ones(n)},
          "#/piles", "At most 3 piles are allowed."),
    Limit(PILES, "/review", lambda n: {"piles": ones(n), "moves": []},
          "#/piles", "At most 3 piles are allowed."),
    Limit(PILES, "/moves", lambda n: {"positions": [{"piles": []}, {"piles": ones(n)}]},
          "#/positions/1/piles", "At most 3 piles are allowed."),
    Limit(POSITIONS, "/moves", lambda n: {"positions": [{"piles": [1]}] * n},
          "#/positions", "At most 2 positions are allowed."),
]  # fmt: skip


@pytest.fixture(scope="module")
def small() -> Service:
    return InProcess(create_app(ACCESS_LOG=False, MAX_PILES=PILES, MAX_POSITIONS=POSITIONS))


@named(CONFIGURED)
def test_a_limit_that_a_setting_changes(small: Service, limit: Limit) -> None:
    check(small, limit)


# --- Time -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_moves_that_all_lead_to_a_few_positions_are_not_looked_at_for_ever(
    service: Service,
) -> None:
    """From 23 piles of one object, a winning move takes any 11: there are 1,352,078 of them."""
    body = {"game": "moore", "max_piles": 11, "piles": [1] * 23}
    found = service.post("/positions", body).json
    assert (found["count"], found["p_positions"]) == (24, [[], [1] * 12])
