"""Which changes are made to scripts."""

from tests.mutants.scripts import change, sites
from tests.support.paths import ROOT

SCRIPT = """
// 1 + 1 === 2
const a = `x-1 ${b < 3 ? "-1" : /[/-]1/.test(c) && `${!d} - 1`} + 1`;
return e / 2 === true; /* 1 */
"""


def test_signs_numbers_and_truths_are_changed_but_no_text_and_no_comment() -> None:
    changed = [
        [SCRIPT[start:end], [other for *_, other in site]]
        for site in sites(SCRIPT)
        for start, end, _ in site[:1]
    ]
    assert changed == [
        ["<", ["<=", ">"]],
        ["3", ["4", "2"]],
        ["&&", ["||"]],
        ["!", [""]],
        ["/", ["*"]],
        ["2", ["3", "1"]],
        ["===", ["!=="]],
        ["true", ["false"]],
    ]


def test_one_place_is_changed() -> None:
    assert change("a < b || c < d", 11, 12, ">=") == "a < b || c >= d"


def test_every_script_can_be_read() -> None:
    counts = [len(sites(file.read_text())) for file in ROOT.glob("service/web/static/**/*.js")]
    assert len(counts) > 30
    assert sum(counts) > 3_000
