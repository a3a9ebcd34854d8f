"""What a teacher shares: a link with every setting, its picture, the board alone, a frame."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.driver import PLAYABLE, Page
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


@pytest.mark.parametrize(
    "link",
    [
        "#3,4,5",
        "#3,4,5;easy",
        "#21;max=3;misere;perfect",
        "#9,8;set=1,3,4;hard",
        "#3,4,5;two",
        "#1,2,3;misere;two",
    ],
)
def test_a_link_holds_every_setting(page: Page, link: str) -> None:
    page.open_fresh(f"/{link}")
    assert page.address == f"{page.url}/{link}"
    page.click("#setup .primary")
    assert page.address == f"{page.url}/{link}"


def test_a_whole_game_is_set_up_by_one_link(page: Page) -> None:
    page.open_fresh("/#21;max=3;misere;second;easy")
    page.settle()
    assert page.moves[0].startswith("The computer")
    page.share()
    page.run("document.querySelector('[name=opens][value=beginning]').click()")
    link = page.run("return document.querySelector('#link').value")
    assert link == f"{page.url}/#21;max=3;misere;second;easy"


@pytest.mark.parametrize("link", ["#3;easy;hard", "#3;second;second", "#3;two;two", "#3;strong"])
def test_a_link_that_contradicts_itself_is_rejected(page: Page, link: str) -> None:
    page.open_fresh(f"/{link}")
    assert "is not a position." in page.text("#link-error")


def share(page: Page) -> None:
    page.play("#1,2,3")
    page.share()
    wait_until(lambda: page.run("return document.querySelector('#qr').naturalWidth > 0"))


def test_the_picture_is_of_the_link(page: Page) -> None:
    share(page)
    source = page.run("return document.querySelector('#qr').src")
    assert source == f"{page.url}/static/qr.svg?link=" + page.run(
        "return encodeURIComponent(document.querySelector('#link').value)"
    )
    assert page.complaints() == []


def large(page: Page) -> None:
    page.play("#3,4,5")
    page.share()
    page.click("#large")
    wait_until(lambda: page.count("[data-view=large]"))


def test_the_board_alone_can_be_shown_large(page: Page) -> None:
    page.resize((1024, 768))
    page.play("#3,4,5")
    before = page.run("return document.querySelector('.object').offsetWidth")
    large(page)
    assert page.run("return document.querySelector('.object').offsetWidth") > 1.4 * before
    assert not page.shown("nav, #setup, #moves, #developers, #sharing")
    page.take(0, 2)
    assert page.headline == "Your turn"
    page.press("Escape")
    wait_until(lambda: page.shown("#setup"))


def test_the_large_board_is_left_by_its_button(page: Page) -> None:
    large(page)
    page.click("#leave-large")
    assert page.shown("#setup")
    assert not page.shown("#leave-large")


def embedded(page: Page) -> None:
    page.open_fresh("/embed#3,4,5;perfect")


def test_the_board_in_a_frame_is_nothing_but_the_board(page: Page) -> None:
    embedded(page)
    assert not page.shown("nav, #setup, #moves, #developers, #share")
    page.take(0, 2)
    assert page.headline == "Your turn"
    whole = page.run("return document.querySelector('#whole').href")
    assert whole == page.address.replace("/embed", "/")


def test_the_html_to_embed_shows_the_board_whole(page: Page) -> None:
    """As a page would frame it that is given this HTML."""
    share(page)
    page.click("#sharing summary")
    code = page.run("return document.querySelector('#code').value")
    assert code.startswith(f'<iframe src="{page.url}/embed#1,2,3;perfect" width="480" height="')
    width, height = (int(code.split(f'{name}="')[1].split('"')[0]) for name in ("width", "height"))
    page.resize((width, height))
    page.open("/embed#1,2,3;perfect", ready=PLAYABLE)
    assert page.run("return document.documentElement.scrollHeight") <= height


class Framing(BaseHTTPRequestHandler):
    """A page of another site that frames the address in its own query."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        address = unquote(self.path.partition("?")[2])
        self.wfile.write(f"<!doctype html><iframe src='{address}'></iframe>".encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture(scope="module")
def other_site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Framing) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def framed(page: Page, other_site: str, address: str) -> bool:
    """Whether another site shows the board at an address of ours."""
    page.tab.load(f"{other_site}/?{quote(address)}")
    shown: bool = page.tab.run_in_frame("return document.querySelector('#board .object') !== null")
    page.tab.load(f"{page.url}/healthz")
    return shown


@pytest.mark.parametrize(
    ("path", "shown"), [("/embed", True), ("/", False), ("/learn", False), ("/sheet", False)]
)
def test_only_the_board_may_be_shown_in_a_frame(
    page: Page, other_site: str, path: str, shown: bool
) -> None:
    assert framed(page, other_site, page.url + path) == shown


def test_the_sites_that_may_frame_the_board_can_be_named(page: Page, other_site: str) -> None:
    with Server(NIM_EMBED_ORIGINS=other_site) as named:
        assert framed(page, other_site, f"{named.url}/embed")
    with Server(NIM_EMBED_ORIGINS="https://school.example") as another:
        assert not framed(page, other_site, f"{another.url}/embed")


@pytest.mark.parametrize("state", [share, large, embedded], scope="module")
def test_axe_finds_no_violation_in_what_is_shared(page: Page, state: object) -> None:
    page.visit(state)  # type: ignore[arg-type]
    assert page.violations_in_each_scheme() == {}


@pytest.mark.parametrize("state", [share, large, embedded], scope="module")
def test_what_is_shared_never_scrolls_sideways(page: Page, state: object) -> None:
    page.visit(state)  # type: ignore[arg-type]
    assert page.too_narrow(320, PHONE[0], DESKTOP[0]) == {}
