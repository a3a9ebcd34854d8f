"""The list of changes that `make mutants` doesn't count is about the code as it is."""

import tomllib

from tests.support.paths import ROOT

LISTED = tomllib.loads((ROOT / "tests" / "mutants" / "unchanged.toml").read_text())


def test_each_listed_line_is_in_its_module() -> None:
    gone = [
        (path, old)
        for path, listed in LISTED.items()
        for old, _ in listed["changes"]
        if old not in (ROOT / path).read_text()
    ]
    assert gone == []
