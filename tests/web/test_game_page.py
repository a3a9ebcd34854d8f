"""The page of each game and each position, without scripts."""

import re

import pytest
from werkzeug.test import Client

from service.app import create_app
from service.game.games import GAMES
from service.web.game_texts import text_of
from service.web.markdown import anchor
from service.web.pages import STATIC
from tests.support.rows import rows
from tests.web.html import Html
from tests.web.test_pages_frame import BROWSER

NAMES = [*GAMES]


@pytest.fixture(scope="module")
def client() -> Client:
    return create_app(ACCESS_LOG=False, METRICS=False).test_client()


def words(text: str) -> list[str]:
    return re.sub(r"<[^>]+>", " ", text).split()


@rows("name", NAMES)
def test_each_game_has_a_page_that_can_be_read_without_scripts(client: Client, name: str) -> None:
    response = client.get(f"/play/{name}", base_url="https://nim.example")
    page = Html(response.text)
    assert response.status_code == 200
    assert len(page.of("h1")) == 1
    (link,) = page.of("link", rel="canonical")
    assert link["href"] == f"https://nim.example/play/{name}"
    assert len(words(response.text)) > 250
    assert "The player to move" in response.text


def test_a_set_for_a_class_is_no_game(client: Client) -> None:
    text = client.get("/play/set").text
    assert 'id="none"' in text
    for path in re.findall(r'(?:href|src)="\.\./(static/[^"]+)"', text):
        assert client.get(f"/{path}").status_code == 200, path


@rows("name", NAMES)
def test_the_section_of_the_theory_is_there(client: Client, name: str) -> None:
    assert f'id="{anchor(text_of(name).section)}"' in client.get("/theory").text


@rows(
    ("address", "title", "verdict"),
    [
        ("/play/nim/3,4,5", "Nim 3, 4, 5", "The player to move can win."),
        ("/play/kayles/3,3", "Kayles 3, 3", "The player to move loses"),
        ("/play/moore/1,2,3?max_piles=3", "(up to 3 piles a move)", "The player to move can win."),
        (
            "/play/nim/21?max_remove=3&misere=true",
            "Nim (at most 3 at a time)",
            "The player to move loses",
        ),
        ("/play/sum/3,4+kayles:7", "Nim 3, 4 + Kayles 7", "The player to move can win."),
        ("/play/sum/1+moore:1,1&max_piles=2", "Moore", "The player to move can win."),
        ("/play/wythoff/3,5?utm_source=x", "3, 5", "The player to move loses"),
    ],
)
def test_a_position_has_a_page(client: Client, address: str, title: str, verdict: str) -> None:
    text = client.get(address).text
    found = re.search("<title>([^<]*)", text)
    assert found
    assert title in found[1]
    assert verdict in text


def test_what_a_game_does_not_have_is_not_in_the_canonical_address(client: Client) -> None:
    page = Html(client.get("/play/kayles/7,5?utm_source=x&max_piles=2").text)
    assert page.of("link", rel="canonical")[0]["href"] == "http://localhost/play/kayles/7,5"


def test_a_page_and_a_position_load_what_is_there(client: Client) -> None:
    for address in ("/play/kayles", "/play/kayles/7,5"):
        for file in Html(client.get(address).text).files:
            assert client.get(file).status_code == 200, file


@rows(
    "address",
    [
        "/play/nothing",
        "/play/sum/3,x",
        "/play/sum/3+kayles",
        "/play/sum/" + "+".join("1" * 6),
        "/play/nim/",
        "/play/nim/3,x",
        "/play/nim/3,,4",
        "/play/nim/10000",
        "/play/nim/3,4/5",
        "/play/wythoff/1,2,3",
        "/play/nim/" + ",".join("1" * 17),
        "/play/moore/3?max_piles=0",
        "/play/octal/3?code=x",
        "/play/",
    ],
)
def test_there_is_no_other_page(client: Client, address: str) -> None:
    response = client.get(address, headers=BROWSER)
    assert (response.status_code, response.mimetype) == (404, "text/html")


def test_too_much_work_is_said(client: Client) -> None:
    text = client.get("/play/grundys-game/60,60?misere=true").text
    assert "too much work" in text


def test_search_engines_find_each_game(client: Client) -> None:
    response = client.get("/sitemap.xml", base_url="https://nim.example")
    assert response.mimetype == "application/xml"
    for name in NAMES:
        assert f"<loc>https://nim.example/play/{name}</loc>" in response.text


def test_each_position_has_a_card_of_its_own(client: Client) -> None:
    pictures = set()
    for address in ("/play/nim/3,4,5", "/play/nim/1,2"):
        page = Html(client.get(address).text)
        (picture,) = page.of("meta", property="og:image")
        response = client.get(picture["content"].removeprefix("http://localhost"))
        assert response.headers["Content-Type"] == "image/png"
        pictures.add(response.data)
    assert len(pictures) == 2


def test_without_pages_there_is_none() -> None:
    client = create_app(PAGES=False, ACCESS_LOG=False, METRICS=False).test_client()
    assert client.get("/play/nim").status_code == client.get("/sitemap.xml").status_code == 404


@rows("name", NAMES)
def test_the_board_and_the_service_call_a_game_the_same(name: str) -> None:
    script = STATIC / "games" / f"{name}.js"
    if script.exists():
        (title,) = re.findall(r'title: "(.*)"', script.read_text())
        assert title == GAMES[name].title.replace("'", "’")
