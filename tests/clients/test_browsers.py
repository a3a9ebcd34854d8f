"""The pages' scripts use only features of the oldest browsers in docs/play.md."""

import re
import shutil
from pathlib import Path

from service.web.pages import STATIC
from tests.clients.tools import HERE, NODE_MODULES, node_tool, run
from tests.support.needs import needs
from tests.support.paths import ROOT

pytestmark = needs("node", str(NODE_MODULES / ".bin" / "eslint"))

OLDEST = re.compile(r"(Safari 15\.4), (Chrome 100), (Firefox 100)")


def test_the_scripts_work_in_the_oldest_browsers(tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path / "scripts")
    # Where the linter finds its own packages.
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    shutil.copy(HERE / "browsers.config.js", tmp_path / "eslint.config.mjs")
    assert run(*node_tool("eslint"), "--max-warnings=0", "scripts", cwd=tmp_path) == ""


def test_the_linter_has_the_browsers_that_the_page_names() -> None:
    (named,) = OLDEST.findall((ROOT / "docs" / "play.md").read_text())
    config = (HERE / "browsers.config.js").read_text()
    assert ", ".join(f'"{browser.lower()}"' for browser in named) in config
