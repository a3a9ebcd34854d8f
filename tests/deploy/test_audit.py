"""Whether a known flaw in a locked package would be noticed."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from tests.support.http_client import free_port
from tests.support.programs import make

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


@contextmanager
def flaws(*known: dict[str, Any]) -> Iterator[str]:
    """A database of flaws that speaks OSV's protocol; gives its address."""

    class Database(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            name = query["package"]["name"]
            found = [flaw for flaw in known if flaw["affected"][0]["package"]["name"] == name]
            response = json.dumps({"vulns": found} if found else {}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(response)))
            self.end_headers()
            self.wfile.write(response)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Database) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()
        thread.join()


def test_the_audit_passes_where_no_flaw_is_known() -> None:
    with flaws() as database:
        audit = make("audit", OSV_URL=database)
    assert (audit.returncode, audit.stdout) == (0, "No known vulnerabilities found\n"), audit.stderr


def test_the_audit_fails_for_a_known_flaw_and_names_it() -> None:
    with flaws(FLAW) as database:
        audit = make("audit", OSV_URL=database)
    assert audit.returncode == 2
    assert "PYSEC-2999-1" in audit.stdout
    assert audit.stdout.endswith("Found 1 known vulnerability in 1 package\n")


def test_the_audit_fails_without_its_database() -> None:
    """It says that it did not audit."""
    audit = make("audit", OSV_URL=f"http://127.0.0.1:{free_port()}/v1/query")
    assert audit.returncode == 2
    assert audit.stderr.startswith("make: NOT AUDITED")
    assert "Connection refused" in audit.stderr
