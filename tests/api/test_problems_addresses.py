"""The type of a problem is an address, at which a page says what to do."""

import re
from html.parser import HTMLParser

import pytest

from service.api.problems import PROBLEMS, TYPE_PREFIX
from service.app import create_app
from tests.support.requests import APP
from tests.support.wsgi import call, get

NAMES = {problem.name for problem in PROBLEMS.values()}
OF_PROXIES = {"too-many-requests"}
"""What only a proxy in front of the service says."""


class Described(HTMLParser):
    """The headings of the page's articles by their ids, and what is said in each."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self._id, self._in = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            name = dict(attrs).get("id") or ""
            self._id = name if name.startswith("error-") else ""
        if tag in {"h3", "p"}:
            self._in = tag if self._id else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._id = ""
        if tag == self._in:
            self._in = ""

    def handle_data(self, data: str) -> None:
        texts = {"h3": self.titles, "p": self.texts}.get(self._in)
        if texts is not None:
            texts[self._id] = texts.get(self._id, "") + data


@pytest.fixture(scope="module")
def page() -> Described:
    described = Described()
    described.feed(call(APP, get("/docs")).body.decode())
    return described


@pytest.mark.serving
def test_each_type_is_an_address_of_an_element(page: Described) -> None:
    assert TYPE_PREFIX == "/docs#error-"
    assert page.titles.keys() == {f"error-{name}" for name in NAMES | OF_PROXIES}


@pytest.mark.serving
def test_each_is_described_by_its_status_and_title(page: Described) -> None:
    titles = {
        f"error-{problem.name}": f"{problem.status}: {problem.title}"
        for problem in PROBLEMS.values()
    }
    assert page.titles == titles | {"error-too-many-requests": "429: Too many requests"}


@pytest.mark.serving
def test_each_has_a_sentence(page: Described) -> None:
    assert page.texts.keys() == page.titles.keys()
    for name, text in page.texts.items():
        assert re.fullmatch(r"[A-Z`a-z].{20,}\.", text.strip()), name


def test_a_problem_has_such_an_address() -> None:
    problem = call(APP, get("/move", "piles=x")).json
    assert problem["type"] == "/docs#error-invalid-request"


def test_without_pages_the_types_are_the_same_and_lead_nowhere() -> None:
    app = create_app(ACCESS_LOG=False, PAGES=False)
    problem = call(app, get("/move", "piles=x")).json
    assert problem["type"] == "/docs#error-invalid-request"
    assert call(app, get("/docs")).status == "404 NOT FOUND"
