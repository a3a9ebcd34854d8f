"""The scripts of the pages and the types that they have, checked by TypeScript."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from service.web.pages import STATIC, TEMPLATES
from tests.clients.tools import needs_node_tools, node_tool, run
from tests.support.paths import ROOT

pytestmark = needs_node_tools

WITH_ID = re.compile(r'<(\w+)\b[^>]*? id="([\w-]+)"')


def ids() -> str:
    """The type `Ids`: of each element that has an id in the pages, by that id."""
    tags = defaultdict(set)
    for template in sorted(TEMPLATES.glob("*.html")):
        for tag, name in WITH_ID.findall(template.read_text()):
            tags[name].add(f'HTMLElementTagNameMap["{tag}"]')
    lines = [f'  "{name}": {" | ".join(sorted(of))};\n' for name, of in sorted(tags.items())]
    return f"interface Ids {{\n{''.join(lines)}}}\n"


def check(directory: Path, scripts: Path) -> str:
    """What TypeScript says of scripts; it must accept them."""
    (directory / "ids.d.ts").write_text(ids())
    config = {
        "extends": str(ROOT / "tests" / "web" / "tsconfig.json"),
        "include": [str(scripts), "ids.d.ts"],
    }
    (directory / "tsconfig.json").write_text(json.dumps(config))
    return run(*node_tool("tsc"), "--project", str(directory), "--pretty", "false")


def test_scripts_have_no_error_of_types(tmp_path: Path) -> None:
    assert check(tmp_path, STATIC) == ""


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ('byId("nothing").hidden = true;', "TS2345"),
        ('byId("link").checked = "yes";', "TS2322"),
        ('element("tabel", {});', "TS2345"),
        ("newGame({ pile: [3] });", "TS2561"),
        ("gameOf({}).titel;", "TS2551"),
    ],
)
def test_wrong_types_are_found(tmp_path: Path, statement: str, error: str) -> None:
    imports = {
        "core/dom.js": "byId, element",
        "core/game.js": "newGame",
        "games/index.js": "gameOf",
    }
    lines = [f'import {{ {names} }} from "{STATIC}/{path}";' for path, names in imports.items()]
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "wrong.js").write_text("\n".join([*lines, statement]))
    with pytest.raises(AssertionError, match=error):
        check(tmp_path, tmp_path / "scripts")
