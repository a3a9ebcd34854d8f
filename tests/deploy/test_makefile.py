"""The Makefile: its targets are listed."""

import re

from tests.support.paths import ROOT
from tests.support.programs import make


def test_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = set(re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE)) - {"python"}
    listed = {line.split()[0] for line in make("help").stdout.splitlines()}
    assert listed == phony
