"""The board's page: moves, hints, the explanation, the level, and its messages."""

import re

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import PLAYABLE, Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def test_move_is_made_by_a_click_answered_and_undone(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 5)
    assert page.headline == "It’s your turn"
    assert page.detail == "The computer took 1 from pile 2, leaving 3."
    assert page.moves == [
        "You\nTook 5 from pile 3, leaving none",
        "The computer\nTook 1 from pile 2, leaving 3",
    ]
    assert page.address == f"{page.url}/play/nim/3,3,0#perfect"
    page.click("#undo")
    assert (page.piles, page.moves) == ([3, 4, 5], [])


def test_move_is_made_by_keyboard(page: Page) -> None:
    page.play("#3,4,5")
    page.run("document.querySelector('.object[tabindex=\"0\"]').focus()")
    assert page.focused == "Take 1 from pile 1, leaving 2"
    page.press("ArrowDown", "ArrowDown", "Home")
    assert page.focused == "Take 5 from pile 3, leaving 0"
    page.press("ArrowRight", "Enter")
    page.settle()
    assert page.moves[0] == "You\nTook 4 from pile 3, leaving 1"


def test_move_against_the_rule_is_rejected_and_the_rule_said(page: Page) -> None:
    page.play("#9;max=3")
    page.click('[data-index="0"]')
    assert page.detail == "Not allowed here. A move takes 1 to 3 stones from one pile."
    assert (page.piles, page.moves) == ([9], [])


def test_each_move_against_the_rule_is_announced(page: Page) -> None:
    page.play("#9;max=3")
    page.run(
        "window.spoken = []; new MutationObserver(() => spoken.push(1))"
        ".observe(document.querySelector('.status'), { childList: true, subtree: true })"
    )
    page.click('[data-index="0"]')
    wait_until(lambda: page.run("return spoken.length") == 1)
    page.click('[data-index="0"]')
    wait_until(lambda: page.run("return spoken.length") == 2)


def test_game_goes_on_once_the_service_is_back(page: Page) -> None:
    page.play("#3,4,5")
    with page.line(offline=True):
        page.take(2, 5)
        wait_until(lambda: page.shown("#problem"))
        assert "Your game is safe" in page.text("#problem-text")
    page.click("#retry")
    page.settle()
    assert len(page.moves) == 2
    page.complaints()


def test_stage_and_title_name_the_game_and_the_strength(page: Page) -> None:
    page.play("#7,5;kayles")
    assert page.headline == "It’s your turn"
    assert page.text("#playing") == "Against the perfect computer"
    assert page.run("return document.title") == "Kayles: your turn · Against the perfect computer"


@pytest.mark.parametrize("size", [(960, 800), DESKTOP, (1920, 1080)])
def test_explanation_stands_beside_the_board(page: Page, size: tuple[int, int]) -> None:
    page.resize(size)
    page.play("#3,4,5")
    page.ask_why()
    boxes = "return ['#board', '#explanation'].map((css) => {"
    boxes += " const { left, right, top } = document.querySelector(css).getBoundingClientRect();"
    board, why = page.run(boxes + " return { left, right, top } })")
    assert why["left"] >= board["right"]
    assert why["top"] < size[1] / 3


def test_coach_objects_to_a_move_that_gives_the_win_away(page: Page) -> None:
    page.play("#3,4,5;easy", "")
    page.run("Math.random = () => 0.99")
    page.take(1, 1)
    wait_until(lambda: page.shown("#take-back"))
    assert (
        "Your move before gave the win away. You left a 4 and a 1 without a partner, "
        "so a reply could make everything pair off. Take it back?"
    ) in page.detail
    page.click("#take-back")
    assert (page.piles, page.shown("#take-back")) == ([3, 4, 5], False)
    page.pick("#coach")
    page.take(1, 1)
    page.settle()
    assert not page.shown("#take-back")


def test_coach_speaks_of_the_position_on_the_board(page: Page) -> None:
    page.play("#3,4,5;easy", "")
    page.run("Math.random = () => 0")
    page.take(2, 1)
    wait_until(lambda: "the computer missed it: you can win again" in page.detail)
    assert not page.shown("#take-back")


@pytest.mark.parametrize("link", ["#7,5;kayles;easy", "#(3,4)+(7;kayles);easy"])
def test_coach_names_the_reply_in_other_games(page: Page, link: str) -> None:
    page.play(link, "")
    page.run("Math.random = () => 0.99")
    page.click("#board button[data-at]:not([aria-disabled])")
    wait_until(lambda: page.shown("#take-back"))
    assert "The winning reply: " in page.detail


