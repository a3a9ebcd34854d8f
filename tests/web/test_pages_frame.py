"""What all pages have in common, and what is served with them."""

import re
import struct
import zlib
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from werkzeug.test import Client

from service.app import create_app
from service.web import pages
from service.web.pictures import ACCENT, Disc, draw, pictures
from tests.support.pages import PAGES

NAVIGATION = ["./", "learn", "see", "sheet", "docs"]

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.fixture(scope="module")
def client() -> Client:
    return create_app(ACCESS_LOG=False, METRICS=False).test_client()


class Page(HTMLParser):
    """The links in a page's navigation, and the content of its tags `meta` and `link`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.navigation: list[tuple[str | None, bool]] = []
        self.facts: dict[str, str | None] = {}
        self.headings = 0
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "nav":
            self._inside = given.get("aria-label") == "Site"
        if tag == "a" and self._inside:
            self.navigation.append((given["href"], "aria-current" in given))
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            self.facts[name] = given.get("content")
        if tag == "link" and (rel := given.get("rel")):
            self.facts[rel] = given.get("href")
        self.headings += tag == "h1"

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "nav"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_the_same_navigation(client: Client, path: str) -> None:
    page = Page(client.get(path).text)
    assert [address for address, _ in page.navigation] == NAVIGATION
    current = [address for address, marked in page.navigation if marked]
    assert current == [address for address in NAVIGATION if f"/{address.strip('./')}" == path]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_one_first_heading(client: Client, path: str) -> None:
    assert Page(client.get(path).text).headings == 1


@pytest.mark.parametrize("path", PAGES)
def test_other_sites_can_show_a_page_by_its_title_and_a_picture(client: Client, path: str) -> None:
    facts = Page(client.get(path, base_url="https://nim.example").text).facts
    assert facts["og:title"]
    assert facts["og:description"] == facts["description"]
    picture = str(facts["og:image"])
    assert re.fullmatch(r"https://nim\.example/static/[0-9a-f]{12}/card\.png", picture)
    assert png_size(client.get(picture.removeprefix("https://nim.example")).data) == (1200, 630)


def test_the_card_gives_no_winning_move_away() -> None:
    """What the winning move takes had the colour of what can be operated."""
    marked = draw(1200, 630, [Disc(600, 315, 80, ACCENT)])
    assert bytes(ACCENT) in pixels_of(marked)
    assert bytes(ACCENT) not in pixels_of(pictures()["card.png"].content)


def pixels_of(png: bytes) -> bytes:
    """The bytes of the pixels of a picture, which is in one piece."""
    start = png.index(b"IDAT") + 4
    return zlib.decompressobj().decompress(png[start:])


def test_a_host_that_is_markup_stays_text(client: Client) -> None:
    text = client.get("/", headers={"Host": 'a"><script>alert(1)</script>'}).text
    assert "<script>alert" not in text


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG whose chunks are whole."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels = 8, b""
    size = struct.unpack(">II", data[16:24])
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        chunk = data[at + 4 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(chunk),)
        pixels += chunk[4:] if chunk[:4] == b"IDAT" else b""
        at += 12 + length
    assert len(zlib.decompress(pixels)) == size[1] * (1 + 3 * size[0])
    return (size[0], size[1])


@pytest.mark.parametrize(("name", "size"), [("touch.png", 180), ("icon-512.png", 512)])
def test_icons_are_drawn(client: Client, name: str, size: int) -> None:
    response = client.get(f"/static/{name}")
    assert response.headers["Content-Type"] == "image/png"
    assert png_size(response.data) == (size, size)


def test_browsers_find_an_icon_where_they_look_for_one(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.headers["Content-Type"] == "image/x-icon"
    assert struct.unpack("<HHH", response.data[:6]) == (0, 1, 1)
    assert png_size(response.data[22:]) == (48, 48)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_its_icons_and_manifest(client: Client, path: str) -> None:
    facts = Page(client.get(path).text).facts
    for rel in ("icon", "apple-touch-icon", "manifest"):
        assert client.get(f"/{facts[rel]}").status_code == 200


def test_the_manifest_names_icons_that_there_are(client: Client) -> None:
    address = Page(client.get("/").text).facts["manifest"]
    response = client.get(f"/{address}")
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest = response.get_json(force=True)
    assert urljoin(f"/{address}", manifest["start_url"]) == "/"
    icons = [client.get(urljoin(f"/{address}", icon["src"])) for icon in manifest["icons"]]
    assert [icon.headers["Content-Type"] for icon in icons] == [
        icon["type"] for icon in manifest["icons"]
    ]


# --- An address at which nothing is ---------------------------------------------------------------


@pytest.mark.parametrize("path", ["/nothing", "/a/b", "/a/b/c/d", "/learn/", "/static/nothing.js"])
def test_people_get_a_page_where_nothing_is(client: Client, path: str) -> None:
    response = client.get(path, headers=BROWSER)
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert "There is nothing at this address" in response.text
    assert response.headers["Cache-Control"] == "no-store"
    assert "Accept" in response.headers["Vary"]
    assert response.headers["X-Frame-Options"] == "DENY"
    home = "../" * (path.count("/") - 1)
    assert [address for address, _ in Page(response.text).navigation] == [
        home + address for address in NAVIGATION
    ]


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "text/html;q=0.1, */*"])
def test_programs_get_a_problem_there(client: Client, accept: str | None) -> None:
    response = client.get("/nothing", headers={"Accept": accept} if accept else {})
    assert (response.status_code, response.mimetype) == (404, "application/problem+json")


def test_without_pages_everyone_gets_the_problem() -> None:
    client = create_app(PAGES=False, ACCESS_LOG=False, METRICS=False).test_client()
    assert client.get("/nothing", headers=BROWSER).mimetype == "application/problem+json"


# --- Frames ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*PAGES, "/static/core/dom.js", "/move?piles=1", "/nothing"])
def test_only_the_board_alone_may_be_framed(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers.get("X-Frame-Options") == (None if path == "/embed" else "DENY")
    assert ("frame-ancestors 'none'" in headers["Content-Security-Policy"]) == (path != "/embed")


@pytest.mark.parametrize(
    ("origins", "frames", "option"),
    [
        (("*",), "frame-ancestors *;", None),
        (
            ("https://a.example", "http://b.example"),
            "frame-ancestors https://a.example http://b",
            None,
        ),
        ((), "frame-ancestors 'none';", "DENY"),
    ],
)
def test_the_sites_that_may_frame_it_are_a_setting(
    origins: tuple[str, ...], frames: str, option: str | None
) -> None:
    app = create_app(EMBED_ORIGINS=origins, ACCESS_LOG=False, METRICS=False)
    headers = app.test_client().get("/embed").headers
    assert frames in headers["Content-Security-Policy"]
    assert headers.get("X-Frame-Options") == option


# --- QR pictures ----------------------------------------------------------------------------------


def test_a_link_is_drawn_as_a_qr_picture(client: Client) -> None:
    response = client.get("/static/qr.svg", query_string={"link": "https://nim.example/#3,4,5;two"})
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert response.text.startswith("<?xml")
    other = client.get("/static/qr.svg", query_string={"link": "https://nim.example/#3,4,6;two"})
    assert other.data != response.data


@pytest.mark.parametrize(
    "link",
    [None, "", "javascript:alert(1)", "nim", "http://" + "a" * 594, "http://" + "\U0001f600" * 593],
)
def test_what_is_no_link_has_no_picture(client: Client, link: str | None) -> None:
    query = {} if link is None else {"link": link}
    assert client.get("/static/qr.svg", query_string=query).status_code == 404


# --- How much is sent -----------------------------------------------------------------------------


def sent(client: Client, path: str) -> int:
    """Bytes of a page and all that it loads at first, compressed."""
    html = client.get(path).text
    files = set(re.findall(r'(?:src|href)="(static/[^"]+\.(?:js|css|svg))"', html))
    addresses = [path, *(f"/{file}" for file in files)]
    return sum(
        len(client.get(address, headers={"Accept-Encoding": "gzip"}).data) for address in addresses
    )


def test_a_page_loads_one_style_sheet_of_all_that_it_names_in_their_order(client: Client) -> None:
    (address,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', client.get("/").text)
    names = ("core/base.css", "core/controls.css", "boards/piles.css", "pages/play/play.css")
    together = "\n".join((pages.STATIC / name).read_text() for name in names)
    assert client.get(f"/{address}").text == together


@pytest.mark.parametrize("path", PAGES)
def test_a_page_stays_small(client: Client, path: str) -> None:
    """The page with all that it loads at first, including the contract."""
    assert sent(client, path) < 64_000


def test_the_contract_is_sent_compressed(client: Client) -> None:
    plain = client.get("/openapi.yaml")
    short = client.get("/openapi.yaml", headers={"Accept-Encoding": "gzip"})
    assert len(short.data) < 0.25 * len(plain.data)
