"""The types of the pages' scripts, checked by TypeScript."""

import json
import re
from collections import defaultdict
from pathlib import Path

from service.web.pages import STATIC, TEMPLATES
from tests.clients.tools import needs_node_tools, node_tool, run
from tests.support.paths import ROOT

pytestmark = needs_node_tools

WITH_ID = re.compile(r'<(\w+)\b[^>]*? id="([\w-]+)"')


def ids() -> str:
    """The type `Ids`: the type of each element with an id in the pages, by id."""
    tags = defaultdict(set)
    for template in sorted(TEMPLATES.glob("*.html")):
        for tag, name in WITH_ID.findall(template.read_text()):
            tags[name].add(f'HTMLElementTagNameMap["{tag}"]')
    lines = [f'  "{name}": {" | ".join(sorted(of))};\n' for name, of in sorted(tags.items())]
    return f"interface Ids {{\n{''.join(lines)}}}\n"


def test_scripts_have_no_error_of_types(tmp_path: Path) -> None:
    (tmp_path / "ids.d.ts").write_text(ids())
    config = {
        "extends": str(ROOT / "tests" / "web" / "tsconfig.json"),
        "include": [str(STATIC), "ids.d.ts"],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    assert run(*node_tool("tsc"), "--project", str(tmp_path), "--pretty", "false") == ""
