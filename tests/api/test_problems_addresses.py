"""The type of a problem is the address of a page that explains what to do."""

import re

import pytest

from service.api.problems import PROBLEMS
from service.app import create_app
from tests.support.requests import APP
from tests.support.wsgi import call, get

OF_PROXIES = {"error-too-many-requests": "429: Too many requests"}
"""Problems that only a proxy in front of the service sends."""

ARTICLE = re.compile(r'<article id="(error-[^"]+)">\s*<h3>(.+?)</h3>\s*<p>(.+?)</p>', re.DOTALL)


def test_each_is_described_by_its_status_its_title_and_a_sentence() -> None:
    page = call(APP, get("/docs")).body.decode()
    described = ARTICLE.findall(page)
    assert {name: title for name, title, _ in described} == {
        f"error-{problem.name}": f"{problem.status}: {problem.title}"
        for problem in PROBLEMS.values()
    } | OF_PROXIES
    for name, _, text in described:
        assert re.fullmatch(r"[A-Z<].{20,}\.", text, re.DOTALL), name


@pytest.mark.parametrize("pages", [True, False])
def test_a_problem_has_such_an_address_even_where_it_leads_nowhere(pages: bool) -> None:
    app = create_app(ACCESS_LOG=False, PAGES=pages)
    problem = call(app, get("/move", "piles=x")).json
    assert problem["type"] == "/docs#error-invalid-request"
    assert call(app, get("/docs")).status == ("200 OK" if pages else "404 NOT FOUND")
