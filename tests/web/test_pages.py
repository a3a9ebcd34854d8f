"""The pages' files over HTTP: caching, compression, policies, and what NIM_PAGES switches off."""

import gzip
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest
from werkzeug.test import Client, TestResponse

from service.app import create_app
from service.web import pages
from tests.support.pages import PAGES
from tests.support.rows import rows
from tests.web.html import Html

FILES = [*PAGES, "/static/core/dom.js", "/static/core/base.css", "/static/icon.svg"]


@rows("path", PAGES)
def test_everything_that_a_page_names_is_there(client: Client, path: str) -> None:
    addresses = Html(client.get(path).text).addresses
    assert len(addresses) > 10
    for address in addresses:
        assert client.get(urljoin(path, address)).status_code == 200, address


@rows("path", PAGES)
def test_what_a_page_loads_has_a_version_and_is_kept(client: Client, path: str) -> None:
    files = Html(client.get(path).text).files
    assert files
    for address in files:
        assert re.fullmatch(r"/static/[0-9a-f]{12}/[a-z./-]+", address)
        assert client.get(address).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_each_link_within_the_theory_leads_to_an_element(client: Client) -> None:
    page = Html(client.get("/theory").text)
    links = {address for address in page.addresses if address.startswith("#")}
    assert len(links) > 10
    assert links <= {f"#{given['id']}" for _, given in page.tags if "id" in given}
    assert not any(address.partition("#")[0].endswith(".md") for address in page.addresses)


@rows("version", ["", "000000000000/", "ffffffffffff/"])
def test_a_file_of_no_or_another_version_is_today_s_and_asked_for_again(
    client: Client, version: str
) -> None:
    """A page that another release sent during a rollout still works."""
    (current,) = [
        address for address in Html(client.get("/").text).files if address.endswith("core/dom.js")
    ]
    expected, response = client.get(current), client.get(f"/static/{version}core/dom.js")
    assert (response.status_code, response.data) == (200, expected.data)
    assert response.headers["ETag"] == expected.headers["ETag"]
    assert response.headers["Cache-Control"] == "no-cache"


def test_the_version_changes_with_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pages.Pages().version
    copy = shutil.copytree(pages.STATIC, tmp_path / "static")
    monkeypatch.setattr(pages, "STATIC", copy)
    assert pages.Pages().version == before
    (copy / "core/dom.js").write_text((copy / "core/dom.js").read_text() + "\n")
    assert pages.Pages().version != before


@rows(("path", "page"), pages.ADDRESSES.items())
def test_all_modules_are_preloaded(client: Client, path: str, page: pages.Page) -> None:
    """No script waits until another one is loaded."""
    html = Html(client.get(path).text)
    preloaded = {given["href"].split("/", 2)[2] for given in html.of("link", rel="modulepreload")}
    scripts = {
        file.relative_to(pages.STATIC).as_posix(): file.read_text()
        for file in pages.STATIC.rglob("*.js")
    }
    needed = {*pages.imported(page.script, scripts)} if page.script else set()
    assert needed <= preloaded
    assert all(name in scripts for name in preloaded)


@rows("path", PAGES)
def test_a_page_has_a_strict_policy_and_nothing_that_it_rejects(client: Client, path: str) -> None:
    response = client.get(path)
    (policy,) = response.headers.getlist("Content-Security-Policy")
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    own = ("script-src", "style-src", "img-src", "connect-src", "manifest-src")
    expected = dict.fromkeys(own, "'self'") | dict.fromkeys(("base-uri", "form-action"), "'none'")
    expected |= {"default-src": "'none'"}
    expected |= {"require-trusted-types-for": "'script'", "trusted-types": "'none'"}
    expected |= {"frame-ancestors": "*" if path == "/embed" else "'none'"}
    assert directives == expected
    page = Html(response.text)
    inline = [given for given in page.of("script") if "src" not in given]
    assert page.of("style") == [each for each in inline if each["type"] != "application/json"] == []
    names = {name for _, given in page.tags for name in given}
    assert not {name for name in names if name == "style" or name.startswith("on")}


@rows(
    ("path", "content_type"),
    [
        ("/", "text/html; charset=utf-8"),
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
    assert ask(client, path, encoding, '"other"').status_code == 200


@rows("path", FILES)
def test_a_compressed_file_is_the_same_smaller_and_has_an_etag_of_its_own(
    client: Client, path: str
) -> None:
    plain, compressed = ask(client, path, None), ask(client, path, "gzip")
    assert "Content-Encoding" not in plain.headers
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.data) == plain.data
    assert len(compressed.data) < 0.9 * len(plain.data)
    assert compressed.headers["ETag"] != plain.headers["ETag"]
    for response in (plain, compressed):
        assert response.headers["Vary"] == "Accept-Encoding"
        assert int(response.headers["Content-Length"]) == len(response.data)


@rows("path", FILES)
def test_head_has_the_headers_of_get_and_no_body(client: Client, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Length", "Content-Type"):
        assert head.headers[name] == get.headers[name]


@rows(
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
