"""The programs that generate, check and run clients; `make test` installs them if npm is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.needs import needs
from tests.support.paths import ROOT

CONTRACT = ROOT / "openapi.yaml"
HERE = ROOT / "tests" / "clients"
PROGRAMS = HERE / "programs"

# Both environments are next to the one that runs the tests.
CLIENTS = Path(sys.prefix).parent / "clients" / "bin"
NODE_MODULES = Path(sys.prefix).parent.parent / "node" / "node_modules"

PYTHON = CLIENTS / "python"

needs_python_tools = needs(str(CLIENTS / "openapi-python-client"))
needs_node_tools = needs("node", str(NODE_MODULES / ".bin" / "tsc"))


CLIENTS_PAGE = (ROOT / "docs" / "clients.md").read_text()
PAGE_URL = "http://localhost:8000"


def page_block(language: str, beginning: str) -> str:
    """The only block of docs/clients.md in a language that begins with a text."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", CLIENTS_PAGE, re.MULTILINE | re.DOTALL)
    [text] = [text for kind, text in blocks if kind == language and text.startswith(beginning)]
    return str(text)


def python_tool(name: str) -> str:
    """A program of the Python environment."""
    return str(CLIENTS / name)


def node_tool(name: str) -> tuple[str, ...]:
    """The beginning of a command that runs a program of the npm packages."""
    # Optimized code would take longer to compile than it saves in such a short run.
    return "node", "--no-opt", str(NODE_MODULES / ".bin" / name)


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """The output of a program, which must succeed."""
    path = os.pathsep.join([str(CLIENTS), os.environ["PATH"]])
    result = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{' '.join(map(str, command))}\n{result.stdout}"
    return result.stdout


def mypy(*paths: Path, cwd: Path) -> str:
    """mypy's strict report on files, with the libraries of the clients' environment."""
    return run(
        sys.executable,
        *("-m", "mypy", "--strict", "--no-incremental", "--config-file=", "--python-executable"),
        PYTHON,
        *paths,
        cwd=cwd,
    )
