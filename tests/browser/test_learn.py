"""The lessons: steps with a question or a task, hints, progress, and a finger."""

import re

import pytest

from tests.browser.driver import Page
from tests.browser.lessons import (
    LESSONS,
    choose_size,
    follow_hints,
    move_on_board,
    phase,
    settle,
    solve_task,
    stored,
    study,
    take,
)
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

ANSWERED = """
const buttons = [...document.querySelectorAll("#answers button")];
for (const [i] of buttons.entries()) {
  if (document.querySelector("#game").dataset.phase === "asked")
    document.querySelectorAll("#answers button")[i].click();
}
"""


def walk(page: Page, lesson: str) -> None:
    """Go through a lesson: answer its questions, and follow the hints of its tasks."""
    study(page, lesson)
    steps = int(page.text("#step").rpartition(" ")[2])
    for step in range(1, steps + 1):
        assert page.text("#step") == f"Step {step} of {steps}"
        assert page.text("#step-text")
        if page.shown("#answers"):
            page.run(ANSWERED)
        elif page.shown("#sizes"):
            choose_size(page)
        else:
            follow_hints(page)
        wait_until(lambda: phase(page) == "solved")
        if step < steps:
            page.click("#next")
            settle(page)


@pytest.mark.parametrize("lesson", LESSONS)
def test_lesson_is_solved_step_by_step(page: Page, lesson: str) -> None:
    page.run("localStorage.clear()")
    walk(page, lesson)
    assert page.text("#title") == LESSONS[lesson]
    assert stored(page) == f'["{lesson}"]'
    assert page.attributes("#lessons .solved", "href") == [f"#{lesson}"]
    assert page.complaints() == []


def test_lesson_1_begins_with_the_move(page: Page) -> None:
    page.run("localStorage.clear()")
    page.open("/learn", ready="html:not([data-loading])")
    assert page.text("#title") == "One pile"
    assert page.count("#board .object") == 5
    solve_task(page)
    assert page.headline == "Solved"


def test_answer_that_is_wrong_can_be_corrected(page: Page) -> None:
    study(page, "columns")
    page.click("#answers button:nth-child(2)")
    assert (page.detail, phase(page)) == ("No. Try another answer.", "asked")
    assert page.names("#answers [data-verdict]") == ["2: wrong"]
    page.click("#answers button:nth-child(1)")
    assert page.headline == "Right"
    assert page.focused == "Continue"


@pytest.mark.parametrize("shown", [".sums", "table"])
def test_picture_of_a_question_does_not_answer_it(page: Page, shown: str) -> None:
    study(page, "pairs;2" if shown == ".sums" else "columns")
    wait_until(lambda: page.shown(f"#picture {shown}"))
    assert not page.count("#picture .odd")


def test_move_that_loses_is_explained_and_taken_back(page: Page) -> None:
    study(page, "winning-move")
    before = page.piles
    take(page, *move_on_board(page, wins=False))
    assert page.headline == "That move loses"
    assert re.match(r"Column \d+ is odd now", page.detail)
    page.click("#back")
    assert (phase(page), page.piles) == ("yours", before)


@pytest.mark.parametrize(
    "lesson", ["equal-piles;2", "at-most", "misere;2", "kayles", "fibonacci;2"]
)
def test_another_task_of_the_kind_can_be_won(page: Page, lesson: str) -> None:
    study(page, lesson)
    follow_hints(page)
    own = page.text("#board")
    page.click("#another")
    wait_until(lambda: page.text("#step") == "Another one")
    settle(page)
    assert page.text("#board") != own
    follow_hints(page)
    assert (page.headline, page.text("#extra")) == ("Solved", "1 more solved in this lesson.")
    page.run("localStorage.clear()")


def test_nothing_scrolls_in_a_window_and_nothing_is_hidden_on_a_phone(page: Page) -> None:
    page.resize((360, 740))
    for lesson in ("columns", "any-game;4", "winning-move"):
        study(page, lesson)
        scrolls = (
            "return [...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()"
            " && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)"
            " && one.scrollHeight > one.clientHeight + 1).map((one) => one.outerHTML.slice(0, 80))"
        )
        assert page.run(scrolls) == []
        assert page.shown("#step-text")


def test_lesson_is_opened_by_a_link_to_a_step_or_from_the_list(page: Page) -> None:
    study(page, "misere;2")
    assert (page.text("#title"), page.text("#step")) == (LESSONS["misere"], "Step 2 of 3")
    page.click('#lessons a[href="#one-pile"]')
    wait_until(lambda: page.text("#title") == LESSONS["one-pile"])
    assert page.attributes("#lessons [aria-current]", "href") == ["#one-pile"]


def test_progress_is_forgotten_when_that_is_confirmed(page: Page) -> None:
    page.run("localStorage.setItem('nim-lessons', '[\"one-pile\"]')")
    page.open("/learn", ready="html:not([data-loading])")
    assert page.text("#title") == "Two equal piles"
    page.click("#forget")
    page.click("#forget-now")
    assert (stored(page), page.count("#lessons .solved")) == ("[]", 0)


def test_lesson_goes_on_once_the_service_is_back(page: Page) -> None:
    study(page, "equal-piles;2")
    with page.line(offline=True):
        page.click('[data-pile="1"] [data-index="2"]')
        wait_until(lambda: page.shown("#problem"))
    page.click("#retry")
    settle(page)
    assert phase(page) == "yours"
    page.complaints()


def test_finger_chooses_first_and_then_takes(page: Page) -> None:
    study(page, "kayles")
    page.pick("#confirms")
    page.click('[data-index="3"]')
    assert (page.text("#board .confirm button"), phase(page)) == ("Take 1", "yours")
    page.click("#board .confirm button")
    settle(page)
    assert page.piles != [7]
    page.pick("#confirms")
