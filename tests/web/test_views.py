"""The views of the pages: where they are made, and the response at an unknown address."""

import pytest

from service.app import EXTENSION
from service.server.application import URGENT, Later
from tests.support.requests import APP
from tests.support.wsgi import Request, call, get


def test_404_of_a_missing_page_has_the_status_line_of_all_others() -> None:
    page = call(APP, get("/nothing", HTTP_ACCEPT="text/html"))
    problem = call(APP, get("/nothing"))
    assert page.header("Content-Type") == "text/html; charset=utf-8"
    assert page.status == problem.status == "404 NOT FOUND"


def test_404_of_a_missing_file_where_a_body_was_sent() -> None:
    assert call(APP, Request("GET", "/static/none.js", body=b"{}")).status == "404 NOT FOUND"


@pytest.mark.parametrize("path", ["/", "/static/core/base.css", "/openapi.json", "/nothing"])
def test_what_flask_responds_to_is_made_beside_the_loop_and_waits_for_no_batch(path: str) -> None:
    later = APP.extensions[EXTENSION].handle(get(path).environ(), b"")
    assert isinstance(later, Later)
    assert later.queue is URGENT
    assert later.respond().body == call(APP, get(path)).body
