"""What takes milliseconds is made at the start or in the thread, never on the event loop."""

import subprocess
import sys
from itertools import chain

import pytest

from service.api.errors import InvalidRequest
from service.api.operation import LATER, AnyOperation, TypedOperation
from service.operations import all_blueprints
from service.settings import Config
from tests.support.paths import ROOT
from tests.support.wsgi import get, post

START = """
import sys
from service.app import create_app
client = create_app(ACCESS_LOG=False).test_client()
assert client.post("/move", json={"piles": [3, 4, 5]}).status_code == 200
assert client.post("/move?piles=3", json={}).status_code == 422
assert client.post("/move", data="[", content_type="text/plain").status_code == 415
assert client.get("/move/").status_code == 404
assert "marshmallow" not in sys.modules
assert client.get("/move?piles=x").status_code == 422
assert "marshmallow" in sys.modules
"""

GAMES = """
import msgspec
from service.app import create_app
client = create_app(ACCESS_LOG=False).test_client()
msgspec.json.schema = None
assert client.get("/games").status_code == 200
"""


@pytest.mark.serving
@pytest.mark.parametrize("program", [START, GAMES], ids=["marshmallow", "games"])
def test_only_a_wrong_request_takes_what_explains_it(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


TYPED = [
    each
    for each in chain.from_iterable(all_blueprints(Config()).values())
    if isinstance(each, TypedOperation)
]


@pytest.mark.parametrize("operation", TYPED, ids=lambda each: each.path)
def test_the_first_wrong_request_is_left_to_the_thread(
    operation: AnyOperation,
) -> None:
    """The event loop finds the errors of the next one."""
    by_body, by_query = post(operation.path, b'{"x": 1}'), get(operation.path, "x=1")
    for request in [*[by_body] * bool(operation.body), *[by_query] * bool(operation.query)]:
        assert operation.begin(request.environ(), request.body) is LATER
        for handle in (operation.run, operation.begin):
            with pytest.raises(InvalidRequest, match=r"^x: unknown key"):
                handle(request.environ(), request.body)
