"""No response is larger than the memory that the server reserves before computing it."""

import json

import pytest

from bench.largest import LARGEST, SET, Largest
from service.limits import LARGEST_PILE, LARGEST_RESPONSE, MAX_BATCH_MOVES
from tests.support.agents import PATHS, send
from tests.support.service import Service


def position(piles: list[int], **rule: int | str | list[int]) -> bytes:
    return json.dumps({"piles": piles, **rule}, separators=(",", ":")).encode()


def batch(each: bytes, count: int) -> bytes:
    return b'{"positions":[' + b",".join([each] * count) + b"]}"


LONG_NAMES = ",".join(["9"] * 28)
"""Piles from which nothing can be taken under this set, so that names have maximum length."""

LONGEST = [
    Largest("numbers", "100,000 winning moves with as many digits as the body has room for",
        "/moves", batch(position([50_000_001 + n for n in range(9)] + [0]), 10_000)),
    Largest("values", "the same with Grundy values",
        "/moves", batch(position([60_000 + n for n in range(9)] + [0], max_remove=99_999), 10_000)),
    Largest("explained", "50,000 winning moves, each explained",
        "/explanation", position(
            [LARGEST_PILE - 2 * n for n in range(999)], subtraction_set=[*range(1, 100, 2)])),
    Largest("explained-set", "as many moves in other rows", "/explanation", position(
        [10_000 + 7_919 * n for n in range(781)], subtraction_set=SET)),
    Largest("hundreds", "140,000 winning moves, a hundred of each position",
        "/moves", batch(position([0] * 10 + [LARGEST_PILE, 2**52, 2**52], game="greedy"),
                        MAX_BATCH_MOVES // 100)),
    Largest("reviewed", "a hundred winning moves in each of 800 plies", "/review", json.dumps(
        {"game": "greedy", "piles": [LARGEST_PILE, *[2**52] * 24],
         "moves": [{"pile": 0, "remove": 1}] * 800}).encode()),
    Largest("names", "10,000 positions and 60,000 moves with the longest names",
        f"/graph?subtraction_set=10,11,12,13,14,15&piles=9999,{LONG_NAMES}"),
]  # fmt: skip
"""Requests with larger responses than the slowest requests."""


@pytest.mark.long
@pytest.mark.parametrize("largest", [*LARGEST, *LONGEST], ids=lambda each: each.name)
def test_no_response_is_larger_than_the_largest(service: Service, largest: Largest) -> None:
    method = "GET" if largest.body is None else "POST"
    reply = service.request(method, largest.path, largest.body)
    assert reply.status == largest.status
    assert len(reply.body) <= LARGEST_RESPONSE


@pytest.mark.long
@pytest.mark.parametrize("largest", LONGEST, ids=lambda each: each.name)
def test_no_result_of_a_tool_is_larger(service: Service, largest: Largest) -> None:
    """It holds the response of the operation."""
    names = {path: name for name, path in PATHS.items()}
    if largest.body and largest.path in names:
        params = {"name": names[largest.path], "arguments": json.loads(largest.body)}
        assert len(send(service, "tools/call", params).body) <= LARGEST_RESPONSE


@pytest.mark.long
@pytest.mark.parametrize("name", ["drawn", "names"])
def test_no_graph_is_larger_for_graphviz(service: Service, name: str) -> None:
    (largest,) = (each for each in [*LARGEST, *LONGEST] if each.name == name)
    reply = service.get(largest.path, Accept="text/vnd.graphviz")
    assert (reply.status, reply.headers["content-type"]) == (200, "text/vnd.graphviz")
    assert len(reply.body) <= LARGEST_RESPONSE
