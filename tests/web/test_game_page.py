"""The page of each game and each position, without scripts."""

import re
from urllib.parse import urljoin

import pytest
from werkzeug.test import Client

from service.app import create_app
from service.game.games import GAMES
from service.told import told_of
from service.web.markdown import anchor
from tests.support.rows import rows
from tests.web.html import Html
from tests.web.test_pages_frame import BROWSER

NAMES = [*GAMES]


def words(text: str) -> list[str]:
    return re.sub(r"<[^>]+>", " ", text).split()


@rows("name", NAMES)
def test_each_game_has_a_page_that_can_be_read_without_scripts(client: Client, name: str) -> None:
    response = client.get(f"/solve/{name}", base_url="https://nim.example")
    page = Html(response.text)
    assert response.status_code == 200
    assert len(page.of("h1")) == 1
    (link,) = page.of("link", rel="canonical")
    assert link["href"] == f"https://nim.example/solve/{name}"
    assert len(words(response.text)) > 190
    assert "The player to move" in response.text


def test_a_set_for_a_class_is_no_game(client: Client) -> None:
    text = client.get("/play/set").text
    assert 'id="none"' in text
    paths = re.findall(r'(?:href|src)="\.\./(static/[^"]+)"', text)
    assert len(paths) > 3
    for path in paths:
        assert client.get(f"/{path}").status_code == 200, path


@rows("name", NAMES)
def test_the_section_of_the_theory_is_there(client: Client, name: str) -> None:
    assert f'id="{anchor(told_of(name).section)}"' in client.get("/theory").text


@rows(
    ("address", "title", "verdict"),
    [
        ("/solve/nim/3,4,5", "Nim 3, 4, 5", "The player to move can win."),
        ("/solve/kayles/3,3", "Kayles 3, 3", "The player to move loses"),
        ("/solve/moore/1,2,3?max_piles=3", "(up to 3 piles a move)", "The player to move can win."),
        (
            "/solve/nim/21?max_remove=3&misere=true",
            "Nim (at most 3 at a time)",
            "The player to move loses",
        ),
        ("/solve/sum/3,4+kayles:7", "Nim 3, 4 + Kayles 7", "The player to move can win."),
        ("/solve/sum/1+moore:1,1&max_piles=2", "Moore", "The player to move can win."),
        ("/solve/wythoff/3,5?utm_source=x", "3, 5", "The player to move loses"),
    ],
)
def test_a_position_has_a_page_that_says_who_wins(
    client: Client, address: str, title: str, verdict: str
) -> None:
    text = client.get(address).text
    found = re.search("<title>([^<]*)", text)
    assert found
    assert title in found[1]
    assert verdict in text


@rows("address", ["nim/3,4,5", "kayles", "kayles/7,5", "sum/3,4+kayles:7", "nim/1,1,1?misere=true"])
def test_a_page_to_play_on_does_not_say_who_wins(client: Client, address: str) -> None:
    solution = Html(client.get(f"/solve/{address}").text)
    page = client.get(f"/play/{address}").text
    assert "The player to move" not in page
    (said,) = solution.of("meta", property="og:description")
    (asked,) = Html(page).of("meta", property="og:description")
    assert asked["content"].endswith("Can you win?")
    assert said["content"] != asked["content"]
    assert f"solve/{address.partition('?')[0]}" in page


@rows(
    ("address", "leads"),
    [
        ("/play/Nim", "play/nim"),
        ("/play/nim/3, 4, 5", "play/nim/3,4,5"),
        ("/play/nim/3;4 and 5", "play/nim/3,4,5"),
        ("/play/Marienbad", "play/nim/1,3,5,7?misere=true"),
        ("/play/Marienbad/3, 4", "play/nim/3,4?misere=true"),
        ("/play/nim?piles=3,4,5", "play/nim/3,4,5"),
        ("/play/nim/3-4+5/", "play/nim/3,4,5"),
        ("/play/Dawson's chess/7", "play/dawsons-chess/7"),
        ("/play/nim/3,4?misere", "play/nim/3,4?misere=true"),
        ("/play/sum/03,4+kayles:07", "play/sum/3,4+kayles:7"),
        ("/play/sum/nim:3,4 + Moore:1,2&max_piles=2", "play/sum/3,4+moore:1,2&max_piles=2"),
        ("/solve/nim/3,4?max=3&misere=1", "solve/nim/3,4?max_remove=3&misere=true"),
    ],
)
def test_an_address_that_people_type_is_understood(
    client: Client, address: str, leads: str
) -> None:
    (link,) = Html(client.get(address).text).of("link", rel="canonical")
    assert link["href"] == f"http://localhost/{leads}"


@rows(
    ("address", "why"),
    [
        ("/play/nim/" + ",".join("1" * 17), "At most 16 piles fit on this page"),
        ("/play/nim/10000", "At most 9999 stones fit in a pile on this page."),
        (f"/play/nim/{'9' * 5_000}", "At most 9999 stones fit in a pile on this page."),
        ("/play/kayles/61", "At most 60 pins fit in a row on this page."),
        ("/play/nim/", "An address ends in the piles, like 3,4,5."),
        ("/play/nim/3?max=x", "max_remove must be an integer."),
        ("/play/moore/3?max_piles=0", "max_piles must be 1 or more."),
        ("/play/nim/3?max_remove=0&min_remove=x", "max_remove must be 1 or more."),
        ("/play/nim/3,x", "“x” is not a number."),
        ("/play/chess", "No game here has the name chess."),
        ("/play/chomp/3,4", "Row 2 has 4 squares"),
        ("/play/nim/3?misere=perhaps", "misere is true or false"),
        (f"/play/nim/3?misere={'perhaps' * 9}", f"says {('perhaps' * 9)[:20]}."),
        (f"/play/nim/3,{'x' * 30}", f"“{'x' * 20}” is not a number."),
        ("/play/nim/3?piles=4", "This address has its piles twice."),
        ("/play/nim?piles=3&piles=4", "This address has its piles twice."),
        (f"/solve/hackenbush/{'0' * 4_001}", "A board in an address has at most 4,000 characters."),
    ],
)
def test_an_address_without_a_page_says_why(client: Client, address: str, why: str) -> None:
    response = client.get(address, headers=BROWSER)
    assert response.status_code == 404
    assert why in response.text


