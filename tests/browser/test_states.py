"""Every page in every state: accessible, narrow, readable in large type, touchable, silent."""

import re

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import Page
from tests.browser.scripts import CLIPPED, PRESSED_NEXT, SIZES, TOO_SMALL, USED
from tests.browser.states import STATES
from tests.support.needs import needs

pytestmark = needs("chromium")

MOVING = """
return document.getAnimations().filter(({ playState }) => playState === "running")
  .map(({ effect }) => effect.target.outerHTML.slice(0, 80));
"""


USES: dict[str, dict[str, int]] = {}
"""Of each state: the selectors of its style sheet, and to how many elements each applies."""


def note_used(page: Page, name: str) -> None:
    USES[name] = dict(page.run(USED))


@pytest.mark.parametrize("name", STATES)
def test_state(page: Page, name: str, subtests: pytest.Subtests) -> None:
    """Eight checks of a state that is opened once."""
    STATES[name](page)
    note_used(page, name)
    with subtests.test("silent, and asks no other host"):
        assert page.complaints() == []
        assert page.hosts() == {page.url.removeprefix("http://")}
    with subtests.test("axe finds nothing, best practice included, in light and dark"):
        assert page.violations_in_each_scheme() == {}
    page.prefer(scheme="light", motion="reduce")
    with subtests.test("has at most four sizes of type"):
        sizes = page.run(SIZES)
        assert len(sizes) <= 4, sizes
    with subtests.test("nothing moves where motion is not wanted"):
        assert page.run(MOVING) == []
    with subtests.test("does not scroll sideways"):
        assert page.too_narrow(320, 900, DESKTOP[0]) == {}
    with subtests.test("what is touched is as large as a finger"):
        page.resize(PHONE)
        page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        page.next_frame()
        found = page.run(TOO_SMALL)
        page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=False)
        assert found == []
    with subtests.test("a phone shows what one presses next"):
        assert page.run(PRESSED_NEXT) > 0
    with subtests.test("nothing is cut where text is twice as large"):
        page.resize((375, 740))
        page.run("document.documentElement.style.fontSize = '32px'")
        page.next_frame()
        assert page.run("return document.documentElement.scrollWidth") == 375
        assert page.run(CLIPPED) == []


NUMBERED = re.compile(r"\[data-(widest|piles)=\"\d+\"\]")
"""The numbers that a page says in its HTML."""

RARE = {
    ".joy", ".joy .stone", ".joy .stone:nth-child(3n)",  # for a moment at a victory
    ".covered", ".covered.just",  # of dominoes, after moves
    ".crumb", ".crumb.just", ".fallen", ".fallen.just::after", ".fallen::before",  # after moves
    ".skittle.apart", ".skittle.down", ".skittle.split",  # at the end of games of their own
    ".skittle.taken::after", ".skittle.taken::before", ".chessboard .goes",
    '.board[data-scale="medium"]', '.stage .board[data-scale="medium"]',  # of 9 or 10 stones
    ".group:not(.alone) .object:not(.going, .chosen)::before",
    ".legal", '[data-view="large"] .legal', '[data-view="large"] .parts .squares',
    ".part .many", ".part.aside", ".part.aside .one", ".part.rest .many",  # of large piles
    '.answers button[data-verdict="wins"]', '.answers button[data-verdict="wins"]::before',
    ".contents li a.solved::before", ".graph button.winning", ".graph-board .confirm",
    ".sizes", ".sizes button", '.sizes button[aria-pressed="true"]',
    ".dots .wins", ".links a", ".presets small", ".solid.over", ".verdict.loses",
    ".verdict.loses::before",
    ".stage .card",  # without scripts
    "[data-today][data-loading] .table",  # before the position of the day has come
    '[data-known][data-loading]:not([data-purpose="solve"]) .stage .detail',  # a later visit
}  # fmt: skip
"""What the tests of single games, lessons and pages reach, and no state here."""


def test_each_style_applies_to_something_in_some_state() -> None:
    """A style whose element or attribute is gone does nothing, and nobody notices."""
    if USES.keys() != STATES.keys():
        pytest.skip("other processes had some of the states")
    counts: dict[str, int] = {}
    for uses in USES.values():
        for selector, count in uses.items():
            counts[selector] = counts.get(selector, 0) + count
    assert len(counts) > 300
    unused = {selector for selector, count in counts.items() if not count}
    assert "; ".join(sorted(one for one in unused - RARE if not NUMBERED.fullmatch(one))) == ""
