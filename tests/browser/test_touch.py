"""With a finger: lessons and pictures in which it chooses first, and targets of its size."""

from collections.abc import Iterator

import pytest

from tests.browser.driver import PLAYABLE, Page
from tests.browser.lessons import phase, settle, study
from tests.browser.pictures import see
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

SMALL_PHONE = (375, 667)


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    """The page on a phone, whose pointer is a finger."""
    page.run("localStorage.clear()")
    page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    page.resize(SMALL_PHONE)
    yield page
    page.tab.ask("Emulation.setTouchEmulationEnabled", enabled=False)
    page.run("localStorage.clear()")


def touch(page: Page, css: str, across: float = 0.5, down: float = 0.5) -> None:
    """Touch an element, in its middle or so far from its left and its top."""
    x, y = page.run(
        "const one = document.querySelector(arguments[0]);"
        "one.scrollIntoView({ block: 'center', behavior: 'instant' });"
        "const { left, top, width, height } = one.getBoundingClientRect();"
        "return [left + width * arguments[1], top + height * arguments[2]]",
        css,
        across,
        down,
    )
    page.tab.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.tab.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


# --- Lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lesson", "css", "says"),
    [
        ("equal-piles;2", '[data-pile="1"] [data-index="2"]', "Take 3"),
        ("kayles", '[data-index="3"]', "Take 1"),
        ("wythoff", '[aria-label^="Move 2 left"]', "Move 2"),
        ("fibonacci", '[data-index="8"]', "Take 3"),
        ("any-game;3", '[data-dot="c"]', "Move"),
        ("any-game", '[data-size="1"]', "Choose"),
    ],
)
def test_a_lesson_takes_only_what_is_confirmed(
    phone: Page, lesson: str, css: str, says: str
) -> None:
    study(phone, lesson)
    wait_until(lambda: phase(phone) == "yours")
    before = phone.piles
    touch(phone, css)
    submit = ":is(#board, #confirm:not([hidden])) .confirm button:enabled"
    wait_until(lambda: phone.shown(submit))
    assert phone.text(submit) == says
    assert (phase(phone), phone.piles) == ("yours", before)
    assert phone.violations_in_each_scheme() == {}
    touch(phone, submit)
    wait_until(lambda: phase(phone) != "yours" or phone.piles != before)
    settle(phone)
    assert not phone.shown("#confirm")
    assert phone.complaints() == []


def test_one_tap_takes_in_a_lesson_where_that_is_chosen(phone: Page) -> None:
    """The same setting as on the page to play on."""
    study(phone, "equal-piles;2")
    assert phone.run("return document.querySelector('#confirms').checked")
    touch(phone, "#confirms")
    touch(phone, '[data-pile="1"] [data-index="2"]')
    wait_until(lambda: phone.piles != [2, 5])
    phone.play("#3,4,5")
    assert not phone.run("return document.querySelector('#confirms').checked")


def test_a_mouse_takes_at_once_in_a_lesson(page: Page) -> None:
    page.run("localStorage.clear()")
    study(page, "one-pile")
    assert not page.run("return document.querySelector('#confirms').checked")
    page.click('[data-index="0"]')
    wait_until(lambda: phase(page) == "solved")


def test_what_was_chosen_is_dropped_with_a_hint(phone: Page) -> None:
    study(phone, "any-game;3")
    touch(phone, '[data-dot="c"]')
    wait_until(lambda: phone.shown("#confirm"))
    phone.hint()
    assert not phone.shown("#confirm")


# --- Pictures -------------------------------------------------------------------------------------


def test_a_finger_chooses_a_square_and_its_link_plays_it(phone: Page) -> None:
    see(phone)
    square = '[aria-label="5 nim-plus 3 is 6"]'
    for _ in range(2):
        touch(phone, square)
        wait_until(lambda: phone.text("#value") == "5 ⊕ 3 = 6")
    assert "/see" in phone.address
    touch(phone, "#table-play")
    wait_until(lambda: phone.count(PLAYABLE) and phone.piles == [5, 3, 6])


def test_the_pictures_stay_where_they_are_when_a_link_comes(phone: Page) -> None:
    see(phone)
    tops = (
        "return ['#table', '#solid'].map((css) =>"
        " scrollY + document.querySelector(css).getBoundingClientRect().top)"
    )
    before = phone.run(tops)
    touch(phone, '[aria-label="5 nim-plus 3 is 6"]')
    wait_until(lambda: phone.shown("#table-play"))
    assert phone.run(tops) == before
    assert phone.run(
        "const { top, bottom } = document.querySelector('#table-play').getBoundingClientRect();"
        "return top >= 0 && bottom <= innerHeight"
    )


def test_a_finger_chooses_a_point_and_its_link_plays_it(phone: Page) -> None:
    see(phone)
    touch(phone, "#solid", 0.5, 0.5)
    wait_until(lambda: phone.value("#own"))
    first, second, third = (int(count) for count in phone.value("#own").split(", "))
    assert first ^ second == third
    assert "/see" in phone.address
    wait_until(lambda: "the player to move loses" in phone.text("#own-words"))
    touch(phone, "#own-play")
    wait_until(lambda: phone.count(PLAYABLE) and phone.piles == [first, second, third])


def test_a_position_of_the_map_is_played_by_one_touch(phone: Page) -> None:
    see(phone, "3,4;wythoff")
    wait_until(lambda: phone.count(".node"))
    wait_until(lambda: phone.run("return scrollY") > 0)
    touch(phone, '.node[data-name="1+2"]')
    wait_until(lambda: phone.count(PLAYABLE) and sorted(phone.piles) == [1, 2])


def test_a_value_is_played_by_one_touch(phone: Page) -> None:
    see(phone, "7;kayles")
    wait_until(lambda: phone.count(".node") and phone.count("#values a"))
    wait_until(lambda: phone.run("return scrollY") > 0)
    touch(phone, '#values a[href$="#5;kayles"]')
    wait_until(lambda: phone.count(PLAYABLE) and phone.piles == [5])


# --- Targets --------------------------------------------------------------------------------------

# Whatever is touched, but for links in a sentence and the squares, which only choose.
SMALL = """
const touched = "a, button, select, input, summary, textarea";
const inSentence = (one) => one.matches("p a") && one.parentElement.textContent !== one.textContent
  && getComputedStyle(one).display === "inline";
return [...document.querySelectorAll(touched)]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none")
  .filter((one) => !inSentence(one))
  .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
  .map(([html]) => html);
"""

PATHS = ["/", "/sheet", "/sheet#moore=2", "/sheet#octal=0.6", "/see", "/see#game=5,8;wythoff"]
PATHS += ["/docs", "/learn", "/learn#any-game;3", "/learn#kayles", "/learn#wythoff"]


@pytest.mark.parametrize("path", PATHS)
def test_whatever_is_touched_on_any_page_is_as_large_as_a_finger(phone: Page, path: str) -> None:
    phone.open(path, ready="html:not([data-loading])")
    wait_until(lambda: not phone.count("#map-exhibit") or phone.count(".node"))
    assert phone.run(SMALL) == []
    assert phone.too_narrow(320, 375) == {}