@rows(
    ("address", "near"),
    [
        ("/PLAY/nim/3,4", "/play/nim/3,4"),
        ("/play/3,4,5", "/play/nim/3,4,5"),
        ("/solve/lask/2,7", "/solve/laskers-nim/2,7"),
        ("/play/wytof", "/play/wythoff"),
        ("/play/undi", "/play/geography"),  # it begins a title
        ("/play/kayl/7", "/play/kayles/7"),
        ("/play/cram/3,4", "/play/dawsons-kayles/3,4"),  # Cram on a strip: Cram has no piles
    ],
)
def test_an_address_without_a_page_leads_to_the_one_that_is_meant(
    client: Client, address: str, near: str
) -> None:
    text = client.get(address, headers=BROWSER).text
    assert re.findall(r'Did you mean <a href="([^"]*)">([^<]*)', text) == [
        ("../" * (address.count("/") - 1) + near[1:], near)
    ]


@rows("address", ["/play/und", "/play//3,4", "/there/nim/3,4"])
def test_an_address_that_may_mean_anything_leads_nowhere(client: Client, address: str) -> None:
    assert "Did you mean" not in client.get(address, headers=BROWSER).text


def test_what_a_game_does_not_have_is_not_in_the_canonical_address(client: Client) -> None:
    page = Html(client.get("/play/kayles/7,5?utm_source=x").text)
    assert page.of("link", rel="canonical")[0]["href"] == "http://localhost/play/kayles/7,5"
    refused = client.get("/play/kayles/7,5?max_piles=2", headers={"Accept": "text/html"})
    assert (refused.status_code, "max_piles is no key of Kayles." in refused.text) == (404, True)


def test_a_page_and_a_position_load_what_is_there(client: Client) -> None:
    for address in ("/play/kayles", "/play/kayles/7,5", "/solve/kayles/7,5", "/play/Marienbad"):
        files = {urljoin(address, file) for file in Html(client.get(address).text).addresses}
        loaded = [file for file in files if file.startswith("/static/")]
        assert len(loaded) > 10
        for file in loaded:
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


def test_a_hundred_piles_are_looked_up_and_no_more(client: Client) -> None:
    statuses = [
        client.get(f"/solve/nim/{','.join('1' * count)}").status_code for count in (100, 101)
    ]
    assert statuses == [200, 404]


def test_too_much_work_is_said(client: Client) -> None:
    text = client.get("/solve/grundys-game/60,60?misere=true").text
    assert "too much work" in text


def test_the_position_of_the_day_is_found_among_the_games(client: Client) -> None:
    response = client.get("/play/Today")
    assert (response.status_code, response.headers["Location"]) == (302, "../#today")


def test_search_engines_find_each_game(client: Client) -> None:
    response = client.get("/sitemap.xml", base_url="https://nim.example")
    assert response.mimetype == "application/xml"
    for name in NAMES:
        for purpose in ("play", "solve"):
            assert f"<loc>https://nim.example/{purpose}/{name}</loc>" in response.text
    assert "/embed<" not in response.text  # a frame for other pages


def test_each_position_has_a_card_of_its_own(client: Client) -> None:
    pictures = set()
    for address in ("/play/nim/3,4,5", "/play/nim/1,2"):
        page = Html(client.get(address).text)
        (picture,) = page.of("meta", property="og:image")
        response = client.get(picture["content"].removeprefix("http://localhost"))
        assert response.headers["Content-Type"] == "image/png"
        pictures.add(response.data)
    assert len(pictures) == 2


@pytest.mark.parametrize(
    ("address", "is_painted"),
    [("nim/3,4,5", True), ("moore/3,4?max_piles=2", True), ("staircase/1,2", True)]
    + [
        (address, False)
        for address in ("chomp/3,2", "wythoff/3,4", "kayles/7", "nim/9999", "nim/0")
    ],
)
def test_piles_are_painted_where_the_board_has_piles(
    client: Client, address: str, is_painted: bool
) -> None:
    """The board of another game would appear in their place."""
    assert ('class="piles-board"' in client.get(f"/play/{address}").text) == is_painted


def test_each_number_that_painted_piles_need_has_its_style(client: Client) -> None:
    """Thirty objects in the largest of sixteen piles: the policy allows no styles in the HTML."""
    page = Html(client.get("/play/nim/3,4,5").text)
    links = [urljoin("/play/nim/", link["href"]) for link in page.of("link", rel="stylesheet")]
    styles = "".join(client.get(link).text for link in links)
    for name, most in (("widest", 30), ("piles", 16)):
        for number in range(1, most + 1):
            assert f'[data-{name}="{number}"]{{--{name}:{number}}}' in styles


def test_without_pages_there_is_none() -> None:
    client = create_app(PAGES=False, ACCESS_LOG=False, METRICS=False).test_client()
    assert client.get("/play/nim").status_code == client.get("/sitemap.xml").status_code == 404
