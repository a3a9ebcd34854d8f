"""The operations of the pages: the response at an unknown address."""

from tests.support.requests import APP
from tests.support.wsgi import Request, call, get


def test_404_of_a_missing_page_has_the_status_line_of_all_others() -> None:
    page = call(APP, get("/nothing", HTTP_ACCEPT="text/html"))
    problem = call(APP, get("/nothing"))
    assert page.header("Content-Type") == "text/html; charset=utf-8"
    assert page.status == problem.status == "404 NOT FOUND"


def test_404_of_a_missing_file_where_a_body_was_sent() -> None:
    assert call(APP, Request("GET", "/static/none.js", body=b"{}")).status == "404 NOT FOUND"
