"""What holds in every state of a lesson: accessible, narrow enough, and quiet."""

from collections.abc import Callable

import pytest

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.browser.lessons import choose_size, on_board, solve_task, study, take, worth
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

State = Callable[[Page], None]


def begun(page: Page) -> None:
    study(page, "columns")
    wait_until(lambda: page.shown("#picture table"))


def grouped(page: Page) -> None:
    study(page, "at-most")
    wait_until(lambda: page.shown("#picture .groups"))


def refuted(page: Page) -> None:
    study(page, "one-two-three")
    take(page, *on_board(page).losing[0])


def solved(page: Page) -> None:
    study(page, "one-pile")
    solve_task(page)


def choosing(page: Page) -> None:
    study(page, "any-game")


def numbered(page: Page) -> None:
    study(page, "any-game")
    for at in "ef":
        choose_size(page, worth(at))
        page.click("#next")
    wait_until(lambda: page.count(".number"))
    page.whole_hint()


in_each_state = pytest.mark.parametrize(
    "state", [begun, grouped, refuted, solved, choosing, numbered], scope="module"
)


@in_each_state
def test_axe_finds_no_violation_in_a_lesson(page: Page, state: State) -> None:
    page.visit(state)
    assert page.violations_in_each_scheme() == {}


@in_each_state
def test_a_lesson_never_scrolls_sideways(page: Page, state: State) -> None:
    page.visit(state)
    assert page.too_narrow(320, PHONE[0], 900) == {}


def test_a_lesson_asks_no_other_host(page: Page) -> None:
    study(page, "columns")
    solve_task(page)
    assert page.complaints() == []
    assert page.hosts() == {page.url.removeprefix("http://")}