def test_explanation_groups_the_stones(page: Page) -> None:
    page.play("#7,3,2")
    page.ask_why()
    assert page.texts(".group small") == ["4 · no partner", "2 · no partner", "1", "2", "1", "2"]
    counts = "return [...document.querySelectorAll('.group')].map((g) => g.children.length - 1)"
    assert page.run(counts) == [4, 2, 1, 2, 1, 2]
    page.play("#1,2,3")
    page.ask_why()
    assert (page.count(".group"), page.count(".group.alone")) == (4, 0)


def test_explanation_of_a_square_has_formulas_behind_a_switch(page: Page) -> None:
    page.play("#5,8;wythoff")
    page.ask_why()
    assert "⌊" not in page.text("#explanation .reasons")
    assert page.texts("#explanation .conclusions p") == [
        "Move the queen 1 diagonally.",
        "Move the queen 5 down.",
    ]
    page.click("#explanation .binary summary")
    assert "golden ratio" in page.text("#explanation .binary")


def test_explanation_says_first_what_pairs_off_and_binary_behind_a_switch(page: Page) -> None:
    page.play("#3,4,5")
    page.ask_why()
    assert page.text("#explanation .verdict") == "The player to move can win."
    assert page.texts("#explanation .sums li") == ["3 = 2 + 1", "4 = 4", "5 = 4 + 1"]
    assert page.texts("#explanation .part-of.odd") == ["2"]
    assert not page.shown("#explanation table")
    page.click("#explanation .binary summary")
    assert page.shown("#explanation table")


def test_every_move_is_judged(page: Page) -> None:
    """The winning one is 2 from the pile of 3 (DESIGN: X = 2 there)."""
    page.play("#3,4,5")
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    assert page.texts(".judged.wins .what") == ["Take 2 from pile 1"]
    assert page.count(".judged.loses") == 11
    assert page.text("#solve-verdict") == "Can be won: 1 of 12 moves wins."
    page.click("#solve")
    assert not page.shown("#solving")


def test_a_move_that_no_single_stone_makes_is_listed(page: Page) -> None:
    page.play("#3,4,5;moore=2")
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    assert page.texts(".judged.wins .what") == ["Take 1 from pile 2 and 2 from pile 3"]


def test_a_chosen_move_is_made_and_answered_as_it_says(page: Page) -> None:
    page.play("#3,4,5;easy")
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    (answer,) = page.texts(".judged.wins .answer")
    page.click(".judged.wins")
    wait_until(lambda: "The computer took" in page.text("#detail"))
    assert answer.removeprefix("then take ") in page.text("#detail")


def test_the_piles_of_a_position_can_be_changed(page: Page) -> None:
    page.play("#3,4,5")
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    page.click("#solve-piles li:nth-child(3) button[aria-label$='one more']")
    wait_until(lambda: "of 13 moves" in page.text("#solve-verdict"))
    assert page.address == f"{page.url}/solve/nim/3,4,6"
    page.click("#to-game")
    wait_until(lambda: "of 12 moves" in page.text("#solve-verdict"))
    assert page.address == f"{page.url}/#perfect"


def test_hint_narrows_and_ends_with_the_move_or_says_how_to_play_on(page: Page) -> None:
    page.play("#3,4,5")
    page.hint()
    assert page.detail == "Take from pile 1."
    assert page.attributes(".advised", "data-pile") == ["0"]
    page.hint()
    assert page.detail == "One move wins: take 2 from pile 1."
    assert not page.count("#hint:enabled")
    page.play("#1,2,3")
    page.hint()
    assert page.detail == "Every move loses against perfect play. To play on, take 1 from pile 3."
    assert not page.count("#hint:enabled")


@pytest.mark.parametrize("link", ["#4,5,5;greedy", "#1,2,3", "#4,4;kayles", "#3,5;wythoff"])
def test_a_lost_position_has_one_advice(page: Page, link: str) -> None:
    page.play(link)
    page.hint()
    (advised,) = re.findall(r"To play on, (.*)\.", page.detail)
    page.ask_why()
    assert f"to play on, {advised}" in page.text("#explanation .conclusions").lower()
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    assert page.texts(".judged .what")[0].lower() == advised


def test_level_begins_easy_and_rises_after_two_wins(page: Page) -> None:
    page.open_fresh("/#1")
    for strength in ("easy", "easy", "medium"):
        assert page.text("#playing") == f"Against the {strength} computer"
        page.take(0, 1)
        said = page.detail
        page.click("#again")
    assert "3 wins in a row" in said
    page.open("/#3,4,5", ready=PLAYABLE)
    assert page.text("#playing") == "Against the medium computer"


def test_level_that_a_person_chooses_is_kept(page: Page) -> None:
    page.open_fresh("/#1")
    page.choose("strength", "hard")
    page.click("#setup .start")
    for _ in range(3):
        assert page.text("#playing") == "Against the hard computer"
        page.take(0, 1)
        page.click("#again")
    page.open("/#3,4,5", ready=PLAYABLE)
    assert page.text("#playing") == "Against the hard computer"


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.hadRecentInput ? 0 : entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""

