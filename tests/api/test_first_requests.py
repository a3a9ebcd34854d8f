"""What takes milliseconds is made at the start, not by the first request that needs it."""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

FIRST = """
import marshmallow, msgspec
from service.app import create_app

client = create_app(ACCESS_LOG=False).test_client()

def fail(*_, **__):
    raise RuntimeError("made by a request")

marshmallow.Schema.from_dict = msgspec.json.schema = fail
invalid = [rule.rule for rule in client.application.url_map.iter_rules() if "POST" in rule.methods]
assert len(invalid) > 5
for path in {*invalid} - {"/mcp"}:
    assert client.post(path, json={"nobody": "knows"}).status_code == 422, path
    assert client.get(path, query_string={"nobody": "knows"}).status_code in {405, 422}, path
assert client.get("/games").status_code == 200
"""


@pytest.mark.serving
def test_no_request_makes_a_schema() -> None:
    subprocess.run([sys.executable, "-c", FIRST], cwd=ROOT, check=True)
