"""The lessons: each one solved, failed, linked to, and finished by keyboard."""

import re

import pytest

from tests.browser.by_rule import wins
from tests.browser.driver import Page
from tests.browser.lessons import (
    LESSONS,
    NIM_LESSONS,
    choose,
    choose_size,
    on_board,
    phase,
    settle,
    solve_task,
    stored,
    study,
    take,
    token_moves,
    token_wins,
    worth,
)
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


WRONG = {
    "one-pile": r"You left a pile of \d: the computer can take \d from pile 1 and wins\.",
    "equal-piles": r"You left piles of \d and \d: .* and leave (\d) and \1\.",
    "at-most": r"10 = 2 × 4 \+ 2: 2 are left over, and the computer takes them\.",
    "one-two-three": r"You left piles of \d, \d and \d: .* and leave (\d) and \1\.",
    "pairs": r"Column \d is odd now: ",
    "columns": r"Column 4 is odd now: piles 1, 2 and 3 have a 1 there\. So is column 1\. ",
    "winning-move": r"Column 2 is odd now: only pile 1 has a 1 there\.",
    "largest-pile": r"Column 8 is odd now: only pile 2 has a 1 there\. So are columns 4 and 2\.",
    "misere": r"One pile is larger than 1: the computer can take 4 from pile 1, and leave an odd",
}
"""What each lesson says of its first losing move, and of the position that it leaves."""


@pytest.fixture(autouse=True)
def _no_progress(page: Page) -> None:
    page.run("localStorage.clear()")


def test_the_lessons_are_listed_in_order(page: Page) -> None:
    page.open("/learn", ready="#lessons a")
    titles = page.texts("#lessons .title")
    assert titles == [title for title, _ in LESSONS.values()]


@pytest.mark.parametrize("lesson", NIM_LESSONS)
def test_a_lesson_is_solved_by_winning_moves(page: Page, lesson: str) -> None:
    study(page, lesson)
    title, tasks = LESSONS[lesson]
    assert page.text("#title") == title
    for task in range(1, tasks + 1):
        if tasks > 1:
            assert page.text("#rule").startswith(f"Task {task} of {tasks}. ")
        solve_task(page)
        assert page.headline == "Solved"
        if task < tasks:
            assert stored(page) is None
            page.click("#next")
            settle(page)
    assert page.text("#next") == "Next lesson"
    assert stored(page) == f'["{lesson}"]'
    assert page.complaints() == []


@pytest.mark.parametrize("lesson", NIM_LESSONS)
def test_a_losing_move_stays_on_the_board_and_is_explained(page: Page, lesson: str) -> None:
    study(page, lesson)
    before = page.piles
    take(page, *on_board(page).losing[0])
    assert page.headline == "That move loses"
    assert re.search(WRONG[lesson], page.detail)
    assert wins(on_board(page))
    page.click("#back")
    assert page.piles == before
    assert phase(page) == "yours"
    assert stored(page) is None


def test_the_last_lesson_is_solved_with_a_token_and_piles(page: Page) -> None:
    study(page, "any-game")
    for at in "ef":
        choose_size(page, worth(at))
        assert page.headline == "Solved"
        page.click("#next")
        settle(page)
    at, piles = "f", tuple(page.piles)
    assert piles == (2, 5)
    while phase(page) == "yours":
        css = next(css for css, *left in token_moves(at, piles) if not token_wins(*left))
        choose(page, css)
        at, piles = page.text(".token")[0], tuple(page.piles)
    assert page.headline == "Solved"
    assert stored(page) == '["any-game"]'
    assert page.complaints() == []


@pytest.mark.parametrize(("size", "reply"), [(0, "move the token to d"), (4, "take 3 from pile 1")])
def test_a_wrong_pile_beside_the_token_is_refuted(page: Page, size: int, reply: str) -> None:
    study(page, "any-game")
    choose_size(page, size)
    assert page.headline == "That move loses"
    assert page.detail.endswith(f"the computer can {reply}, and wins from there.")
    assert page.text(".token")[0] == "e"
    assert token_wins("e", tuple(page.piles))
    page.click("#back")
    assert page.text(".token")[0] == "e"
    assert page.shown("#sizes")


