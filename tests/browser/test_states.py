"""Every page in every state: accessible, narrow, readable in large type, touchable, silent."""

import re

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import Page
from tests.browser.scripts import CLIPPED, NEXT_FRAME, TOO_SMALL, USED
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
    """Six checks of a state that is opened once."""
    STATES[name](page)
    note_used(page, name)
    with subtests.test("silent, and asks no other host"):
        assert page.complaints() == []
        assert page.hosts() == {page.url.removeprefix("http://")}
    with subtests.test("axe finds nothing, best practice included, in light and dark"):
        assert page.violations_in_each_scheme() == {}
    page.prefer(scheme="light", motion="reduce")
    with subtests.test("nothing moves where motion is not wanted"):
        assert page.run(MOVING) == []
    with subtests.test("does not scroll sideways"):
        assert page.too_narrow(320, PHONE[0], 900, DESKTOP[0]) == {}
    with subtests.test("what is touched is as large as a finger"):
        page.resize(PHONE)
        page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        page.run(NEXT_FRAME)
        found = page.run(TOO_SMALL)
        page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=False)
        assert found == []
    with subtests.test("nothing is cut where text is twice as large"):
        page.resize((375, 740))
        page.run("document.documentElement.style.fontSize = '32px'")
        page.run(NEXT_FRAME)
        assert page.run("return document.documentElement.scrollWidth") == 375
        assert page.run(CLIPPED) == []


NUMBERED = re.compile(r"\[data-(widest|piles)=\"\d+\"\]")
"""The numbers that a page says in its HTML."""

PASSING = {".joy .stone", ".joy"}
"""What is shown for a moment only."""


def test_each_style_applies_to_something_in_some_state() -> None:
    """A style whose element or attribute is gone does nothing, and nobody notices."""
    if USES.keys() != STATES.keys():
        pytest.skip("other processes had some of the states")
    counts: dict[str, int] = {}
    for uses in USES.values():
        for selector, count in uses.items():
            counts[selector] = counts.get(selector, 0) + count
    assert len(counts) > 300
    unused = {selector for selector, count in counts.items() if not count} - PASSING
    assert sorted(one for one in unused if not NUMBERED.fullmatch(one)) == []
