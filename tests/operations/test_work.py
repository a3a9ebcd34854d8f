"""The event loop runs only small requests; the thread runs the rest.

`python -m bench.inline` prints how long requests take on the event loop.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from service.game.games import GAMES
from service.limits import LARGEST_EXPLAINED, LARGEST_INLINE, LARGEST_PILE
from service.settings import Config
from tests.support import operations
from tests.support.limits import played_out
from tests.support.operations import all_operations
from tests.support.positions import EACH, query_of, rules_of
from tests.support.rows import rows
from tests.support.tries import sweep
from tests.support.wsgi import Request, get, post

OPERATIONS = all_operations(Config())

Body = dict[str, Any]


def runs_in_thread(request: Request) -> bool:
    return operations.runs_in_thread(OPERATIONS, request)


RULES: list[Body] = [
    {},
    {"max_remove": 2**40},
    {"subtraction_set": [1, 3, 4]},
    *[rules_of(each) for each in EACH if "game" in each],
]

each_rule = rows("rules", RULES)


def positions(rules: Body) -> list[Body]:
    """Increasingly large positions of a game."""
    if "components" in rules:
        some = [{**rules, "components": rules["components"] * n} for n in range(1, 30)]
        return [*some, *({"game": "sum", "components": [{"piles": [n] * 9}]} for n in range(50))]
    most = GAMES[rules.get("game", "nim")].limits.most
    if most is not None and most <= 2:
        return [{**rules, "piles": [2**n, 2**n + 1][:most]} for n in range(53)]
    more_piles = [{**rules, "piles": [3] * n} for n in range(1, 101, 9)]
    larger = [{**rules, "piles": [min(2**n, 1_000)] * 9} for n in range(11)]
    return [*more_piles, *larger]


def asked(path: str, position: Body, n: int) -> Body:
    """The n-th request about an increasingly large position."""
    match path:
        case "/moves":
            return {"positions": [position] * n}
        case "/review":
            return {**position, "moves": [{"pile": 0}] * n}
    return position


@each_rule
@rows("path", ["/move", "/explanation", "/moves", "/review"])
def test_the_event_loop_runs_small_requests_and_nothing_else(path: str, rules: Body) -> None:
    seen = set()
    for position in sweep(positions(rules)):
        for n in (1, 5, 40, 90):
            body = asked(path, position, n)
            sent = post(path, body)
            if len(sent.body) <= LARGEST_INLINE:
                beside = runs_in_thread(sent)
                seen.add(beside)
    assert False in seen or rules.get("numbers")


HARD: list[tuple[str, Body]] = [
    ("/move", {"game": "octal", "code": "4.[7]", "piles": [20], "misere": True}),
    ("/move", {"game": "moore", "max_piles": 9, "piles": [2**52 + 7 * n for n in range(40)]}),
    ("/move", {"game": "moore", "max_piles": 7, "piles": [*range(1, 20)] * 3}),
    ("/explanation", {"piles": [LARGEST_PILE - n for n in range(400)]}),
    ("/explanation", {"game": "moore", "max_piles": 7, "piles": [*range(1, 20)] * 3}),
    ("/moves", {"positions": [{"piles": [1]}] * 600}),
    ("/moves", {"positions": [{"game": "moore", "max_piles": 7, "piles": [*range(1, 20)] * 3}]}),
    ("/review", {"piles": [400, 3, 5, 7], "moves": [{"pile": 0, "remove": 1}] * 300}),
    ("/positions", {"piles": [3]}),
    ("/graph", {"piles": [3]}),
    ("/values", {"game": "kayles", "size": 1}),
    ("/grundy", played_out(20_000)),
    ("/grundy", {"options": {f"{n}": [] for n in range(900)}}),
]


def with_null(body: Body) -> bytes:
    """With a null key, if the body may have one."""
    place = body["positions"][0] if "positions" in body else body
    if "options" in body:
        return json.dumps({**body, "sum": None}).encode()
    return (
        json.dumps(body)
        .encode()
        .replace(json.dumps(place).encode(), json.dumps({**place, "quota": None}).encode(), 1)
    )


def escaped(body: Body) -> bytes:
    """With an escaped name."""
    text = json.dumps(body)
    return text.replace(text[1:3], f'"\\u{ord(text[2]):04x}', 1).encode()


@rows(("path", "body"), HARD)
@rows("written", [lambda body: json.dumps(body).encode(), with_null, escaped])
def test_what_takes_long_runs_in_the_thread_however_it_is_written(
    path: str, body: Body, written: Callable[[Body], bytes]
) -> None:
    assert runs_in_thread(post(path, written(body))) is True


@pytest.mark.parametrize(
    ("path", "body"), [each for each in HARD if each[0] in {"/move", "/explanation"}], ids=str
)
def test_a_link_is_computed_where_the_body_is(path: str, body: Body) -> None:
    assert runs_in_thread(get(path, query_of(body))) is True


@each_rule
@rows("path", ["/move", "/explanation", "/moves", "/review"])
def test_a_position_beyond_all_limits_is_decided_on_at_once(path: str, rules: Body) -> None:
    """Counting the moves of such a pile one by one would take longer than a worker's timeout."""
    body = asked(path, {**rules, "piles": [LARGEST_PILE] * 3}, 1)
    runs_in_thread(post(path, body))


@pytest.mark.parametrize("path", ["/move", "/explanation", "/positions", "/graph"])
def test_a_query_counts_with_the_time_to_read_it(path: str) -> None:
    assert runs_in_thread(get(path, "piles=" + ",".join(["1"] * 4_000))) is True


@rows(("size", "beside"), [(LARGEST_EXPLAINED, False), (LARGEST_EXPLAINED + 1, True)])
@rows("text", [b"[", b'{"piles": "', b'{"piles": [1], "piles": [2]}'])
def test_small_invalid_requests_are_rejected_on_the_event_loop(
    text: bytes, size: int, beside: bool
) -> None:
    assert runs_in_thread(post("/move", text.ljust(size))) is beside


def test_larger_requests_run_in_the_thread() -> None:
    assert runs_in_thread(post("/move", b'{"piles": []}'.ljust(16_384))) is False
    assert runs_in_thread(post("/move", b'{"piles": []}'.ljust(16_385))) is True


@pytest.mark.serving
def test_the_tables_of_nimbers_are_made_in_the_thread() -> None:
    """They take milliseconds, once, in the first request that needs them."""
    script = """
from service.app import create_app
from service.api.operation import LATER
from tests.support.operations import all_operations
from service.settings import Config
from tests.support.wsgi import get

create_app()
operations = all_operations(Config())
for path in ("sum", "product", "product"):
    request = get(f"/nimbers/{path}", "operands=40000,50000")
    operation = operations.find("GET", request.path)
    environ = request.environ()
    print(operation.begin(environ, b"") is LATER)
    operation.run(environ, b"")
"""
    printed = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert printed.split() == ["False", "True", "False"]