def test_the_numbers_of_the_dots_are_those_of_the_service(page: Page) -> None:
    study(page, "any-game")
    choose_size(page, worth("e"))
    dots = zip(page.attributes(".dot", "data-dot"), page.texts(".dot"), strict=True)
    numbers = {dot: said[-1] for dot, said in dots}
    assert numbers == {"a": "0", "b": "1", "c": "2", "d": "0", "e": "1", "f": "3"}


def test_misere_taking_the_last_object_is_explained(page: Page) -> None:
    study(page, "misere")
    take(page, 1, 1)
    assert page.headline == "That move loses"
    page.click("#back")
    take(page, 0, 5)
    assert page.headline == "Solved"


def test_the_groups_change_with_the_position(page: Page) -> None:
    study(page, "at-most")
    wait_until(lambda: page.shown("#picture .groups"))
    assert page.text("#picture") == "11 = 2 × 4 + 3"
    take(page, 0, 3)
    (left,) = page.piles  # one group, and what the computer has left of the other
    wait_until(lambda: page.text("#picture") == f"{left} = 1 × 4 + {left - 4}")
    assert [page.count(f".part:nth-child({i}) .one") for i in (1, 2)] == [4, left - 4]


def test_a_lesson_starts_without_the_picture_of_the_last_one(page: Page) -> None:
    study(page, "columns")
    wait_until(lambda: page.shown("#picture table"))
    with page.line(latency=2000):
        page.click('#lessons a[href="#at-most"]')
        wait_until(lambda: page.text("#title") == "At most three")
        assert not page.shown("#picture")
    wait_until(lambda: page.text("#picture") == "11 = 2 × 4 + 3")
    assert page.complaints() == []


def test_what_a_lesson_forbids_is_not_taken_and_it_says_why(page: Page) -> None:
    study(page, "at-most")
    take(page, 0, 4)
    assert (page.piles, page.detail) == ([11], "A move takes at most 3 objects.")


def test_columns_change_with_the_position(page: Page) -> None:
    study(page, "columns")
    wait_until(lambda: page.shown("#picture table"))
    assert page.texts("#picture thead .odd") == ["4"]
    take(page, 0, 4)
    wait_until(lambda: not page.count("#picture .odd"))
    assert page.headline == "Solved"


def test_a_hint_comes_in_steps(page: Page) -> None:
    study(page, "columns")
    for words in (
        "Column 4 is odd: take from a pile that has a 1 there.",
        "Take from pile 1, 2 or 3.",
    ):
        page.hint()
        assert page.detail == words
        assert not page.count(".winning")
    page.hint()
    assert page.detail == (
        "Each of these wins: take 4 from pile 1, take 4 from pile 2 or take 4 from pile 3."
    )
    page.click(".winning")
    settle(page)
    assert page.headline == "Solved"


def test_a_lesson_is_finished_by_keyboard_alone(page: Page) -> None:
    page.prefer(scheme="light", motion="no-preference")
    study(page, "columns")
    while "from pile" not in page.focused:
        page.press("Tab")
    page.press("Enter")  # takes 1 from pile 1
    settle(page)
    assert (page.headline, page.focused) == ("That move loses", "Try again")
    page.press("Enter")
    assert page.focused == "Take 1 from pile 1, leave 4"
    page.press("Home", "ArrowRight", "Enter")
    settle(page)
    assert (page.headline, page.focused) == ("Solved", "Next task")
    page.press("Enter")
    assert page.text("#rule").startswith("Task 2")
    page.press("ArrowDown", "Home", "ArrowRight", "ArrowRight")
    page.press("ArrowRight", "ArrowRight", "Enter")
    settle(page)
    assert (page.headline, page.focused) == ("Solved", "Next lesson")
    page.press("Enter")
    wait_until(lambda: page.text("#title") == "Find the winning move")
    assert page.focused == "Find the winning move"


