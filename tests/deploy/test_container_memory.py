"""Two workers and their master stay within the memory of the manifests, whatever is asked."""

import json
import sys

import pytest

from tests.support.containers import RESTRICTIONS, inspect, log_of, needs_image, running
from tests.support.http_client import is_ready
from tests.support.needs import needs
from tests.support.programs import run
from tests.support.waiting import wait_until

pytestmark = [needs("podman"), needs_image]

CLIENTS, REQUESTS = 4, 14


@pytest.mark.long
def test_a_container_survives_four_of_the_dearest_requests_at_once(image: str) -> None:
    with running(image, *RESTRICTIONS, "--env=WEB_CONCURRENCY=2") as (name, port):
        wait_until(lambda: is_ready(port))
        hostile = [sys.executable, "-m", "tests.support.dear", f"{port}", f"{CLIENTS}"]
        statuses = json.loads(run([*hostile, f"{REQUESTS}"]).stdout)
        assert len(statuses) == CLIENTS * REQUESTS
        assert {*statuses} == {200, 422}
        state, said = inspect(name)["State"], log_of(name)
        assert (state["Running"], state["OOMKilled"]) == (True, False)
        assert said.count("is listening") == 2  # each worker started once
        assert "Worker exiting" not in said
