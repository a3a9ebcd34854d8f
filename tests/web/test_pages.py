"""The pages' files over HTTP: caching, compression, policies, and what NIM_PAGES switches off."""

import gzip
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest
from werkzeug.test import Client, TestResponse

from service.app import create_app
from service.web import pages
from tests.support.pages import PAGES
from tests.support.rows import rows


@pytest.fixture(scope="module")
def client() -> Client:
    return create_app(ACCESS_LOG=False, METRICS=False).test_client()


class Links(HTMLParser):
    """The addresses that a page refers to, and everything that a strict policy would reject."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self.preloaded: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.addresses += [value for key in ("href", "src") if (value := attributes.get(key))]
        if attributes.get("rel") == "modulepreload":
            self.preloaded.append(str(attributes["href"]))
        if tag == "style" or (tag == "script" and "src" not in attributes):
            self.inline.append(tag)
        self.inline += [key for key in attributes if key == "style" or key.startswith("on")]


def imports(path: str, source: str) -> list[str]:
    return [
        urljoin(path, name)
        for name in re.findall(r'^import .* from "(.+)";$', source, re.MULTILINE)
    ]


def modules(client: Client, path: str) -> set[str]:
    """The module at the path, and all that it imports, directly or not."""
    found: set[str] = set()
    waiting = {path}
    while waiting:
        found |= waiting
        sources = {module: client.get(module).text for module in waiting}
        waiting = {name for path in sources for name in imports(path, sources[path])} - found
    return found


FILES = [
    *PAGES,
    "/static/core/dom.js",
    "/static/core/base.css",
    "/static/icon.svg",
]


@pytest.mark.parametrize("path", PAGES)
def test_everything_on_a_page_is_served_from_here(client: Client, path: str) -> None:
    addresses = [urljoin(path, address) for address in Links(client.get(path).text).addresses]
    assert addresses
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(
        addresses, 200
    )


def test_each_link_within_the_theory_leads_to_a_heading(client: Client) -> None:
    html = client.get("/theory").text
    headings = re.findall(r'<h[2-4] id="(.+?)">', html)
    links = [link for link in Links(html).addresses if link.startswith("#") and link != "#main"]
    assert len(links) > 10
    assert {link.removeprefix("#") for link in links} <= {*headings}
    assert not any(link.partition("#")[0].endswith(".md") for link in Links(html).addresses)


def versioned(client: Client, page: str) -> list[str]:
    """The addresses of the files that a page loads."""
    addresses = [urljoin("/", address) for address in Links(client.get(page).text).addresses]
    return [address for address in addresses if address.startswith("/static/")]


@pytest.mark.serving
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_loads_has_a_version_and_is_kept(client: Client, page: str) -> None:
    for address in versioned(client, page):
        assert re.fullmatch(r"/static/[0-9a-f]{12}/[a-z./-]+", address)
        assert client.get(address).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_file_without_its_version_is_the_same_and_asked_for_again(client: Client) -> None:
    for address in versioned(client, "/"):
        with_version = client.get(address)
        without = client.get(f"/static/{address.split('/', 3)[3]}")
        assert (without.status_code, without.data) == (200, with_version.data)
        assert without.headers["ETag"] == with_version.headers["ETag"]
        assert without.headers["Cache-Control"] == "no-cache"


def test_a_file_of_another_version_is_today_s_and_not_kept(client: Client) -> None:
    """A page that another release has sent during a rollout goes on working."""
    response = client.get("/static/0123456789ab/core/dom.js")
    assert (response.status_code, response.data) == (200, client.get("/static/core/dom.js").data)
    assert response.headers["Cache-Control"] == "no-cache"


def test_the_version_changes_with_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pages.Pages().version
    copy = shutil.copytree(pages.STATIC, tmp_path / "static")
    monkeypatch.setattr(pages, "STATIC", copy)
    assert pages.Pages().version == before
    (copy / "core/dom.js").write_text((copy / "core/dom.js").read_text() + "\n")
    assert pages.Pages().version != before


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_nothing_inline(client: Client, path: str) -> None:
    assert Links(client.get(path).text).inline == []


@pytest.mark.parametrize("path", PAGES)
def test_all_modules_are_preloaded(client: Client, path: str) -> None:
    """No script waits for another to be loaded."""
    page = client.get(path).text
    preloaded = {urljoin("/", path) for path in Links(page).preloaded}
    started = {urljoin("/", path) for path in re.findall('type="module" src="(.*)"', page)}
    assert preloaded == {name for path in started for name in modules(client, path)} - started


@pytest.mark.parametrize("path", PAGES)
def test_scripts_can_make_no_markup_from_text(client: Client, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy


@pytest.mark.parametrize("path", PAGES)
def test_the_policy_allows_only_own_files(client: Client, path: str) -> None:
    policies = client.get(path).headers.getlist("Content-Security-Policy")
    assert len(policies) == 1
    directives = dict(part.strip().split(" ", 1) for part in policies[0].split(";"))
    frames = "*" if path == "/embed" else "'none'"
    assert (
        directives.items()
        >= {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self'",
            "connect-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": frames,
            "manifest-src": "'self'",
        }.items()
    )


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/learn", "text/html; charset=utf-8"),
        ("/see", "text/html; charset=utf-8"),
        ("/docs", "text/html; charset=utf-8"),
        ("/static/core/dom.js", "text/javascript; charset=utf-8"),
        ("/static/core/base.css", "text/css; charset=utf-8"),
        ("/static/icon.svg", "image/svg+xml"),
    ],
)
def test_files_have_their_media_type(client: Client, path: str, content_type: str) -> None:
    assert client.get(path).headers["Content-Type"] == content_type


def ask(client: Client, path: str, encoding: str | None, etag: str | None = None) -> TestResponse:
    headers = {"Accept-Encoding": encoding, "If-None-Match": etag}
    return client.get(path, headers={key: value for key, value in headers.items() if value})


@rows("encoding", [None, "gzip"])
@rows("path", FILES)
def test_a_matching_etag_gets_a_304(client: Client, path: str, encoding: str | None) -> None:
    first = ask(client, path, encoding)
    again = ask(client, path, encoding, first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary", "Content-Security-Policy"):
        assert again.headers[name] == first.headers[name]
    assert first.headers["Cache-Control"] == "no-cache"
    assert not first.headers["ETag"].startswith("W/")


@pytest.mark.parametrize("path", FILES)
def test_another_etag_gets_the_file(client: Client, path: str) -> None:
    assert ask(client, path, None, '"other"').status_code == 200


@pytest.mark.parametrize(
    ("accept", "compressed"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("*", True),
        ("identity;q=0.5, gzip", True),
        (None, False),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip;q=0.5, identity", False),
    ],
)
def test_a_file_is_compressed_if_accepted(
    client: Client, accept: str | None, compressed: bool
) -> None:
    response = ask(client, "/static/pages/play/play.css", accept)
    content = (pages.STATIC / "pages/play/play.css").read_bytes()
    assert response.headers.get("Content-Encoding") == ("gzip" if compressed else None)
    assert (gzip.decompress(response.data) if compressed else response.data) == content
    assert response.headers["Vary"] == "Accept-Encoding"
    assert int(response.headers["Content-Length"]) == len(response.data)


@pytest.mark.parametrize("path", FILES)
def test_compression_pays(client: Client, path: str) -> None:
    assert len(ask(client, path, "gzip").data) < 0.9 * len(ask(client, path, None).data)


@pytest.mark.parametrize("path", FILES)
def test_compressed_files_have_etags_of_their_own(client: Client, path: str) -> None:
    assert ask(client, path, "gzip").headers["ETag"] != ask(client, path, None).headers["ETag"]


@pytest.mark.parametrize("path", FILES)
def test_head_has_the_headers_of_get_and_no_body(client: Client, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Length", "Content-Type"):
        assert head.headers[name] == get.headers[name]


@pytest.mark.parametrize(
    "path",
    [
        "/static/nothing.js",
        "/static/",
        "/static",
        "/static/play.html",
        "/static/0123456789ab",
        "/static/0123456789ab/nothing.js",
        "/static/0123456789ab/0123456789ab/core/dom.js",
        "/static/0123456789a/core/dom.js",
        "/static/../pages.py",
        "/static/%2e%2e/pages.py",
        "/static//etc/passwd",
        "/docs/",
        "/index.html",
    ],
)
def test_other_paths_are_not_found(client: Client, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.mimetype) == (404, "application/problem+json")


def test_pages_can_be_switched_off() -> None:
    """The API is still served."""
    client = create_app(PAGES=False, ACCESS_LOG=False, METRICS=False).test_client()
    gone = [client.get(path).status_code for path in FILES]
    assert gone == [404] * len(FILES)
    assert client.get("/openapi.yaml").status_code == 200
    assert client.get("/move?piles=1").status_code == 200
