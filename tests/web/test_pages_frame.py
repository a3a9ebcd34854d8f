"""Features of all pages, and the files served with them."""

import re
import struct
from urllib.parse import urljoin

from werkzeug.test import Client

from service.app import create_app
from service.web import pages
from tests.support.pages import PAGES
from tests.support.rows import rows
from tests.web.html import Html

NAVIGATION = ["./", "learn", "see", "theory", "sheet", "docs"]

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@rows("path", PAGES)
def test_every_page_has_one_first_heading_and_the_same_navigation(
    client: Client, path: str
) -> None:
    page = Html(client.get(path).text)
    assert len(page.of("h1")) == 1
    assert [link["href"] for link in page.navigation] == NAVIGATION
    current = [link["href"] for link in page.navigation if "aria-current" in link]
    section = "/" if path.startswith("/play") else path
    assert current == [address for address in NAVIGATION if f"/{address.strip('./')}" == section]


@rows("path", PAGES)
def test_other_sites_can_show_a_page_by_its_title_and_a_picture(client: Client, path: str) -> None:
    page = Html(client.get(path, base_url="https://nim.example").text)
    facts = {
        given.get("property") or given.get("name"): given.get("content")
        for given in page.of("meta")
    }
    assert facts["og:title"]
    assert facts["og:description"] == facts["description"]
    picture = str(facts["og:image"])
    assert re.fullmatch(r"https://nim\.example/static/[0-9a-f]{12}/card\.png", picture)
    size = png(client.get(picture.removeprefix("https://nim.example")).data)
    assert size == (1200, 630)


def test_a_host_that_is_markup_stays_text(client: Client) -> None:
    text = client.get("/", headers={"Host": 'a"><script>alert(1)</script>'}).text
    assert "<script>alert" not in text


def png(data: bytes) -> tuple[int, int]:
    """The width and the height of a PNG."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@rows(("name", "size"), [("touch.png", 180), ("icon-512.png", 512)])
def test_icons_are_drawn(client: Client, name: str, size: int) -> None:
    response = client.get(f"/static/{name}")
    assert response.headers["Content-Type"] == "image/png"
    assert png(response.data) == (size, size)


def test_browsers_find_an_icon_where_they_look_for_one(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.headers["Content-Type"] == "image/x-icon"
    assert struct.unpack("<HHH", response.data[:6]) == (0, 1, 1)
    assert png(response.data[22:]) == (48, 48)


@rows("path", PAGES)
def test_a_page_names_its_icons_and_its_manifest(client: Client, path: str) -> None:
    page = Html(client.get(path).text)
    assert page.of("link", rel="icon")
    assert page.of("link", rel="apple-touch-icon")
    (link,) = page.of("link", rel="manifest")
    address = f"/{link['href']}"
    response = client.get(address)
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest = response.get_json(force=True)
    assert urljoin(address, manifest["start_url"]) == "/"
    for icon in manifest["icons"]:
        assert client.get(urljoin(address, icon["src"])).headers["Content-Type"] == icon["type"]


# --- An unknown address ---------------------------------------------------------------------------


@rows("path", ["/nothing", "/a/b", "/a/b/c/d", "/learn/", "/static/nothing.js"])
def test_people_get_a_page_where_nothing_is(client: Client, path: str) -> None:
    response = client.get(path, headers=BROWSER)
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert "There is nothing at this address" in response.text
    assert response.headers["Cache-Control"] == "no-store"
    assert "Accept" in response.headers["Vary"]
    assert response.headers["X-Frame-Options"] == "DENY"
    home = "../" * (path.count("/") - 1)
    links = [link["href"] for link in Html(response.text).navigation]
    assert links == [home + address for address in NAVIGATION]


@rows(
    ("path", "near", "link"),
    [
        ("/mov", "/move", "./move"),
        ("/Learn/", "/learn", "../learn"),
        ("/nimbers/summ", "/nimbers/sum", "../nimbers/sum"),
    ],
)
def test_the_page_offers_the_address_that_may_be_meant(
    client: Client, path: str, near: str, link: str
) -> None:
    offered = f'Did you mean <a href="{link}">{near}</a>?'
    assert offered in client.get(path, headers=BROWSER).text
    assert client.get(path).get_json()["detail"].endswith(f"did you mean {near}?")


@rows("accept", [None, "*/*", "application/json", "text/html;q=0.1, */*"])
def test_programs_get_a_problem_there(client: Client, accept: str | None) -> None:
    response = client.get("/nothing", headers={"Accept": accept} if accept else {})
    assert (response.status_code, response.mimetype) == (404, "application/problem+json")


def test_without_pages_everyone_gets_the_problem() -> None:
    client = create_app(PAGES=False, ACCESS_LOG=False, METRICS=False).test_client()
    assert client.get("/nothing", headers=BROWSER).mimetype == "application/problem+json"


# --- Frames ---------------------------------------------------------------------------------------


@rows("path", [*PAGES, "/static/core/dom.js", "/move?piles=1", "/nothing"])
def test_only_the_board_alone_may_be_framed(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers.get("X-Frame-Options") == (None if path == "/embed" else "DENY")
    assert ("frame-ancestors 'none'" in headers["Content-Security-Policy"]) == (path != "/embed")


@rows(
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
    width, height = re.findall(r'(?:width|height)="(\d+)"', response.text)
    assert width == height
    assert (int(width) - 17 - 2 * 4) % 4 == 0  # four more for each version, with a margin of four
    other = client.get("/static/qr.svg", query_string={"link": "https://nim.example/#3,4,6;two"})
    assert other.data != response.data


@rows(
    "link",
    [None, "", "javascript:alert(1)", "nim", "http://" + "a" * 594, "http://" + "\U0001f600" * 593],
)
def test_what_is_no_link_has_no_picture(client: Client, link: str | None) -> None:
    query = {} if link is None else {"link": link}
    assert client.get("/static/qr.svg", query_string=query).status_code == 404


# --- Sizes ----------------------------------------------------------------------------------------


def test_a_page_loads_one_style_sheet_of_all_that_it_names_in_their_order(client: Client) -> None:
    (sheet,) = Html(client.get("/").text).of("link", rel="stylesheet")
    names = (*pages.EVERYWHERE, *pages.PLAY.styles)
    together = "\n".join((pages.STATIC / name).read_text() for name in names)
    read = re.sub(r"/\*.*?\*/", "", together, flags=re.DOTALL)
    lines = [line.strip() for line in read.splitlines() if line.strip()]
    served = [
        line.strip() for line in client.get(f"/{sheet['href']}").text.splitlines() if line.strip()
    ]
    assert served[: len(lines)] == lines


def compressed(client: Client, path: str) -> int:
    """Bytes on the wire."""
    return len(client.get(path, headers={"Accept-Encoding": "gzip"}).data)


@rows("path", PAGES)
def test_a_page_stays_small(client: Client, path: str) -> None:
    """The page with everything that it loads at first, including the contract."""
    files = Html(client.get(path).text).files
    first = [file for file in files if file.endswith((".js", ".css", ".svg"))]
    assert sum(compressed(client, address) for address in [path, *first]) < 66_000


def test_the_contract_is_sent_compressed(client: Client) -> None:
    assert compressed(client, "/openapi.yaml") < 0.25 * len(client.get("/openapi.yaml").data)
