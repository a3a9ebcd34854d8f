"""The installed package serves without the checkout, next to strangers, with the newest Flask."""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from runpy import run_path

import pytest

from tests.clients.tools import NODE_MODULES, PROGRAMS, node_tool
from tests.support.any_server import serving
from tests.support.environments import copy_sources, pip
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.processes import children, is_alive, listening_socket
from tests.support.programs import run
from tests.support.waiting import wait_until
from tests.support.yaml_files import read_yaml

pytestmark = pytest.mark.serving


def test_the_libraries_that_are_imported_are_declared() -> None:
    """Another version of Flask might not install them."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    modules = {
        name.partition(".")[0]
        for file in (ROOT / "service").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_bytes()))
        for name in imported(node)
    }
    known = metadata.packages_distributions()
    distributions = {
        known[name][0].lower().replace("_", "-") for name in modules - {"service"} if name in known
    }
    assert distributions == {re.split("[<>=]", each)[0] for each in declared}


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports by their full names."""
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the package, from its sdist, and a stranger's package named `service`."""
    source, site = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    copy_sources(source)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist"]
    subprocess.run([*build, "--directory", "dist"], check=True, cwd=source)
    [sdist] = map(str, source.glob("dist/*.tar.gz"))
    pip("install", "--no-build-isolation", "--no-deps", "--target", str(site), sdist)
    shutil.rmtree(source)
    assert {path.name for path in site.iterdir() if path.suffix != ".dist-info"} == {
        *("bin", "nim_move_service")
    }
    (site / "service").mkdir()
    (site / "service/__init__.py").write_text('raise ImportError("the service of a stranger")')
    return site


def test_the_package_says_what_it_is(site: Path) -> None:
    [found] = metadata.distributions(name="nim-move-service", path=[str(site)])
    said = found.metadata
    assert said.json["description"] == (ROOT / "README.md").read_text()
    assert said["Description-Content-Type"] == "text/markdown"
    prefix = "Programming Language :: Python :: 3."
    classifiers = said.get_all("Classifier") or []
    stated = [each.rpartition(" ")[2] for each in classifiers if each.startswith(prefix)]
    workflow = read_yaml(ROOT / ".github/workflows/ci.yaml")
    assert stated == workflow["jobs"]["test"]["strategy"]["matrix"]["python"]


CHECKERS = {
    "mypy": (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-incremental"),
    "pyright": (*node_tool("pyright"), "--project", ".", "--pythonpath", sys.executable),
}


@pytest.mark.parametrize(
    "checker",
    ["mypy", pytest.param("pyright", marks=needs("node", str(NODE_MODULES / ".bin/pyright")))],
)
def test_a_program_that_uses_the_package_runs_and_has_the_right_types(
    site: Path, tmp_path: Path, checker: str
) -> None:
    program = shutil.copy(PROGRAMS / "use_the_package.py", tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    path = {"PYTHONPATH": str(site)}
    result = run([*CHECKERS[checker], program], cwd=tmp_path, environment=path)
    assert result.returncode == 0, result.stdout
    result = run([sys.executable, program], cwd=tmp_path, environment=path)
    assert result.stdout == "0 1\nFalse True\n200 OK\n"


DOCTESTS = r"""
import doctest, importlib, pkgutil
import nim_move_service as package

class Checker(doctest.OutputChecker):
    def check_output(self, want, got, flags):  # tracebacks name the module as in a checkout
        return super().check_output(want, got.replace(f"{package.__name__}.", "service."), flags)

run = doctest.DocTestRunner(Checker())
for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
    if not found.name.endswith("__main__"):
        for test in doctest.DocTestFinder().find(importlib.import_module(found.name)):
            run.run(test)
print(run.tries, run.failures)
"""


def test_the_examples_in_docstrings_hold_once_installed_too(site: Path, tmp_path: Path) -> None:
    """They import by relative names: the package has another name in a checkout."""
    command = [sys.executable, "-c", DOCTESTS]
    result = run(command, cwd=tmp_path, environment={"PYTHONPATH": str(site)})
    tries, failures = map(int, result.stdout.splitlines()[-1].split())
    assert tries > 200, result.stderr
    assert failures == 0, result.stdout


def test_the_installed_command_serves_all_that_the_checkout_does(site: Path) -> None:
    """A second master starts the command again."""
    command = site / "bin/nim-move-service"
    with serving(sys.executable, command, directory=site, PYTHONPATH=str(site)) as port:
        assert request(port, "GET", "/move?piles=3,4,5").json["nim_sum"] == 2
        contract = request(port, "GET", "/openapi.yaml").body
        assert contract == (ROOT / "openapi.yaml").read_bytes()
        for path in ("/", "/learn", "/see", "/docs", "/static/core/dom.js", "/metrics"):
            assert request(port, "GET", path).status == 200
        assert b"from nim_move_service.game." in request(port, "GET", "/theory").body

        [master] = [pid for pid in children(os.getpid()) if _port_of(pid) == port]
        os.kill(master, signal.SIGUSR2)
        # Among a master's children, only another master has children: its workers.
        [second] = wait_until(lambda: [*filter(children, children(master))])
        try:
            os.kill(master, signal.SIGTERM)
            wait_until(lambda: not is_alive(master))
            assert request(port, "GET", "/move?piles=3,4,5").json["nim_sum"] == 2
        finally:
            os.kill(second, signal.SIGTERM)
            wait_until(lambda: not is_alive(second))


def _port_of(process: int) -> int | None:
    listening = listening_socket(process)
    return listening and listening.port


def test_the_newest_flask_serves_too(site: Path, tmp_path: Path) -> None:
    """Pre-releases included: a name that Flask hides would be missing there first."""
    try:
        pip("install", "--pre", "--upgrade", "--target", str(tmp_path), "flask", "werkzeug")
    except subprocess.CalledProcessError:
        if os.environ.get("REQUIRE_PROGRAMS") == "1":
            raise
        pytest.skip("no package registry is reached")
    path = f"{tmp_path}{os.pathsep}{site}"
    with serving(sys.executable, "-m", "nim_move_service", directory=site, PYTHONPATH=path) as port:
        assert request(port, "POST", "/move", {"piles": [3, 4, 5]}).json["nim_sum"] == 2
        assert request(port, "GET", "/static/core/dom.js").status == 200
        assert request(port, "DELETE", "/move").status == 405
        assert request(port, "GET", "/nothing").status == 404


def test_on_an_index_the_readme_links_to_the_repository() -> None:
    """Once the repository has an address: a page of an index has no files."""
    hook = run_path(str(ROOT / "hatch_build.py"))
    text = hook["absolute"]((ROOT / "README.md").read_text(), "https://a.example/nim")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 5
    assert [link for link in links if not link.startswith("https://")] == []
    assert "](https://a.example/nim/raw/HEAD/docs/screenshot.png)" in text
