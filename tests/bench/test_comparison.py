"""The bench compares like with like, and says so where it would not. Nothing is timed."""

import json
from typing import Any

import msgspec
import pytest
from flask import Flask

from bench import agreement
from bench.inprocess import caller, costs
from bench.payloads import BATCH, INVALID, POSITIONS, SMALL
from bench.peers import floor, structs, tutorial
from bench.servers import Response
from bench.stacks import Programs, go
from service.app import create_app
from tests.support.needs import needs
from tests.support.rows import rows

SERVICE = create_app()


def solve(app: Flask, body: bytes) -> Any:
    return json.loads(caller(app, "/move", body)())


@rows("body", POSITIONS)
def test_the_tutorial_stack_has_the_same_responses(body: bytes) -> None:
    assert solve(tutorial.app, body) == solve(SERVICE, body)


def test_the_tutorial_stack_has_the_same_batch() -> None:
    ours, theirs = (caller(app, "/moves", BATCH)() for app in (SERVICE, tutorial.app))
    assert json.loads(ours) == json.loads(theirs)


@rows("body", INVALID)
@rows("app", [tutorial.app, SERVICE])
def test_both_sides_reject_an_invalid_request(app: Flask, body: bytes) -> None:
    reply = app.test_client().post("/move", data=body, content_type="application/json")
    assert reply.status_code in {400, 422}


@rows("body", POSITIONS)
def test_the_peers_with_msgspec_have_the_same_response_to_the_byte(body: bytes) -> None:
    assert structs.encode(structs.solve_one(body)) == caller(SERVICE, "/move", body)()


def test_the_peers_with_msgspec_have_the_same_batch_to_the_byte() -> None:
    assert structs.encode(structs.solve_batch(BATCH)) == caller(SERVICE, "/moves", BATCH)()


@rows("body", INVALID)
def test_the_peers_with_msgspec_reject_with_the_same_status(body: bytes) -> None:
    ours = SERVICE.test_client().post("/move", data=body, content_type="application/json")
    with pytest.raises(structs.Rejected) as rejected:
        structs.solve_one(body)
    assert structs.problem(rejected.value)["status"] == ours.status_code


def test_the_peers_with_msgspec_point_to_the_error() -> None:
    with pytest.raises(msgspec.ValidationError) as rejected:
        structs.solve_batch(b'{"positions":[{"piles":[1]},{"piles":[1,-1]}]}')
    assert structs.problem(rejected.value)["errors"] == [
        {"pointer": "#/positions/1/piles/1", "detail": "Expected `int` >= 0"}
    ]


def test_the_floor_has_the_same_responses() -> None:
    """The peer knows normal play only."""
    normal = [body for body in POSITIONS if b"misere" not in body]
    assert [floor.move(body) for body in normal] == [
        caller(SERVICE, "/move", body)() for body in normal
    ]


def test_the_constant_response_is_right() -> None:
    assert solve(floor.constant_view(), SMALL) == solve(SERVICE, SMALL)


@pytest.mark.long
def test_both_sides_of_each_cost_in_the_process_return_json() -> None:
    for one, other in costs().values():
        assert json.loads(one())
        assert json.loads(other())


class Ours:
    """The service in this process, as the bench asks a server."""

    name = "service"

    def __init__(self) -> None:
        self._client = SERVICE.test_client()

    def request(self, path: str, body: bytes | None = None) -> Response:
        reply = self._client.post(path, data=body, content_type="application/json")
        return Response(reply.status_code, reply.content_type, reply.data)


@needs("go")
def test_the_peer_in_go_has_the_same_responses() -> None:
    with go(Programs("", "")) as peer:
        agreement.check(Ours(), peer)  # type: ignore[arg-type]
