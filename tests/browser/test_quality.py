"""The page in every state: accessible, narrow enough for a phone, silent, without other hosts."""

from collections.abc import Callable

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

State = Callable[[Page], None]

HUGE = "#9999,8191,163,41,13,1,2,3,4,5,6,7,8,9,10,11"


def begun(page: Page) -> None:
    page.play("#1,3,5,7;misere")


def advised(page: Page) -> None:
    page.play("#41,163,13")
    page.take(0, 5)
    page.whole_hint()
    page.ask_why()
    page.unfold_turn()
    page.click("#turn summary")


def finished(page: Page) -> None:
    page.play("#3,4,5")
    while not page.over:
        page.take_anything()
    wait_until(lambda: page.shown(".judgement"))


def refused(page: Page) -> None:
    page.play("#3,x")
    page.fill("#piles", "")
    page.click("#setup .primary")
    with page.line(offline=True):
        page.click("#hint")
        wait_until(lambda: page.shown("#problem"))
    assert page.shown("#link-error")
    assert page.shown("#piles-error")


def huge(page: Page) -> None:
    page.play(HUGE)
    page.hint()
    page.ask_why()


SILENT = [begun, advised, finished]


@pytest.mark.parametrize("state", [*SILENT, refused], scope="module")
def test_axe_finds_no_violation(page: Page, state: State) -> None:
    page.visit(state)
    assert page.violations_in_each_scheme() == {}


@pytest.mark.parametrize("state", [*SILENT, refused], scope="module")
def test_a_phone_never_scrolls_sideways(page: Page, state: State) -> None:
    page.visit(state)
    assert page.too_narrow(320, PHONE[0]) == {}


@pytest.mark.parametrize("state", SILENT, scope="module")
def test_the_page_is_silent_and_asks_no_other_host(page: Page, state: State) -> None:
    assert page.visit(state) == []
    assert page.hosts() == {page.url.removeprefix("http://")}


def test_the_largest_game_fits(page: Page) -> None:
    page.visit(huge)
    assert page.too_narrow(320, PHONE[0], DESKTOP[0]) == {}


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_axe_finds_no_violation_in_the_largest_game(page: Page, size: tuple[int, int]) -> None:
    page.visit(huge)
    page.resize(size)
    assert page.violations() == []


def test_objects_are_large_enough_to_touch(page: Page) -> None:
    page.visit(huge)
    page.resize(PHONE)
    sizes = page.run(
        "return [...document.querySelectorAll('.object')].map(o => o.getBoundingClientRect().width)"
    )
    assert min(sizes) >= 24


@pytest.mark.parametrize("path", ["/", "/see"])
def test_without_javascript_a_page_says_so_in_one_line(page: Page, path: str) -> None:
    """The lessons and the contract are read without it, which their own tests see."""
    with page.no_scripts():
        page.tab.load(page.url + path)
        (notice,) = page.texts("noscript p")
        assert "JavaScript" in notice
        assert page.attributes("noscript p a", "href") == ["openapi.yaml"]
        height = "return document.querySelector('noscript p span').offsetHeight"
        assert page.run(height) == 24


def test_a_second_visit_loads_only_the_page(page: Page) -> None:
    page.play("#3,4,5")
    page.play("#3,4,5")
    loaded = page.run(
        "return performance.getEntriesByType('resource').map((e) => [e.name, e.transferSize])"
    )
    files = {name: size for name, size in loaded if "/static/" in name}
    assert len(files) > 15
    assert set(files.values()) == {0}


def test_the_list_of_moves_shows_the_latest(page: Page) -> None:
    """It scrolls, by keyboard too."""
    page.play("#2,2,2,2,2,2")
    while len(page.moves) < 10:
        page.take_anything()
    measures = "const { scrollTop, clientHeight, scrollHeight } = document.querySelector('.moves');"
    hidden = page.run(f"{measures} return scrollHeight - clientHeight")
    below = page.run(f"{measures} return scrollHeight - clientHeight - scrollTop")
    assert hidden > 0
    assert below < 1
    assert page.violations() == []


def test_reduced_motion_is_respected(page: Page) -> None:
    moving = "return getComputedStyle(document.querySelector('.gone'), '::after').animationName"
    page.play("#3,4,5")
    page.take(0, 2)
    assert page.run(moving) == "none"
    page.prefer(scheme="light", motion="no-preference")
    assert page.run(moving) in {"taken", "given"}


def test_every_object_is_named_by_its_move(page: Page) -> None:
    page.play("#2,1")
    assert page.names("#board button") == [
        "Take 2 from pile 1, leave 0",
        "Take 1 from pile 1, leave 1",
        "Take 1 from pile 2, leave 0",
    ]


def test_screen_readers_hear_what_happens(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 5)
    status = ":has(> #headline)"
    assert page.attribute(status, "role") == "status"
    assert page.text(status) == "Your turn\nThe computer took 1 from pile 2, leaving 3."
    assert page.attribute("#problem", "role") == "alert"
