"""Sharing: a link, its QR code, a frame, play by link, the position of the day."""

import re
from urllib.parse import quote

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import PLAYABLE, Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def test_link_opens_the_position_the_beginning_or_the_game(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 5)
    page.share()
    assert page.value("#link") == f"{page.url}/play/nim/3,3,0#perfect"
    page.pick("[name=opens][value=beginning]")
    assert page.value("#link") == f"{page.url}/play/nim/3,4,5#perfect"
    page.pick("[name=opens][value=moves]")
    assert page.value("#link") == f"{page.url}/play/nim/3,4,5#perfect%3Bmoves=3-5,2-1"
    assert quote(page.value("#link"), safe="") in page.attribute("#qr", "src")


@pytest.mark.parametrize(
    ("link", "size"), [("#1,3,5,7", PHONE), ("#7,5;kayles", PHONE), ("#9,12;wythoff", DESKTOP)]
)
def test_html_for_another_page_makes_the_frame_as_large_as_its_board(
    page: Page, link: str, size: tuple[int, int]
) -> None:
    page.resize(size)
    page.play(link, "")
    page.share()
    code = page.value("#code")
    page.tab.ask("Page.setBypassCSP", enabled=True)
    page.open("/theory", ready="main")
    page.run(FRAMED, code)
    for button, brings in (("hint", "#hint:enabled"), ("why", "#why"), (None, ".reasons")):
        wait_until(lambda: page.run(INSIDE, brings))  # noqa: B023
        wait_until(lambda: page.run(OVERHANG) == [0, 0])
        if button:
            page.run("frames[0].document.getElementById(arguments[0]).click()", button)
    page.tab.ask("Page.setBypassCSP", enabled=False)


FRAMED = """
document.body.innerHTML = arguments[0];
const script = document.createElement("script");
script.textContent = document.querySelector("body script").textContent;
document.head.append(script);
"""

INSIDE = "return frames[0].document.querySelector(arguments[0]) !== null"

OVERHANG = """
const { documentElement: inside } = frames[0].document;
const { documentElement: around } = document;
return [inside.scrollHeight - frames[0].innerHeight, around.scrollWidth - around.clientWidth];
"""


def test_frame_has_nothing_but_the_board(page: Page) -> None:
    page.open_fresh("/embed#3,4,5;perfect")
    assert not page.shown("nav, #setup, #share")
    page.take(0, 2)
    whole = page.run("return document.querySelector('#whole').href")
    assert whole == page.address.replace("/embed/", "/play/")


def test_game_by_link_goes_on_with_the_link_that_is_sent(page: Page) -> None:
    page.open_fresh("/#3,4,5;by=link;you=Ann;other=Ben")
    assert page.headline == "Ann, your turn"
    page.click('[data-pile="2"] [data-index="1"]')
    wait_until(lambda: page.shown("#send-move"))
    assert page.text("#send-move") == "Send your move to Ben"
    assert not page.count("#board .object:not([aria-disabled])")
    page.reload(ready=PLAYABLE)
    assert not page.count("#board .object:not([aria-disabled])")
    assert page.count("#undo:enabled")
    page.click("#send-move")
    wait_until(lambda: page.value("#sent-link"))
    link = page.value("#sent-link")
    assert link == f"{page.url}/play/nim/3,4,5#by=link%3Byou=Ann%3Bother=Ben%3Bmoves=3-4"
    assert page.count("#undo:disabled")
    page.open_fresh(link.removeprefix(page.url))
    assert (page.headline, page.piles) == ("Ben, your turn", [3, 4, 1])
    assert page.count("#undo:disabled")
    page.click('[data-pile="1"] [data-index="2"]')
    wait_until(lambda: page.shown("#send-move"))
    assert page.text("#send-move") == "Send your move to Ann"


def test_position_of_the_day_can_be_won_and_its_result_gives_nothing_away(page: Page) -> None:
    page.open_fresh("/#today")
    piles = page.piles
    assert re.fullmatch(r"Nim: position of the day, \d+ \w+ \d+", page.text("h1"))
    assert page.attributes(".gallery [aria-current]", "data-game") == ["today"]
    while not page.over:
        page.follow_hint()
    wait_until(lambda: page.shown("#result"))
    page.click("#result")
    wait_until(lambda: page.value("#sent-link"))
    said = page.value("#sent-link")
    assert re.fullmatch(
        rf"Nim, position of \d+ \w+ \d+: won with help 🟩+\n{page.url}/#today", said
    )
    page.reload(ready=PLAYABLE)
    wait_until(lambda: page.shown("#result"))
    assert (page.headline, "You had help." in page.detail) == ("You won", True)
    page.open_fresh("/#today")
    assert page.piles == piles


def test_position_of_the_day_goes_on_where_it_was_left_but_not_on_another_day(page: Page) -> None:
    page.open_fresh("/#today")
    piles = page.piles
    page.follow_hint()
    left = (page.piles, page.moves, page.text("#playing"))
    page.open("/learn", ready="html:not([data-loading])")
    page.open("/#today", ready=PLAYABLE)
    page.settle()
    assert (page.piles, page.moves, page.text("#playing")) == left
    assert page.address == f"{page.url}/#today"
    page.run(
        "const kept = JSON.parse(localStorage.getItem('nim-today'));"
        "localStorage.setItem('nim-today', JSON.stringify({ ...kept, day: '1 January 2026' }))"
    )
    page.reload(ready=PLAYABLE)
    assert (page.piles, page.moves) == (piles, [])
