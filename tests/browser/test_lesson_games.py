"""Lessons on other games, a computer that varies its moves, and how a lesson is laid out."""

import re

import pytest

from tests.browser.driver import Page
from tests.browser.lessons import (
    LESSONS,
    NIM_LESSONS,
    OTHER_GAMES,
    choose,
    follow_hints,
    on_board,
    phase,
    settle,
    stored,
    study,
    take,
)
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

SMALL_PHONE = (375, 667)

PLAYED_OUT = [
    *(("equal-piles", task) for task in (1, 2)),
    *(("at-most", task) for task in (1, 2, 3)),
    *(("one-two-three", task) for task in (1, 2)),
    ("winning-move", 3),
    *(("misere", task) for task in (1, 2, 3)),
]
"""The tasks of Nim that are played to their end."""


@pytest.fixture(autouse=True)
def _no_progress(page: Page) -> None:
    page.run("localStorage.clear()")


# --- Other games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", OTHER_GAMES)
def test_a_lesson_on_another_game_is_solved_on_its_board(page: Page, lesson: str) -> None:
    study(page, lesson)
    title, tasks = OTHER_GAMES[lesson]
    assert page.text("#title") == title
    for task in range(1, tasks + 1):
        assert page.text("#rule").startswith(f"Task {task} of {tasks}. ")
        follow_hints(page)
        assert page.headline == "Solved"
        if task < tasks:
            page.click("#next")
            settle(page)
    assert stored(page) == f'["{lesson}"]'
    assert page.complaints() == []


@pytest.mark.parametrize(
    ("lesson", "losing", "explanation"),
    [
        ("kayles", ".pin", r"You left a pile of 6: the computer can "),
        ("wythoff", ".square.target", r"The queen is at "),
        ("fibonacci", '[data-index="10"]', r"You left a pile of 10: the computer can take 2 "),
    ],
)
def test_a_losing_move_in_another_game_is_explained(
    page: Page, lesson: str, losing: str, explanation: str
) -> None:
    study(page, lesson)
    choose(page, f"#board {losing}")
    assert page.headline == "That move loses"
    assert page.detail.startswith(explanation)
    page.click("#back")
    assert phase(page) == "yours"


@pytest.mark.parametrize(
    ("lesson", "task"),
    [(lesson, task + 1) for lesson, (_, tasks) in OTHER_GAMES.items() for task in range(tasks)],
)
def test_there_is_another_one_of_each_task_of_another_game(
    page: Page, lesson: str, task: int
) -> None:
    study(page, f"{lesson};{task}")
    follow_hints(page)
    page.click("#another")
    wait_until(lambda: page.text("#rule").startswith("Another one. ") and phase(page) == "yours")
    follow_hints(page)
    assert page.headline == "Solved"


def test_the_lost_squares_are_uncovered_in_the_lesson_on_the_queen(page: Page) -> None:
    study(page, "wythoff")
    assert not page.count(".square.lost")
    page.click("[data-board=queen] [aria-pressed]")
    wait_until(lambda: page.count(".square.lost") == 3)  # 0 and 0, 1 and 2, 2 and 1
    page.click("[data-board=queen] [aria-pressed]")
    assert not page.count(".square.lost")


def test_the_lesson_on_fibonacci_says_how_many_a_move_takes(page: Page) -> None:
    study(page, "fibonacci")
    assert page.detail == "This move takes at most 10."
    choose(page, '#board [data-index="8"]')  # takes 3
    took = re.search(r"took (\d) from pile 1", page.detail)
    assert took
    assert page.detail.endswith(f"This move takes at most {min(2 * int(took[1]), *page.piles)}.")


def test_what_fibonacci_forbids_is_not_taken(page: Page) -> None:
    study(page, "fibonacci")
    choose(page, '#board [data-index="0"]')
    assert (page.piles, phase(page)) == ([11], "yours")
    assert page.detail.startswith("Take at most twice what the last move took")


