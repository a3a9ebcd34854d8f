"""The pages in Firefox: each works, logs nothing and fits. The rest is tested in Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.any_page import axe_source
from tests.browser.firefox import PROGRAM, Window, run_firefox
from tests.support.needs import needs
from tests.support.servers import Server

pytestmark = needs(PROGRAM)

READY = "!document.querySelector('html[data-loading]')"
HEADLINE = "document.querySelector('#headline').innerText"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    profile: Path = tmp_path_factory.mktemp("firefox")
    with run_firefox(profile) as window:
        yield window


def test_a_game_is_played_to_its_end(firefox: Window, server: Server) -> None:
    firefox.open(f"{server.url}/#3,4,5;perfect")
    firefox.wait(READY)
    while True:
        firefox.wait(f"/your turn|won/i.test({HEADLINE})")
        if firefox.run(f"return {HEADLINE}") == "You won":
            break
        firefox.run(
            "const find = (css) => document.querySelector(css);"
            "while (!find('.winning')) {"
            "  find('#hint').click();"
            "  await new Promise((done) => setTimeout(done, 50));"
            "}"
            "find('.winning').click();"
        )
    assert firefox.complaints == []
    firefox.run(f"{axe_source()}; window.axe = axe")
    assert (
        firefox.run(
            "const { violations } = await axe.run(document, { resultTypes: ['violations'] });"
            "return violations.map(({ id }) => id);"
        )
        == []
    )


PRESS_FIRST = """
const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
const offered = [...document.querySelectorAll("#board button:not([aria-disabled])")]
  .filter((one) => !one.disabled && one.checkVisibility() && /^(Take|Split|Move) /.test(name(one)));
offered[0]?.click();
const submit = document.querySelector("#board .confirm button:enabled");
if (submit?.checkVisibility()) submit.click();
return document.querySelector("#again").checkVisibility();
"""


@pytest.mark.parametrize("link", ["#4,5;laskers-nim", "#5,8;wythoff", "#3,4,5;moore=2"])
def test_each_kind_of_board_is_played_to_its_end(
    firefox: Window, server: Server, link: str
) -> None:
    firefox.open(f"{server.url}/healthz")
    firefox.open(f"{server.url}/{link};two")
    firefox.wait(f"{READY} && document.querySelector('#board button')")
    while not firefox.run(PRESS_FIRST):
        pass
    firefox.wait(f"/won/.test({HEADLINE})")
    firefox.wait("/mistake/.test(document.querySelector('#detail').innerText)")
    assert firefox.complaints == []


def test_a_lesson_is_solved(firefox: Window, server: Server) -> None:
    firefox.open(f"{server.url}/learn#columns;3")
    firefox.wait("document.querySelector('#picture table')")
    firefox.run('document.querySelector(\'[data-pile="0"] [data-index="1"]\').click()')
    firefox.wait(f"{HEADLINE} === 'Solved'")
    firefox.run("document.querySelector('#another').click()")
    firefox.wait(f"{HEADLINE} === 'Make every column even with one move.'")
    assert firefox.complaints == []


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", ".object"),
        ("/docs", "#solvePosition"),
        ("/see", ".cell"),
        ("/see#game=3,4;wythoff", ".node"),
        ("/learn#any-game;2", ".graph .dot"),
        ("/sheet", "#positions li"),
        ("/sheet#kayles", ".skittle"),
        ("/sheet#wythoff", ".chessboard .her"),
        ("/embed#3,4,5", ".object"),
    ],
)
def test_a_page_is_drawn_and_fits_into_a_narrow_window(
    firefox: Window, server: Server, path: str, shown: str
) -> None:
    firefox.open(f"{server.url}{path}")
    firefox.wait(f"{READY} && document.querySelector('{shown}')")
    firefox.narrow(320)
    page = "document.documentElement"
    assert firefox.run(f"return {page}.scrollWidth - {page}.clientWidth") == 0
    assert firefox.complaints == []


def test_a_request_of_the_contract_is_sent(firefox: Window, server: Server) -> None:
    firefox.open(f"{server.url}/docs")
    firefox.wait(READY)
    firefox.run("document.querySelector('#solvePosition form').requestSubmit()")
    firefox.wait("!document.querySelector('#solvePosition .received').hidden")
    assert firefox.complaints == []


# --- From the pictures to the board, with a mouse and with a finger ------------------------------

PLAYABLE = "document.querySelector('html:not([data-loading]) #headline')"
SQUARE = '[aria-label="5 nim-plus 3 is 6"]'


def see(firefox: Window, server: Server, game: str = "") -> None:
    firefox.narrow(1280)
    firefox.open(f"{server.url}/healthz")
    firefox.open(f"{server.url}/see{f'#game={game}' if game else ''}")
    firefox.wait(f"{READY} && document.querySelector('.cell')")
    firefox.wait("document.querySelector('#slice-words').textContent")
    firefox.run("document.querySelector('#any-game').scrollIntoView()")
    firefox.wait("document.querySelector('.node')")
    if game:
        firefox.wait("scrollY > 0")


def is_on_board(firefox: Window, piles: list[int]) -> None:
    """Wait for the page to play on, with these piles on its board."""
    firefox.wait(PLAYABLE)
    counts = "[...document.querySelectorAll('.pile-count')].map((one) => +one.textContent)"
    firefox.wait(f"String({counts}) === '{','.join(map(str, piles))}'")
    assert firefox.complaints == []


def test_a_finger_chooses_a_square_and_its_link_plays_it(firefox: Window, server: Server) -> None:
    see(firefox, server)
    for _ in range(2):
        firefox.press(SQUARE, "touch")
        firefox.wait("document.querySelector('#value').textContent === '5 ⊕ 3 = 6'")
    assert firefox.run("return location.pathname") == "/see"
    firefox.press("#table-play", "touch")
    is_on_board(firefox, [5, 3, 6])


def test_a_finger_chooses_a_point_and_its_link_plays_it(firefox: Window, server: Server) -> None:
    see(firefox, server)
    firefox.press("#solid", "touch")
    firefox.wait("document.querySelector('#own').value")
    piles = [int(n) for n in firefox.run("return document.querySelector('#own').value").split(", ")]
    assert piles[0] ^ piles[1] == piles[2]
    firefox.wait("/loses/.test(document.querySelector('#own-words').textContent)")
    firefox.press("#own-play", "touch")
    is_on_board(firefox, piles)


@pytest.mark.parametrize(
    ("game", "press", "leads"),
    [
        ("3,4;wythoff", ('.node[data-name="1+2"]', "mouse"), "/play/wythoff/1,2"),
        ("7;kayles", ('#values a[href$="/play/kayles/5"]', "touch"), "/play/kayles/5"),
    ],
)
def test_what_is_drawn_of_a_game_is_played(
    firefox: Window, server: Server, game: str, press: tuple[str, str], leads: str
) -> None:
    see(firefox, server, game)
    firefox.press(*press)
    firefox.wait(f"location.pathname === '{leads}'")
    firefox.wait(PLAYABLE)
