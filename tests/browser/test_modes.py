"""Forced colours, reduced motion and the dark scheme in the states that the pages have."""

from collections.abc import Callable

import pytest

from tests.browser.driver import Page
from tests.browser.lessons import solve_task, study
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

State = Callable[[Page], None]


def advised(page: Page) -> None:
    page.play("#9,4,5;max=3")
    page.hint()


def hinted(page: Page) -> None:
    page.play("#3,4,5")
    page.whole_hint()


def looked_at(page: Page) -> None:
    page.play("#1,1")
    page.take(0, 1)
    wait_until(lambda: "mistake" in page.detail)
    page.click("#moves button")


def paired(page: Page) -> None:
    study(page, "pairs")
    wait_until(lambda: page.shown("#picture .sums"))


def solved(page: Page) -> None:
    study(page, "one-pile")
    solve_task(page)


def sheet(page: Page) -> None:
    page.open("/sheet#seed=1", ready="#positions li")


def pinned(page: Page) -> None:
    page.play("#7,5;kayles")
    wait_until(lambda: page.shown(".pin"))


def squared(page: Page) -> None:
    page.play("#5,8;wythoff")
    wait_until(lambda: page.shown(".square.target"))
    page.click(".beside-board > button")
    wait_until(lambda: page.count(".square.lost"))


@pytest.mark.parametrize(
    "state", [advised, hinted, looked_at, paired, solved, sheet, pinned, squared]
)
def test_nothing_is_lost_in_forced_colours(page: Page, state: State) -> None:
    """What is drawn as a background only would not be seen: each such thing has a colour left."""
    state(page)
    page.prefer(scheme="light", motion="reduce", colours="active")
    unseen = page.run(
        "const drawn = '.object, .pin, .target';"
        "return [...document.querySelectorAll(`.dot, .part .one, ${drawn}`)].filter((one) => {"
        "  const part = one.matches(drawn) ? '::before' : null;"
        "  const style = getComputedStyle(one, part);"
        "  const around = getComputedStyle(document.body).backgroundColor;"
        "  return style.backgroundColor === around && style.borderTopColor === around;"
        "}).length"
    )
    assert unseen == 0


@pytest.mark.parametrize("state", [advised, looked_at, paired, sheet, pinned, squared])
def test_nothing_moves_where_motion_is_not_wanted(page: Page, state: State) -> None:
    state(page)
    moving = page.run(
        "return [...document.querySelectorAll('*')].filter((one) => ['', '::before', '::after']"
        ".some((part) => { const s = getComputedStyle(one, part || null);"
        " return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0; }))"
        ".map((one) => one.className)"
    )
    assert moving == []


@pytest.mark.parametrize("state", [advised, hinted, looked_at, paired])
def test_axe_finds_no_violation_in_further_states(page: Page, state: State) -> None:
    page.visit(state)
    assert page.violations_in_each_scheme() == {}