# --- The computer ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("lesson", "task"), PLAYED_OUT)
def test_no_task_is_solved_by_taking_one_each_time(page: Page, lesson: str, task: int) -> None:
    """Not even from the pile where that is right, as long as it is."""
    study(page, f"{lesson};{task}")
    while phase(page) == "yours":
        game = on_board(page)
        piles = [pile for pile, remove in game.winning if remove == 1]
        take(page, [*piles, *(i for i, count in enumerate(game.piles) if count)][0], 1)
    assert phase(page) == "refuted"


def openings(page: Page) -> list[str]:
    """How the computer begins a task, and how it does when it is started again."""
    study(page, "equal-piles")
    said = [page.detail]
    for _ in range(5):
        page.click("#restart")
        settle(page)
        said.append(page.detail)
    return said


def test_the_computer_varies_the_moves_of_a_lost_game(page: Page) -> None:
    assert len(set(openings(page))) > 2


def test_its_moves_are_the_same_after_a_reload(page: Page) -> None:
    assert openings(page) == openings(page)


# --- How a lesson is laid out ---------------------------------------------------------------------


TOPS = """
const [names] = arguments;
return names.map((css) => document.querySelector(css).getBoundingClientRect())
  .map(({ top, bottom }) => [top, bottom]);
"""


@pytest.mark.parametrize("lesson", LESSONS)
def test_task_text_and_board_are_in_sight_together_on_a_small_phone(
    page: Page, lesson: str
) -> None:
    page.resize(SMALL_PHONE)
    study(page, lesson)
    board = "#graph" if lesson == "any-game" else "#board"
    (task, _), (text, text_end), (board_top, _) = page.run(TOPS, ["#headline", "#text", board])
    assert 0 <= task < text < text_end <= board_top
    seen = SMALL_PHONE[1] - board_top
    assert seen >= 150
    if lesson in NIM_LESSONS:
        ends = page.run(TOPS, ["#board li:last-child"])[0][1]
        assert ends <= SMALL_PHONE[1]


def test_forgetting_is_the_last_thing_on_the_page(page: Page) -> None:
    for size in (SMALL_PHONE, (1280, 900)):
        page.resize(size)
        study(page, "one-pile")
        page.run("localStorage.setItem('nim-lessons', '[\"one-pile\"]')")
        study(page, "one-pile")
        (forget, _), *others = page.run(
            TOPS, ["#forget", "#lessons li:last-child", "#game", ".contents p"]
        )
        assert all(top < forget for top, _ in others)


SMALL = """
return [...document.querySelectorAll("main a, main button, nav.contents a, footer button")]
  .filter((one) => one.checkVisibility() && !one.closest("p"))
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([text, { width, height }]) => `${text}: ${width} by ${height}`);
"""


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_touched_in_a_lesson_is_as_large_as_a_finger(page: Page, lesson: str) -> None:
    page.resize(SMALL_PHONE)
    page.run("localStorage.setItem('nim-lessons', '[\"one-pile\"]')")
    study(page, lesson)
    assert page.run(SMALL) == []


@pytest.mark.parametrize("lesson", [*OTHER_GAMES, "columns"])
def test_a_lesson_in_large_text_never_scrolls_sideways(page: Page, lesson: str) -> None:
    study(page, lesson)
    page.run("document.documentElement.style.fontSize = '32px'")
    assert page.too_narrow(375) == {}


@pytest.mark.parametrize("lesson", OTHER_GAMES)
def test_axe_finds_no_violation_in_a_lesson_on_another_game(page: Page, lesson: str) -> None:
    study(page, lesson)
    page.whole_hint()
    assert page.violations_in_each_scheme() == {}


def test_without_scripts_the_texts_of_all_lessons_are_read(page: Page) -> None:
    with page.no_scripts():
        page.open("/learn", ready="#text")
        assert page.texts("#text h2") == [title for title, _ in LESSONS.values()]
        assert all(len(text) > 100 for text in page.texts("#text section"))
        assert "Loading" not in page.text("body")
        assert not page.shown("#game button")
