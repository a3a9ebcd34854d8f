"""The scripts of the pages use only what the oldest browsers that README names know."""

import re
import shutil
from pathlib import Path

import pytest

from service.web.pages import STATIC
from tests.clients.tools import HERE, NODE_MODULES, node_tool, run
from tests.support.needs import needs
from tests.support.paths import ROOT

pytestmark = needs("node", str(NODE_MODULES / ".bin" / "eslint"))

OLDEST = re.compile(r"(Safari 15\.4), (Chrome 100), (Firefox 100)")


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """The scripts, where the linter finds its own packages."""
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    shutil.copy(HERE / "browsers.config.js", tmp_path / "eslint.config.mjs")
    shutil.copytree(STATIC, tmp_path / "static")
    return tmp_path


def test_the_scripts_work_in_the_oldest_browsers(scripts: Path) -> None:
    assert run(node_tool("eslint"), "--max-warnings=0", "static", cwd=scripts) == ""


@pytest.mark.parametrize(
    "script",
    [
        "[1].with(0, 2);",
        "[1].findLast((one) => one);",
        "AbortSignal.any([]);",
        "AbortSignal.timeout(1);",
        "class Newer { static { Newer.now = 1; } }",
        "document.fullscreenElement;",
    ],
)
def test_the_linter_finds_what_is_newer(scripts: Path, script: str) -> None:
    (scripts / "static" / "newer.js").write_text(script)
    with pytest.raises(AssertionError, match=r"newer\.js"):
        run(node_tool("eslint"), "static", cwd=scripts)


def test_the_linter_is_told_the_browsers_that_the_readme_names() -> None:
    (named,) = OLDEST.findall((ROOT / "README.md").read_text())
    config = (HERE / "browsers.config.js").read_text()
    assert ", ".join(f'"{browser.lower()}"' for browser in named) in config
