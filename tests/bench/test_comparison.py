"""The bench compares like with like, and its table says what was measured. Nothing is timed."""

import json
from typing import Any

import pytest
from flask import Flask

from bench.inprocess import caller
from bench.payloads import BATCH, INVALID, POSITIONS, SMALL
from bench.peers import constant, floor, tutorial
from bench.table import at_least, at_most, markdown
from service.app import create_app


def solve(app: Flask, body: bytes) -> Any:
    return json.loads(caller(app, "/move", body)())


@pytest.mark.parametrize("body", POSITIONS, ids=lambda body: str(body)[:40])
def test_the_tutorial_stack_gives_the_same_answers(body: bytes) -> None:
    assert solve(tutorial.app, body) == solve(create_app(), body)


def test_the_tutorial_stack_gives_the_same_batch() -> None:
    ours, theirs = (caller(app, "/moves", BATCH)() for app in (create_app(), tutorial.app))
    assert json.loads(ours) == json.loads(theirs)


@pytest.mark.parametrize("body", INVALID, ids=lambda body: str(body)[:40])
@pytest.mark.parametrize("app", [tutorial.app, create_app()], ids=["tutorial", "service"])
def test_both_sides_refuse_an_invalid_request(app: Flask, body: bytes) -> None:
    reply = app.test_client().post("/move", data=body, content_type="application/json")
    assert reply.status_code in {400, 422}


def test_the_floor_gives_the_same_answers() -> None:
    """It knows normal play only."""
    app = create_app()
    normal = [body for body in POSITIONS if b"misere" not in body]
    assert [floor.move(body) for body in normal] == [
        caller(app, "/move", body)() for body in normal
    ]


def test_the_constant_answers_are_right() -> None:
    flask = floor.constant_view()
    expected = solve(create_app(), SMALL)
    assert (solve(flask, SMALL), json.loads(constant.BODY)) == (expected, expected)


def test_the_table_shows_medians_and_misses() -> None:
    figures = [
        at_least("speed", 1.1, [9, 1.2, 1]),
        at_least("slowness", 2, [1.99]),
        at_most("cost", 1.25, [1.25]),
        at_most("size", 1, [1.006]),
        at_least("products", 100_000, [123_456.7]),
    ]
    assert [figure.ok for figure in figures] == [True, False, True, False, True]
    assert markdown(figures).splitlines() == [
        "| figure | to reach | reached | |",
        "|---|---|---|---|",
        "| speed | ≥ 1.1 | 1.20 | ok |",
        "| slowness | ≥ 2 | 1.99 | **missed** |",
        "| cost | ≤ 1.25 | 1.25 | ok |",
        "| size | ≤ 1 | 1.01 | **missed** |",
        "| products | ≥ 100,000 | 123,457 | ok |",
    ]
