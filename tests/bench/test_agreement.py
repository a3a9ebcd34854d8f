"""The benchmark's peers give the responses of the service. Nothing is timed."""

import sys
from pathlib import Path

import pytest
from flask import Flask

from bench import agreement
from bench.inprocess import costs
from bench.payloads import BATCH, INVALID, POSITIONS
from bench.peers import structs, tutorial
from bench.servers import Response
from bench.stacks import Programs, go, limit
from service.app import create_app
from tests.support.needs import needs


class InProcess:
    """An application in this process, as the benchmark asks a server."""

    def __init__(self, app: Flask) -> None:
        self.name = app.name
        self._client = app.test_client()

    def request(self, path: str, body: bytes | None = None) -> Response:
        reply = self._client.post(path, data=body, content_type="application/json")
        return Response(reply.status_code, reply.content_type, reply.data)


SERVICE = InProcess(create_app())


def test_the_tutorial_stack_agrees() -> None:
    agreement.check(SERVICE, InProcess(tutorial.app))  # type: ignore[arg-type]


def test_the_peers_with_msgspec_agree_to_the_byte() -> None:
    for body in POSITIONS:
        assert structs.encode(structs.solve_one(body)) == SERVICE.request("/move", body).body
    assert structs.encode(structs.solve_batch(BATCH)) == SERVICE.request("/moves", BATCH).body
    for body in INVALID:
        with pytest.raises(structs.Rejected) as rejected:
            structs.solve_one(body)
        assert structs.problem(rejected.value)["status"] == SERVICE.request("/move", body).status


@pytest.mark.serving
def test_the_limit_agrees_to_the_byte() -> None:
    with limit(Programs(str(Path(sys.executable).parent), "")) as peer:
        agreement.check(SERVICE, peer, to_the_byte=True)  # type: ignore[arg-type]


@needs("go")
def test_the_peer_in_go_agrees() -> None:
    with go(Programs("", "")) as peer:
        agreement.check(SERVICE, peer)  # type: ignore[arg-type]


@pytest.mark.long
def test_both_sides_of_each_cost_in_the_process_agree() -> None:
    assert costs()  # or it raises an error
