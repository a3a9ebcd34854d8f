"""What the image is made of, and whether a known flaw in it would be noticed."""

import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from service.version import __version__
from tests.support.containers import needs_image, once
from tests.support.http_client import free_port
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import Command, make, run

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


@pytest.fixture(scope="session")
def tools(shared_directory: Path) -> None:
    """Set up the tools that `make sbom` and `make audit` use."""

    def write() -> str:
        made = make("build/python-packages.json")
        assert made.returncode == 0, made.stderr
        return ""

    once(shared_directory, "tools", write)


@pytest.fixture(scope="session")
def sbom(request: pytest.FixtureRequest, shared_directory: Path, image: str) -> dict[str, Any]:
    """The bill of materials."""
    request.getfixturevalue("tools")

    def write() -> str:
        made = make("sbom", IMAGE=image)
        assert made.returncode == 0, made.stderr
        return (ROOT / "build" / "sbom.json").read_text()

    bill: dict[str, Any] = json.loads(once(shared_directory, "sbom", write))
    return bill


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


@needs("podman")
@needs_image
def test_the_bill_of_materials_lists_the_image(
    sbom: dict[str, Any], contents: dict[str, Any]
) -> None:
    assert sbom["bomFormat"] == "CycloneDX"
    listed = {component["purl"] for component in sbom["components"]}
    held = contents["packages"].items()
    python = {f"pkg:pypi/{name}@{version}" for name, version in held}
    debian = {unquote(purl.partition("?")[0]) for purl in listed - python}
    assert python <= listed
    # Debian's own files list the same packages, independently of that program.
    assert {purl.removeprefix("pkg:deb/debian/").partition("@")[0] for purl in debian} == {
        Path(file).name.removesuffix(".list").partition(":")[0]
        for file in contents["files"]
        if file.startswith("/var/lib/dpkg/info/") and file.endswith(".list")
    }
    assert all(re.fullmatch(r".*\?arch=\w+&distro=debian-13", p) for p in listed - python)
    described = sbom["metadata"]["component"]
    assert (described["name"], described["version"]) == ("nim-move-service", __version__)


def test_the_bill_says_what_is_missing_where_there_is_no_image(tmp_path: Path) -> None:
    program = tmp_path / "podman"
    program.write_text("#!/bin/sh\necho no such image >&2; exit 125\n")
    program.chmod(0o755)
    bill = tmp_path / "python.json"
    bill.write_text('{"components": []}')
    command: Command = [sys.executable, "deploy/sbom.py", "gone", bill, tmp_path / "sbom.json"]
    result = run(command, environment={"PATH": str(tmp_path)})
    assert (result.returncode, result.stderr) == (
        1,
        "sbom: gone can't be read; make it first (make image): no such image\n",
    )
    program.unlink()
    result = run(command, environment={"PATH": str(tmp_path)})
    assert result.stderr == "sbom: needs podman or docker, to look into the image\n"


@pytest.mark.usefixtures("tools")
def test_the_audit_passes_where_no_flaw_is_known() -> None:
    with flaws() as database:
        audit = make("audit", OSV_URL=database)
    assert (audit.returncode, audit.stdout) == (0, "No known vulnerabilities found\n"), audit.stderr


@pytest.mark.usefixtures("tools")
def test_the_audit_fails_for_a_known_flaw_and_names_it() -> None:
    with flaws(FLAW) as database:
        audit = make("audit", OSV_URL=database)
    assert audit.returncode == 2
    assert "PYSEC-2999-1" in audit.stdout
    assert audit.stdout.endswith("Found 1 known vulnerability in 1 package\n")


@pytest.mark.usefixtures("tools")
def test_the_audit_fails_without_its_database() -> None:
    """It says that it did not audit."""
    audit = make("audit", OSV_URL=f"http://127.0.0.1:{free_port()}/v1/query")
    assert audit.returncode == 2
    assert audit.stderr.startswith("make: NOT AUDITED")
    assert "Connection refused" in audit.stderr
