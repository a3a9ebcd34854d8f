"""`make audit` notices a known vulnerability in a locked package."""

import json
import sys
from subprocess import CompletedProcess
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.http_client import free_port
from tests.support.programs import make

pytestmark = pytest.mark.serving

FLAW = {
    "id": "PYSEC-2999-1",
    "details": "Flasks leak.",
    "modified": "2999-01-01T00:00:00Z",
    "affected": [
        {
            "package": {"name": "flask", "ecosystem": "PyPI"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "999"}]},
            ],
        }
    ],
}


def database(server: HTTPServer, *known: dict[str, Any]) -> str:
    """The address of a vulnerability database that speaks OSV's protocol."""

    def respond(request: Request) -> Response:
        name = json.loads(request.get_data())["package"]["name"]
        found = [flaw for flaw in known if flaw["affected"][0]["package"]["name"] == name]
        return Response(json.dumps({"vulns": found} if found else {}))

    server.expect_request("/v1/query").respond_with_handler(respond)
    return str(server.url_for("/v1/query"))


def audit(address: str) -> "CompletedProcess[str]":
    """The audit with this database. It must not recreate the environment that runs this test."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return make(f"--old-file=.venv/{version}/test/installed", "audit", OSV_URL=address)


def test_the_audit_passes_where_no_flaw_is_known(httpserver: HTTPServer) -> None:
    said = audit(database(httpserver))
    assert (said.returncode, said.stdout) == (0, "No known vulnerabilities found\n"), said.stderr


def test_the_audit_fails_for_a_known_flaw_and_names_it(httpserver: HTTPServer) -> None:
    said = audit(database(httpserver, FLAW))
    assert said.returncode == 2
    assert "PYSEC-2999-1" in said.stdout
    assert said.stdout.endswith("Found 1 known vulnerability in 1 package\n")


def test_the_audit_fails_without_its_database() -> None:
    """The audit reports that it could not run."""
    said = audit(f"http://127.0.0.1:{free_port()}/v1/query")
    assert said.returncode == 2
    assert said.stderr.startswith("make: NOT AUDITED")
    assert "Connection refused" in said.stderr
