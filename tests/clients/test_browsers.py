"""The scripts of the pages use only what the oldest browsers that docs/play.md names know."""

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


# What came later, one script each.
NEWER = {
    "with.js": "[1].with(0, 2);",
    "find-last.js": "[1].findLast((one) => one);",
    "any.js": "AbortSignal.any([]);",
    "timeout.js": "AbortSignal.timeout(1);",
    "static-block.js": "class Newer { static { Newer.now = 1; } }",
    "fullscreen.js": "document.fullscreenElement;",
}


def lint(directory: Path, *options: str) -> str:
    """What the linter says of the scripts in a directory, where it finds its own packages."""
    (directory / "node_modules").symlink_to(NODE_MODULES)
    shutil.copy(HERE / "browsers.config.js", directory / "eslint.config.mjs")
    return run(*node_tool("eslint"), *options, "scripts", cwd=directory)


def test_the_scripts_work_in_the_oldest_browsers(tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path / "scripts")
    assert lint(tmp_path, "--max-warnings=0") == ""


def test_the_linter_finds_what_is_newer(tmp_path: Path) -> None:
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    for name, script in NEWER.items():
        (scripts / name).write_text(script)
    with pytest.raises(AssertionError) as failure:
        lint(tmp_path)
    # It names only what it complains of.
    assert [name for name in NEWER if f"/scripts/{name}\n" not in str(failure.value)] == []


def test_the_linter_has_the_browsers_that_the_page_names() -> None:
    (named,) = OLDEST.findall((ROOT / "docs" / "play.md").read_text())
    config = (HERE / "browsers.config.js").read_text()
    assert ", ".join(f'"{browser.lower()}"' for browser in named) in config
