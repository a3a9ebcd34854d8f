"""Requests that once took seconds, or a worker: each kind with several numbers.

A request must be answered within 1.2 seconds of CPU, or rejected within 0.4.
"""

from collections.abc import Iterator, Mapping
from statistics import fmean
from time import process_time
from typing import Any

from flask import Flask

from bench.payloads import body_of
from bench.table import say

ANSWERED, REJECTED = 1.2, 0.4
"""Seconds of CPU that a request may take."""

LOOP = 0.013
"""Seconds of CPU that the loop of `slowness` takes on the machine for which the limits hold."""

QUOTED = 150
"""Bytes of the costliest request that are shown."""


def _piles(*piles: int, **keys: Any) -> dict[str, Any]:
    return {"piles": piles, **keys}


def _sum(*components: Mapping[str, Any], misere: bool = False) -> dict[str, Any]:
    return {"game": "sum", "components": components, "misere": misere}


def costly() -> Iterator[tuple[str, dict[str, Any]]]:
    """The paths and the bodies."""
    wythoff = _piles(1, 2, game="wythoff")
    for count in (80, 100):
        ones = _piles(*[1] * count, game="moore", max_piles=count)
        yield "/move", _sum(ones, _piles(99))
        yield "/explanation", _sum(ones, _piles(99), misere=True)
    yield "/move", _sum(_piles(*[2] * 60, game="moore", max_piles=50), _piles(31))
    for pile in (690, 930):
        yield "/move", _sum(_piles(pile), wythoff, misere=True)
    yield "/moves", {"positions": [_sum(_piles(600 + i), wythoff, misere=True) for i in range(99)]}
    yield "/move", _sum(*[_piles(game="greedy")] * 97, _piles(53), wythoff, misere=True)
    many = [_piles(i, i + 1, game="greedy") for i in range(98)]
    yield "/move", _sum(*many, wythoff, misere=True)
    for most, piles in ((2, (20, 20, 20)), (3, (18, 18, 18))):
        yield "/move", _sum(_piles(*piles, game="moore", max_piles=most))
    boards = [_piles(90, 90, game="wythoff"), _piles(1000, 618, game="euclid")]
    yield "/move", _sum(_piles(20, 20, 20, game="moore", max_piles=2), *boards)
    for misere in (False, True):
        yield "/positions", _piles(0, 139, game="staircase", all=True, misere=misere)
    yield "/positions", _piles(1, 9000, game="euclid")
    yield "/positions", _piles(2645, 5776, game="octal", code="0.[3]")
    divisors = {"game": "numbers", "numbers": "proper-divisors"}
    yield "/analysis", _piles(4_278_023_488_368_823, **divisors)
    yield "/legal", _piles(10_000, game="numbers", numbers="coprime", depth=2)
    yield "/legal", _piles(2**53 - 1, game="numbers", numbers="to-divisors", depth=2)
    yield "/legal", _piles(*[2**53 - 1] * 100, game="moore", max_piles=100, depth=2)
    yield "/graph", _piles(30, game="kayles")
    yield "/graph", _piles(9999, 9990, game="numbers", numbers="odd")
    yield "/analysis", _piles(2000, game="fibonacci")
    octal = [_piles(30 + i, 25, 20, game="dawsons-kayles", misere=True) for i in range(48)]
    yield "/moves", {"positions": octal}
    yield "/move", _piles(*[12] * 12, game="chomp")
    yield "/move", _piles(0, 0, 0, game="growing", add=[1], target=10_000)
    yield "/move", _piles(2**53 - 1, game="octal", code="0.10[0]")
    for code in (".[2]", ".7"):
        yield "/positions", _piles(1_000_000, game="octal", code=code)
    for code in (".[6]", "4.0[7]"):
        yield "/analysis", _piles(999, game="octal", code=code, moves=True)
    for part in (_piles(2), _piles(2, game="greedy")):
        yield "/analysis", {**_sum(*[part] * 100, misere="game" in part), "moves": True}
    yield "/analysis", {**_sum(*[_piles(game="greedy")] * 99, _piles(340)), "moves": True}
    yield "/move", _sum(_piles(*[2] * 100, game="moore", max_piles=100), _piles(1))
    board = _piles(*range(1, 20), *range(1, 20), *range(1, 36), game="moore", max_piles=7)
    yield "/moves", {"positions": [board] * 66}
    yield "/move", _piles(2_000, game="octal", code="4.4444")
    large = _piles(6, 5_723, game="wythoff")
    yield (
        "/move",
        _sum(_piles(1, 724, game="wythoff"), _piles(840, game="moore", max_piles=1), large),
    )
    starts = {"pile": 0, "from": 0, "to": 999}
    kayles = _piles(32, 7_476, 37, 61, game="kayles", misere=True, moves=True, starts=starts)
    yield "/analysis", kayles
    for most, rows in ((27, [4] * 13), (84, [7] * 8)):
        board = _piles(*rows, game="moore", max_piles=most)
        yield "/analysis", _sum(board, _piles(175, game="fibonacci"))
    yield from _searched_or_walked()


def _searched_or_walked() -> Iterator[tuple[str, dict[str, Any]]]:
    boards = [_piles(90, 90, game="wythoff"), _piles(1000, 618, game="euclid")]
    yield "/move", _sum(_piles(22, 22, 22, game="moore", max_piles=2), *boards)
    grown = [_piles(0, 5, game="growing", add=[2, 5], target=200 + i) for i in range(3)]
    for path in ("/move", "/analysis"):
        yield path, _sum(*grown)
        yield path, _sum(*grown, misere=True)
    yield "/positions", _piles(20, 20, 17, 2, 2, game="chomp")
    moore = _piles(9, 8, 9, 9, game="moore", max_piles=2)
    yield "/positions", {**moore, "all": True, "ordered": True}
    yield "/move", _piles(994, 366, 54, game="octal", code="0.2[3]", misere=True)
    codes = [_piles(770, game="octal", code=code) for code in ("0.153", "0.2345", "0.671", "4.37")]
    yield "/move", _sum(*codes, misere=True)
    split = _piles(556, game="octal", code="4!.2[2]")
    yield "/explanation", _sum(_piles(66, 10, game="moore", max_piles=60), split, misere=True)


def worst_share(app: Flask) -> float:
    """The CPU of the request that takes the largest share of what it may take; says which it is.

    The seconds are those of a machine of known speed. Another one, or the same at a busier time,
    may be half as fast.
    """
    client, shares = app.test_client(), list[tuple[float, str]]()
    for path, body in costly():
        data = body_of(body)
        before = slowness()
        started = process_time()
        response = client.post(path, data=data, content_type="application/json")
        seconds = process_time() - started
        most = ANSWERED if response.status_code == 200 else REJECTED
        share = seconds / most / fmean([before, slowness()])
        said = f"{response.status_code} in {seconds:.2f} s: {path} {data[:QUOTED].decode()}"
        shares.append((share, said))
    share, said = max(shares)
    say(f"costliest, {share:.2f} of its limit: {said}")
    return share


def slowness() -> float:
    """How many times as long as on the machine for which the limits hold a loop takes now."""
    started = process_time()
    sum(i * i for i in range(300_000))
    return (process_time() - started) / LOOP