def test_the_focus_goes_on_from_a_pile_that_is_emptied(page: Page) -> None:
    study(page, "misere")
    while "from pile 1" not in page.focused:
        page.press("Tab")
    page.press("Home", "Enter")  # takes all of pile 1
    settle(page)
    assert (page.headline, page.focused) == ("Solved", "Next task")


def test_the_game_of_dots_is_played_by_keyboard_alone(page: Page) -> None:
    study(page, "any-game")
    while page.focused != "Choose a pile of 0":
        page.press("Tab")
    page.press("Tab", "Enter")
    settle(page)
    assert (page.headline, page.focused) == ("Solved", "Next task")
    page.press("Enter")
    assert page.focused == "Choose a pile of 0"
    page.press("Tab", "Tab", "Tab", "Enter")
    settle(page)
    page.press("Enter")
    wait_until(lambda: page.count(".number"))
    assert page.focused.startswith("Move the token to")


def test_a_lesson_that_no_link_names_is_the_first_unsolved_one(page: Page) -> None:
    study(page, "one-pile")
    solve_task(page)
    page.open("/learn", ready="#lessons a")
    assert page.text("#title") == "Two equal piles"
    assert page.address == f"{page.url}/learn#equal-piles"
    page.open("/learn#nothing", ready="#lessons a")
    assert page.text("#title") == "Two equal piles"


def test_progress_is_shown_and_can_be_forgotten(page: Page) -> None:
    study(page, "one-pile")
    assert not page.shown("#forget")
    solve_task(page)
    assert page.texts("#lessons .solved .title") == ["One pile"]
    page.click("#forget")
    page.click("#forget-not")
    assert page.focused == "Forget my progress"
    assert page.count("#lessons .solved")
    page.click("#forget")
    page.click("#forget-now")
    assert not page.count("#lessons .solved")
    assert stored(page) == "[]"


def test_lessons_work_without_storage(page: Page) -> None:
    study(page, "one-pile")
    page.run("Storage.prototype.setItem = () => { throw new DOMException('full') }")
    solve_task(page)
    assert page.headline == "Solved"
    assert page.complaints() == []


def test_a_lesson_is_followed_in_the_list_without_a_reload(page: Page) -> None:
    study(page, "one-pile")
    page.run("window.same = true")
    page.click('#lessons a[href="#misere"]')
    wait_until(lambda: page.text("#title") == "When the last object loses")
    assert page.run("return window.same")
    page.run("history.back()")
    wait_until(lambda: page.text("#title") == "One pile")


def test_a_service_that_cannot_be_reached_is_asked_again(page: Page) -> None:
    study(page, "columns")
    with page.line(offline=True):
        take(page, 0, 4)
        wait_until(lambda: page.shown("#problem"))
        assert page.text("#problem-text") == "The service cannot be reached."
    page.click("#retry")
    wait_until(lambda: phase(page) == "solved")
    assert not page.shown("#problem")
    wait_until(lambda: not page.count("#picture .odd"))


@pytest.mark.parametrize(
    ("link", "unsolved", "lesson"),
    [
        ("#1,1", "pairs", "pairs"),
        ("#4;max=3", "", "at-most"),
        ("#4;set=1,3", "", "any-game"),
        ("#1;misere", "", "misere"),
        ("#1,1", "", "winning-move"),
    ],
)
def test_a_lost_game_links_the_first_unsolved_lesson_or_the_one_that_helps(
    page: Page, link: str, unsolved: str, lesson: str
) -> None:
    page.run(
        "localStorage.setItem('nim-lessons', JSON.stringify(arguments[0]))",
        [name for name in LESSONS if name != unsolved],
    )
    page.play(link)
    while not page.over:
        assert not page.shown("#lesson")
        page.take_anything()
    assert page.headline == "The computer won"
    page.click("#lesson")
    wait_until(lambda: page.count("#lessons a"))
    assert page.address == f"{page.url}/learn#{lesson}"
    assert page.text("#title") == LESSONS[lesson][0]


def test_a_won_game_links_no_lesson(page: Page) -> None:
    page.play("#1")
    page.take(0, 1)
    assert page.headline == "You won"
    assert not page.shown("#lesson")