LATE = """
addEventListener("DOMContentLoaded", () => setTimeout(() => {
  document.querySelector("main").style.marginTop = "300px";
}, 100));
"""
"""Moves all that a page shows, as a picture does whose height nobody knew."""


def shifted(page: Page, path: str, *scripts: str) -> float:
    """How much of a page moves while it loads so slowly that it is drawn before its scripts run."""
    with (
        page.first(SHIFTS + "".join(scripts)),
        page.line(latency=150),
        page.tab.frames(are_seen=True),
    ):
        page.run("sessionStorage.clear()")
        page.tab.ask("Network.clearBrowserCache")
        page.open(path, ready="html:not([data-loading])")
        page.run("return new Promise((done) => setTimeout(done, 300))")
        part: float = page.run("return window.shifted")
        return part


def test_layout_shifts_little(page: Page) -> None:
    phone = ("/", "/#5,8;wythoff", "/learn", "/learn#wythoff;2", "/see", "/docs")
    for path in (*phone, "/solve/dawsons-kayles", "/sheet"):
        page.resize(DESKTOP if path == "/sheet" else PHONE)
        assert shifted(page, path) < 0.02, path


@pytest.mark.parametrize("known", ["[]", '["nim"]'])
def test_layout_shifts_little_on_a_first_and_on_a_later_visit(page: Page, known: str) -> None:
    page.resize(PHONE)
    page.open("/", ready="html:not([data-loading])")
    page.run("localStorage.setItem('nim-known', arguments[0])", known)
    assert shifted(page, "/") < 0.02


def test_a_shift_of_layout_is_measured(page: Page) -> None:
    page.resize(PHONE)
    assert shifted(page, "/", LATE) > 0.3


@pytest.mark.parametrize(
    ("path", "requests", "shown"),
    [
        ("/", 15, "#game-name option[value=kayles]"),
        ("/learn", 17, "#board .object"),
        ("/play/kayles/7,5", 15, "#board .pin"),
        ("/play/set", 16, "#board .object"),
        ("/solve/kayles/7,5", 18, ".judged"),
        ("/see", 18, "#slice-words:not(:empty)"),
        ("/sheet#medium;count=8;seed=1", 16, "#key li"),  # without a seed, some need more requests
    ],
)
def test_first_load_is_small(page: Page, path: str, requests: int, shown: str) -> None:
    """Without icons, which only a Chromium with a user interface loads."""
    page.tab.ask("Network.enable")
    page.tab.ask("Network.clearBrowserCache")
    page.open_fresh(path) if path == "/" else page.open(path, ready="html:not([data-loading])")
    wait_until(lambda: page.count(shown))
    page.run("return new Promise((done) => setTimeout(done, 300))")
    sizes = page.run(
        "return [...performance.getEntriesByType('navigation'),"
        " ...performance.getEntriesByType('resource')]"
        ".filter(({ name }) => !/icon|manifest/.test(name)).map((entry) => entry.transferSize)"
    )
    assert len(sizes) <= requests
    assert sum(sizes) <= (76_000 if path.startswith("/solve") else 70_000)


def test_second_visit_loads_only_the_page(page: Page) -> None:
    page.play("#3,4,5")
    page.play("#3,4,5")
    loaded = page.run(
        "return performance.getEntriesByType('resource').map((e) => [e.name, e.transferSize])"
    )
    assert {size for name, size in loaded if "/static/" in name} == {0}


def test_forced_colours_keep_what_is_chosen_visible(page: Page) -> None:
    page.play("#3,4,5")
    page.pick("#confirms")
    page.prefer(scheme="light", motion="reduce", colours="active")
    page.click('[data-pile="2"] [data-index="2"]')
    colour = (
        "return getComputedStyle(document.querySelector(arguments[0]), '::before').backgroundColor"
    )
    chosen, other = (page.run(colour, css) for css in (".chosen", ".object:not(.chosen)"))
    assert chosen != other
    page.pick("#confirms")


def test_finger_chooses_first_and_then_takes(page: Page) -> None:
    page.play("#3,4,5")
    page.pick("#confirms")
    page.click('[data-pile="2"] [data-index="2"]')
    assert (page.piles, page.text(".confirm button")) == ([3, 4, 5], "Take 3")
    assert page.text(".chosen-text") == "Take 3 from pile 3, leaving 2"
    page.click(".confirm button")
    page.settle()
    assert page.moves[0] == "You\nTook 3 from pile 3, leaving 2"
    page.pick("#confirms")


def test_phone_on_its_side_shows_the_whole_board(page: Page) -> None:
    page.resize((667, 375))
    page.play("#1,3,5,7")
    box = page.run("return document.querySelector('#board').getBoundingClientRect().toJSON()")
    assert box["top"] >= 0
    assert box["bottom"] <= 375
