"""The pages in Firefox, beside Chromium: each works, is silent and accessible."""

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


def violations(firefox: Window) -> list[str]:
    firefox.run(f"{axe_source()}; window.axe = axe")
    found: list[str] = firefox.run(
        "const { violations } = await axe.run(document, { resultTypes: ['violations'] });"
        "return violations.map(({ id }) => id);"
    )
    return found


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
    assert violations(firefox) == []


PRESS_FIRST = """
const name = (one) => one.getAttribute("aria-label") ?? one.textContent;
const offered = [...document.querySelectorAll("#board button:not([aria-disabled])")]
  .filter((one) => !one.disabled && one.checkVisibility() && /^(Take|Split|Move) /.test(name(one)));
offered[0]?.click();
const submit = document.querySelector("#board .confirm button:enabled");
if (submit?.checkVisibility()) submit.click();
return document.querySelector("#again").checkVisibility();
"""


@pytest.mark.parametrize(
    "link",
    ["#7,5;kayles", "#4,5;laskers-nim", "#5,8;wythoff", "#20;fibonacci", "#3,4,5;moore=2"],
)
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
    assert violations(firefox) == []


def test_a_lesson_is_solved(firefox: Window, server: Server) -> None:
    firefox.open(f"{server.url}/learn#columns")
    firefox.wait("document.querySelector('#picture table')")
    firefox.run('document.querySelector(\'[data-pile="0"] [data-index="1"]\').click()')
    firefox.wait(f"{HEADLINE} === 'Solved'")
    firefox.run("document.querySelector('#another').click()")
    firefox.wait(f"{HEADLINE} === 'Make every column even with one move.'")
    assert firefox.complaints == []
    assert violations(firefox) == []


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/see", ".cell"),
        ("/see#game=3,4;wythoff", ".node"),
        ("/learn#kayles", ".pin"),
        ("/learn#wythoff", ".square"),
        ("/learn#fibonacci", ".object"),
        ("/sheet", "#positions li"),
        ("/embed#3,4,5", ".object"),
        ("/learn#any-game", ".graph .dot"),
    ],
)
def test_a_page_is_drawn(firefox: Window, server: Server, path: str, shown: str) -> None:
    firefox.open(f"{server.url}{path}")
    firefox.wait(f"{READY} && document.querySelector('{shown}')")
    assert firefox.complaints == []
    assert violations(firefox) == []


def test_the_contract_is_read(firefox: Window, server: Server) -> None:
    firefox.open(f"{server.url}/docs")
    firefox.wait(READY)
    firefox.run("document.querySelector('#solvePosition form').requestSubmit()")
    firefox.wait("!document.querySelector('#solvePosition .answer').hidden")
    assert firefox.complaints == []
    assert violations(firefox) == []


@pytest.mark.parametrize("path", ["/", "/learn", "/see", "/sheet", "/docs"])
def test_no_page_scrolls_sideways_in_a_narrow_window(
    firefox: Window, server: Server, path: str
) -> None:
    firefox.open(f"{server.url}{path}")
    firefox.wait(READY)
    firefox.narrow(320)
    page = "document.documentElement"
    assert firefox.run(f"return {page}.scrollWidth - {page}.clientWidth") == 0
