"""Lessons beyond their own tasks: more of the same, hints in steps, progress that lasts."""

import pytest

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.browser.lessons import (
    LESSONS,
    NIM_LESSONS,
    choose_size,
    on_board,
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

TASKS = [(lesson, task) for lesson, (_, tasks) in LESSONS.items() for task in range(tasks)]
NIM_TASKS = [(lesson, task) for lesson, task in TASKS if lesson in NIM_LESSONS]


@pytest.fixture(autouse=True)
def _no_progress(page: Page) -> None:
    page.run("localStorage.clear()")


def at_task(page: Page, lesson: str, task: int) -> None:
    """Open a lesson at a task, counted from 0."""
    study(page, f"{lesson};{task + 1}")


def another(page: Page) -> None:
    page.click("#another")
    wait_until(lambda: page.text("#rule").startswith("Another one. ") and phase(page) == "yours")


@pytest.mark.parametrize(("lesson", "task"), NIM_TASKS)
def test_there_is_another_one_of_each_task(page: Page, lesson: str, task: int) -> None:
    at_task(page, lesson, task)
    first = (page.piles, page.detail)  # which says how the computer began, where it did
    solve_task(page)
    another(page)
    assert (page.piles, page.detail) != first
    assert on_board(page).winning
    solve_task(page)
    assert page.headline == "Solved"
    assert page.text("#extra") == "1 more solved in this lesson."
    assert page.complaints() == []


def test_what_is_solved_more_is_counted(page: Page) -> None:
    at_task(page, *NIM_TASKS[0])
    solve_task(page)
    for _ in range(2):
        another(page)
        solve_task(page)
    assert page.text("#extra") == "2 more solved in this lesson."


def numbers(page: Page) -> dict[str, int]:
    """The numbers of the dots, by what the picture says of its arrows."""
    said = page.attribute("#graph svg", "aria-label")
    found: dict[str, int] = {}
    for part in str(said).removeprefix("Dots and arrows: ").partition(".")[0].split("; "):
        dot, _, ends = part.partition(" has ")
        reached = {
            found[end]
            for end in ends.split(" to ")[-1].replace(" and ", ", ").split(", ")
            if end in found
        }
        found[dot] = next(n for n in range(9) if n not in reached)
    return found


@pytest.mark.parametrize("task", [0, 1])
def test_there_is_another_token_to_find_the_number_of(page: Page, task: int) -> None:
    at_task(page, "any-game", task)
    for _ in range(3):
        choose_size(page, numbers(page)[page.text(".token")[0]])
        assert page.headline == "Solved"
        another(page)


@pytest.mark.parametrize("task", [0, 1])
def test_while_a_pile_is_to_be_chosen_the_hint_is_that_pile(page: Page, task: int) -> None:
    at_task(page, "any-game", task)
    size = numbers(page)[page.text(".token")[0]]
    page.hint()
    assert page.detail == f"This wins: choose a pile of {size}."
    assert page.texts("#sizes .winning") == [str(size)]
    page.click("#sizes .winning")
    settle(page)
    assert page.headline == "Solved"


def test_a_hint_in_the_game_of_dots_says_with_what_to_move_first(page: Page) -> None:
    at_task(page, "any-game", 2)
    wait_until(lambda: page.count(".number"))
    page.hint()
    assert page.detail in {"Move the token.", "Take from pile 1.", "Take from pile 2."}
    page.hint()
    assert page.detail.startswith("This wins: ")


@pytest.mark.parametrize("lesson", ["equal-piles;2", "one-two-three;2", "pairs"])
def test_a_hint_speaks_of_columns_only_once_they_are_known(page: Page, lesson: str) -> None:
    study(page, lesson)
    page.hint()
    assert page.detail.startswith("Take from pile ")


def test_a_reload_returns_to_the_task(page: Page) -> None:
    study(page, "equal-piles")
    solve_task(page)
    page.click("#next")
    settle(page)
    assert page.address == f"{page.url}/learn#equal-piles;2"
    page.reload(ready="html:not([data-loading])")
    assert page.text("#rule").startswith("Task 2 of 2. ")


def test_a_solved_lesson_is_shown_as_such_when_it_is_opened(page: Page) -> None:
    study(page, "one-pile")
    assert page.text("#kicker") == "Lesson 1 of 13"
    solve_task(page)
    assert page.text("#kicker") == "Lesson 1 of 13, solved"


def test_more_of_the_same_solves_no_lesson(page: Page) -> None:
    study(page, "equal-piles")
    solve_task(page)
    another(page)
    solve_task(page)
    assert stored(page) is None


def test_in_misere_taking_the_last_object_is_named(page: Page) -> None:
    study(page, "misere;2")
    take(page, 1, 4)
    assert page.headline == "That move loses"
    assert page.detail == "You left 2 piles of 1, an even number: the last one will be yours."


def test_what_is_paired_is_drawn(page: Page) -> None:
    study(page, "pairs")
    wait_until(lambda: page.shown("#picture .sums"))
    assert page.text("#picture").split("\n") == ["6 = 4 + 2", "4 = 4", "3 = 2 + 1"]
    assert page.texts(".part-of.odd") == ["1"]


def paired(page: Page) -> None:
    study(page, "pairs")
    wait_until(lambda: page.shown("#picture .sums"))


def wrong(page: Page) -> None:
    study(page, "columns")
    take(page, 0, 1)
    wait_until(lambda: page.text("#picture thead .odd") == "4")


def forgetting(page: Page) -> None:
    study(page, "one-pile")
    solve_task(page)
    page.click("#forget")


def furthered(page: Page) -> None:
    at_task(page, "any-game", 0)
    choose_size(page, 1)
    another(page)
    page.hint()


in_each_state = pytest.mark.parametrize("state", [paired, wrong, forgetting, furthered])


@in_each_state
def test_axe_finds_no_violation_in_what_lessons_add(page: Page, state: object) -> None:
    page.visit(state)  # type: ignore[arg-type]
    assert page.violations_in_each_scheme() == {}


@in_each_state
def test_what_lessons_add_never_scrolls_sideways(page: Page, state: object) -> None:
    page.visit(state)  # type: ignore[arg-type]
    assert page.too_narrow(320, PHONE[0], 900) == {}
